import { createSubscriber } from 'svelte/reactivity';

/** How often what is said of times may change, in milliseconds: a window in which nothing happens sleeps. */
export const TICK = 5 * 60_000;

/** The time of day, as far as what is said of times depends on it. */
class Clock {
  private readonly moving = createSubscriber((update) => {
    const timer = setInterval(update, TICK);
    return () => clearInterval(timer);
  });

  /** Now; whoever asks while drawing is drawn anew when texts about times may be others. */
  get now(): number {
    this.moving();
    return Date.now();
  }
}

export const clockNow = new Clock();

import { createSubscriber } from 'svelte/reactivity';

/** How often texts about times are updated, in milliseconds: rarely, so that an idle window sleeps. */
export const TICK = 5 * 60_000;

/** A current time that moves while it is shown. */
export class Clock {
  private readonly moving = createSubscriber((update) => {
    const timer = setInterval(update, TICK);
    return () => clearInterval(timer);
  });

  /** The current time. Reading it in a template updates that with every tick. */
  get now(): number {
    this.moving();
    return Date.now();
  }
}

/** The current time for texts about times. */
export const clockNow = new Clock();

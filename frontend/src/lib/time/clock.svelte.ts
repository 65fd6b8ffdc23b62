import { createSubscriber } from 'svelte/reactivity';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;

/**
 * The time of day, as far as what is said of times depends on it. It moves on while somebody shows
 * a time of the last minute, which is soon said otherwise; all others change at midnight, and a
 * window in which nothing happens sleeps until then.
 */
class Clock {
  private readonly moving = createSubscriber((update) => {
    const timer = setInterval(update, MINUTE / 2);
    return () => clearInterval(timer);
  });

  private readonly daily = createSubscriber((update) => {
    let day = new Date().toDateString();
    let timer: ReturnType<typeof setTimeout> | undefined;
    const wait = () => {
      const midnight = new Date().setHours(24, 0, 0, 0);
      // A computer that sleeps does not count the time: looked at every hour, at least.
      timer = setTimeout(look, Math.min(midnight - Date.now() + 1_000, HOUR));
    };
    const look = () => {
      const today = new Date().toDateString();
      if (today !== day) update();
      day = today;
      wait();
    };
    wait();
    return () => clearTimeout(timer);
  });

  /** Now, for a text about a time: read again when that text may be another. */
  at(time: string): number {
    const now = Date.now();
    if (Math.abs(now - Date.parse(time)) < 2 * MINUTE) this.moving();
    else this.daily();
    return now;
  }

  /** Now, for a text that says the day. */
  get now(): number {
    return this.at('');
  }
}

export const clockNow = new Clock();

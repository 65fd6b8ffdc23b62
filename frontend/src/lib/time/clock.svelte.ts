/** The time of day, as far as relative times care: moved on every half minute. */
class Clock {
  now = $state(Date.now());

  /** Starts ticking; returns the way to stop. */
  start(): () => void {
    const timer = setInterval(() => (this.now = Date.now()), 30_000);
    return () => clearInterval(timer);
  }
}

export const clockNow = new Clock();

/**
 * Runs a task after a pause, however often it is asked for meanwhile: steady requests delay nothing. The task
 * never runs twice at once; requests while it runs or rests are answered by one more run. A task that fails is
 * run again like any other, and has to show its error itself.
 */
export class Throttled {
  private timer: ReturnType<typeof setTimeout> | undefined;
  private running = false;
  private asked = false;
  private rested = -Infinity;

  constructor(
    private readonly task: () => unknown,
    /** From the first request to the run, in milliseconds; 0 runs the task at once. */
    private readonly pause: number | (() => number),
    /** The shortest time between two runs, in milliseconds, from what the first of them took. */
    private readonly rest: (took: number) => number = () => 0,
    private readonly now: () => number = () => performance.now(),
  ) {}

  ask(): void {
    this.asked = true;
    if (this.running || this.timer !== undefined) return;
    const pause = typeof this.pause === 'number' ? this.pause : this.pause();
    const delay = Math.max(pause, this.rested - this.now());
    if (delay > 0) this.timer = setTimeout(() => void this.run(), delay);
    else void this.run();
  }

  /** Cancels the planned run. A task that is running is not stopped. */
  stop(): void {
    clearTimeout(this.timer);
    this.timer = undefined;
    this.asked = false;
  }

  private async run(): Promise<void> {
    this.timer = undefined;
    this.asked = false;
    this.running = true;
    const started = this.now();
    try {
      await this.task();
    } catch {
      // The task shows its errors itself.
    } finally {
      this.running = false;
      this.rested = this.now() + this.rest(this.now() - started);
      this.catchUp();
    }
  }

  /** Runs once more for requests that came while the task ran. */
  private catchUp(): void {
    if (this.asked) this.ask();
  }
}

/** Runs a task once requests have stopped for `pause` milliseconds, but after `most` milliseconds in any case. */
export class Debounced {
  private timer: ReturnType<typeof setTimeout> | undefined;
  private since = 0;

  constructor(
    private readonly task: () => void,
    private readonly pause: number,
    private readonly most: number,
    private readonly now: () => number = Date.now,
  ) {}

  ask(): void {
    const now = this.now();
    if (this.timer === undefined) this.since = now;
    clearTimeout(this.timer);
    this.timer = setTimeout(
      () => {
        this.timer = undefined;
        this.task();
      },
      Math.max(0, Math.min(this.pause, this.since + this.most - now)),
    );
  }
}

import { BackendError } from './backend/backend';
import { isAbort, toBackendError } from './backend/call';

type Ask<T> = (signal: AbortSignal) => Promise<T>;

/** The first and the longest delay before a failed request is repeated, in milliseconds. */
const FIRST_WAIT = 1_000;
const LONGEST_WAIT = 30_000;
/** The retry delay for requests that are not a Resource, in milliseconds. */
const LATER = 5_000;

/**
 * A loaded value with the key of its request. The last value stays until there is another. If the backend does
 * not respond, the request is repeated with growing delays, in one chain however often it is requested
 * meanwhile.
 *
 * `load` is for another question: the latest one wins, in whatever order responses arrive. `follow` is for a
 * value that keeps changing: one request runs, one more waits for it, and every response is applied, so that
 * changes that come faster than responses delay nothing.
 */
export class Resource<T> {
  value = $state.raw<T | null>(null);
  /** The key of the value. */
  valueKey = $state('');
  loading = $state(false);
  /** Why the last request failed. */
  failure = $state.raw<BackendError | null>(null);

  private key = '';
  private ask: Ask<T> | null = null;
  private request: AbortController | null = null;
  private running: Promise<T | null> = Promise.resolve(null);
  /** The request that `follow` sends after the running one. */
  private next: { ask: Ask<T>; answer: Promise<T | null> } | null = null;
  private timer: ReturnType<typeof setTimeout> | undefined;
  private wait = FIRST_WAIT;

  constructor(
    /** Whether a retry may help after a failure. */
    private readonly again: (why: BackendError) => boolean = unanswered,
    /** Called with every loaded value, including those of automatic retries. */
    private readonly answered: (value: T) => void = () => undefined,
  ) {}

  get error(): string | null {
    return this.failure?.message ?? null;
  }

  /** True if the value is outdated because the last request failed. */
  get stale(): boolean {
    return this.failure !== null && this.value !== null;
  }

  /** Loads a value; null if it failed or a later request replaced it. */
  load(key: string, ask: Ask<T>): Promise<T | null> {
    this.stop();
    if (key !== this.key) this.wait = FIRST_WAIT;
    this.key = key;
    this.ask = ask;
    const request = (this.request = new AbortController());
    this.loading = true;
    // A value stays marked as outdated until the response; the failure of another question does not.
    if (this.value === null || key !== this.valueKey) this.failure = null;
    return (this.running = this.run(key, ask, request));
  }

  /**
   * Loads the value again because it may have changed. A running request with this key is not aborted: one
   * more follows it, with the latest `ask`, and answers all calls until then.
   */
  follow(key: string, ask: Ask<T>): Promise<T | null> {
    if (!this.loading || key !== this.key) return this.load(key, ask);
    if (this.next) {
      this.next.ask = ask;
      return this.next.answer;
    }
    const next = { ask, answer: this.running };
    next.answer = this.running.then(() => (this.next === next ? this.load(key, next.ask) : null));
    this.next = next;
    return next.answer;
  }

  private async run(key: string, ask: Ask<T>, request: AbortController): Promise<T | null> {
    try {
      const value = await ask(request.signal);
      if (this.request !== request) return null;
      this.loading = false;
      this.set(key, value);
      return value;
    } catch (error) {
      if (this.request === request) this.fail(error);
      return null;
    }
  }

  /** Repeats the last request at once. */
  retry(): Promise<T | null> {
    return this.ask ? this.load(this.key, this.ask) : Promise.resolve(null);
  }

  /** Sets a value, or a part of it, from another source. A request that is under way goes on. */
  set(key: string, value: T): void {
    this.value = value;
    this.valueKey = key;
    this.key = key;
    this.failure = null;
    this.wait = FIRST_WAIT;
    this.answered(value);
  }

  /** Aborts the request, and the one that waits for it; the value stays. */
  stop(): void {
    clearTimeout(this.timer);
    this.next = null;
    this.request?.abort();
    this.request = null;
    this.loading = false;
  }

  /** Aborts the request and clears the value. */
  forget(): void {
    this.stop();
    this.ask = null;
    this.key = this.valueKey = '';
    this.value = null;
    this.failure = null;
  }

  private fail(error: unknown): void {
    this.loading = false;
    if (isAbort(error)) return;
    const why = toBackendError(error);
    this.failure = why instanceof BackendError ? why : new BackendError('internal', why.message);
    if (!this.again(this.failure)) return;
    this.timer = setTimeout(() => void this.retry(), this.wait);
    this.wait = Math.min(LONGEST_WAIT, this.wait * 2);
  }
}

/** For values that are loaded in parts: the caller handles them, and retries itself. */
export const never = () => false;

/** Whether the backend did not respond at all: repeating a refused request would not help. */
function unanswered(why: unknown): boolean {
  return why instanceof BackendError && (why.code === 'timeout' || why.code === 'unreachable');
}

/** Calls `again` later if a retry may help after a failure; for requests that are not a Resource. */
export function againLater(why: unknown, ask: () => void): ReturnType<typeof setTimeout> | undefined {
  return unanswered(why) ? setTimeout(ask, LATER) : undefined;
}

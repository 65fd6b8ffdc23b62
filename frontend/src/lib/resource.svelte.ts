import { BackendError } from './backend/backend';
import { isAbort, toBackendError } from './backend/call';

type Ask<T> = (signal: AbortSignal) => Promise<T>;

/** The first wait before a question is asked again that nobody answered, and the longest. */
const FIRST_WAIT = 1_000;
const LONGEST_WAIT = 30_000;
/** What is no resource and was not answered is asked for again this much later. */
const LATER = 5_000;

/**
 * An answer that is shown, by the key of its question. The latest question counts, whatever order
 * answers come in; the last answer stays until there is another. Where the backend does not answer
 * at all it is asked again, ever more seldom: one chain of tries, however often is asked meanwhile.
 */
export class Resource<T> {
  value = $state.raw<T | null>(null);
  /** The key that the value answers. */
  shown = $state('');
  loading = $state(false);
  /** Why the last question was not answered. */
  failure = $state.raw<BackendError | null>(null);

  private key = '';
  private ask: Ask<T> | null = null;
  private request: AbortController | null = null;
  private timer: ReturnType<typeof setTimeout> | undefined;
  private wait = FIRST_WAIT;

  constructor(
    /** Whether a failure is one that another try may mend. */
    private readonly again: (why: BackendError) => boolean = unanswered,
    /** Hears of every answer, also of those to tries of its own. */
    private readonly answered: (value: T) => void = () => undefined,
  ) {}

  get error(): string | null {
    return this.failure?.message ?? null;
  }

  /** What is shown is older than what was asked for, because there is no answer. */
  get stale(): boolean {
    return this.failure !== null && this.value !== null;
  }

  /** Asks; gives what was answered, and null where it was not or another question came after it. */
  async load(key: string, ask: Ask<T>): Promise<T | null> {
    this.stop();
    if (key !== this.key) this.wait = FIRST_WAIT;
    this.key = key;
    this.ask = ask;
    const request = (this.request = new AbortController());
    this.loading = true;
    // Where something is shown it is still old; where nothing is, it is loading.
    if (this.value === null) this.failure = null;
    try {
      const value = await ask(request.signal);
      if (this.request !== request) return null;
      this.set(key, value);
      return value;
    } catch (error) {
      if (this.request === request) this.fail(error);
      return null;
    }
  }

  /** Asks the same again, at once. */
  retry(): Promise<T | null> {
    return this.ask ? this.load(this.key, this.ask) : Promise.resolve(null);
  }

  /** Takes an answer, or a part of it, that came by another way. */
  set(key: string, value: T): void {
    this.value = value;
    this.shown = key;
    this.key = key;
    this.failure = null;
    this.loading = false;
    this.wait = FIRST_WAIT;
    this.answered(value);
  }

  /** Ends what is asked; what was answered stays. */
  stop(): void {
    clearTimeout(this.timer);
    this.request?.abort();
    this.request = null;
    this.loading = false;
  }

  /** Nothing is asked and nothing is shown any more. */
  forget(): void {
    this.stop();
    this.ask = null;
    this.key = this.shown = '';
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

/** For what is asked for piece by piece: whoever asks takes the pieces, and asks again. */
export const never = () => false;

/** Nobody answered: a refusal stays one, however often is asked. */
function unanswered(why: unknown): boolean {
  return why instanceof BackendError && (why.code === 'timeout' || why.code === 'unreachable');
}

/** For what is more than an answer: asks again later where another try may mend a failure. */
export function againLater(why: unknown, ask: () => void): ReturnType<typeof setTimeout> | undefined {
  return unanswered(why) ? setTimeout(ask, LATER) : undefined;
}

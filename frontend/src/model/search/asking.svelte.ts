import type { Backend } from '../../lib/backend/backend';
import { isAbort, toBackendError } from '../../lib/backend/call';
import type { Named, SearchHit, SearchResult, SearchScope } from '../../lib/backend/types';
import { parseLink } from '../../lib/link';

/**
 * The phase of a query:
 *
 *     nothing ── type ──> typed ── a pause ──> asked ── hits are certain ──> counting
 *                           ^                    │                              │
 *                           └─── type, from anywhere        answered, or failed <┘
 *
 * An answered query may be repeated, because more files were read or more matches are wanted. The current
 * answer stays until the next one is settled.
 */
export type Phase = 'nothing' | 'typed' | 'asked' | 'counting' | 'answered' | 'failed';

/** The parts of the search that a query uses. */
export interface AskingHost {
  readonly backend: Backend;
  /** Whether the history is still loading. */
  readonly reading: boolean;
  scope(): SearchScope;
  /** Called with each answer or part of one; `again` if the same query was answered before. */
  answered(result: SearchResult, again: boolean): void;
}

/** Debounce of typing, in milliseconds. */
const PAUSE = 40;
/** Interval of repeated queries while the history is loading, in milliseconds. */
const GROWING = 800;
/** … and as a multiple of the duration of a search, so that searching doesn't slow the loading. */
const EASE = 4;
/** Delay of the last repetition, after everything is loaded, in milliseconds. */
const READ = 50;
export const FIRST = 50;
export const MOST = 500;
/** The engine rejects longer queries: don't send it megabytes of a paste. */
const LONGEST = 9000;

/** Sends one query at a time, and holds its answer. */
export class Asking {
  phase = $state<Phase>('nothing');
  result = $state.raw<SearchResult | null>(null);
  total = $state<number | null>(null);
  error = $state<string | null>(null);
  /** The session or message that the query is the ID of or a link to. */
  named = $state.raw<Named | null>(null);
  limit = $state(FIRST);
  /** Whether the result answers the current query, not an earlier one. */
  private current = true;
  private query = '';
  private request = new AbortController();
  /** Aborts requests for parts of the answer, which survive repetitions of the query. */
  private parts = new AbortController();
  /** The pending debounce or repetition. */
  private timer: ReturnType<typeof setTimeout> | undefined;
  /** Duration of the last search, in milliseconds. */
  private took = 0;

  constructor(private readonly host: AskingHost) {}

  get loading(): boolean {
    return this.phase === 'typed' || this.phase === 'asked';
  }

  /** The current query has no answer yet; the result is of an earlier one. */
  get pending(): boolean {
    return !this.current;
  }

  /** Whether a request is running. */
  private get asking(): boolean {
    return this.phase === 'asked' || this.phase === 'counting';
  }

  /** Sets the query and aborts the previous one. */
  type(query: string): void {
    this.stop();
    this.query = query;
    this.limit = FIRST;
    this.current = query.trim() === '';
    if (this.current) {
      this.forget();
      return;
    }
    this.phase = 'typed';
    this.timer = setTimeout(() => void this.ask(false), PAUSE);
  }

  /** Repeats the query, and keeps the result until it is answered. */
  again(): Promise<void> {
    return this.query.trim() === '' ? Promise.resolve() : this.ask(this.current);
  }

  /** Searches the current query in a narrower scope, newest first. */
  async within(scope: SearchScope): Promise<readonly SearchHit[]> {
    const { signal } = this.parts;
    const { hits } = await this.host.backend.search(textOf(this.query), scope, MOST, () => undefined, signal);
    return hits;
  }

  showMore(): void {
    this.limit = MOST;
    void this.again();
  }

  /** Sends a pending query at once; resolves when the first matches are settled. */
  async now(): Promise<void> {
    if (this.pending) await this.ask(false);
  }

  /** Repeats a query whose answer was interrupted. */
  complete(): void {
    if (this.result?.complete === false && this.result.problem === null && !this.asking) void this.again();
  }

  /** Called when more of the history was loaded: repeats an answer that did not cover all files. */
  grew(): void {
    if (this.result?.scanned !== false || this.phase === 'typed' || this.asking) return;
    clearTimeout(this.timer);
    const wait = this.host.reading ? Math.max(GROWING, EASE * this.took) : READ;
    this.timer = setTimeout(() => void this.again(), wait);
  }

  /** Aborts running requests; the result stays. */
  stop(): void {
    this.end();
    this.parts.abort();
    this.parts = new AbortController();
    if (this.phase !== 'failed') this.phase = this.result ? 'answered' : 'nothing';
  }

  private end(): void {
    clearTimeout(this.timer);
    this.request.abort();
  }

  private forget(): void {
    this.phase = 'nothing';
    this.result = null;
    this.total = null;
    this.error = null;
    this.named = null;
  }

  private ask(again: boolean): Promise<void> {
    this.end();
    this.phase = 'asked';
    const { signal } = (this.request = new AbortController());
    return new Promise((certain) => void this.follow(again, signal, certain));
  }

  private async follow(again: boolean, signal: AbortSignal, certain: () => void): Promise<void> {
    const { backend } = this.host;
    const begun = performance.now();
    const told = (part: SearchResult) => {
      // A named session is shown before matches of its ID; the list must not shrink during a repetition.
      if (signal.aborted || part.id !== '' || (again && !part.settled)) return;
      this.take(part, again, 'counting');
      if (part.settled) certain();
    };
    try {
      const text = textOf(this.query);
      const result = await backend.search(text, this.host.scope(), this.limit, told, signal);
      const named = result.id === '' ? null : await backend.named(result.id, signal).catch(() => null);
      if (signal.aborted) return;
      this.named = named;
      this.take(result, again, 'answered');
    } catch (error) {
      if (signal.aborted) return;
      this.phase = 'failed';
      if (!isAbort(error)) this.error = toBackendError(error).message;
    } finally {
      certain();
    }
    this.took = performance.now() - begun;
    this.grew();
  }

  private take(result: SearchResult, again: boolean, phase: Phase): void {
    const before = this.current;
    if (!before) this.named = result.id === '' ? null : this.named;
    this.current = true;
    this.phase = phase;
    this.result = result;
    // During a repetition the known total stays until there is a new one.
    if (!again || result.total !== null) this.total = result.total;
    this.error = null;
    this.host.answered(result, again || before);
  }
}

/** The query text: of a link, the ID of its message or session. */
function textOf(query: string): string {
  const link = parseLink(query);
  return link ? link.record || link.session : query.slice(0, LONGEST);
}

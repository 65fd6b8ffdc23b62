import type { Backend } from '../../lib/backend/backend';
import { isAbort, toBackendError } from '../../lib/backend/call';
import type { Named, SearchHit, SearchResult, SearchScope } from '../../lib/backend/types';
import { parseLink } from '../../lib/link';

/**
 * How far a question is:
 *
 *     nothing ── type ──> typed ── a pause ──> asked ── hits are certain ──> counting
 *                           ^                    │                              │
 *                           └─── type, from anywhere        answered, or failed <┘
 *
 * What is answered may be asked again, because more has been read or more hits are wanted: then the
 * answer that stands stays until the next one is certain.
 */
export type Phase = 'nothing' | 'typed' | 'asked' | 'counting' | 'answered' | 'failed';

/** What a question needs of the search that asks it. */
export interface AskingHost {
  readonly backend: Backend;
  /** The history is being read. */
  readonly reading: boolean;
  scope(): SearchScope;
  /** An answer, or a part of one, has come; `again` where it is one to what was answered before. */
  answered(result: SearchResult, again: boolean): void;
}

/** A keystroke within this time of the one before is searched for together with it. */
const PAUSE = 40;
/** How often is asked again while the history is still being read. */
const GROWING = 800;
/** … and how many times longer than a search takes, so that it does not slow the reading down. */
const EASE = 4;
/** How soon it is asked again when everything has been read. */
const READ = 50;
export const FIRST = 50;
export const MOST = 500;
/** The engine refuses what is longer than this: the megabytes of a paste need not go there. */
const LONGEST = 9000;

/** One question after the other, and what is known of its answer. */
export class Asking {
  phase = $state<Phase>('nothing');
  result = $state.raw<SearchResult | null>(null);
  total = $state<number | null>(null);
  error = $state<string | null>(null);
  /** What the query names, where it is an id or a link. */
  named = $state.raw<Named | null>(null);
  limit = $state(FIRST);
  /** What stands answers what was typed, and not what was typed before. */
  private current = true;
  private query = '';
  private request = new AbortController();
  /** Parts of what is asked outlive that it is asked again. */
  private parts = new AbortController();
  /** One wait at a time: for the next key, or until it is asked again. */
  private timer: ReturnType<typeof setTimeout> | undefined;
  /** How long the last search took. */
  private took = 0;

  constructor(private readonly host: AskingHost) {}

  get loading(): boolean {
    return this.phase === 'typed' || this.phase === 'asked';
  }

  /** What was typed has no answer yet; the hits are those of what was typed before. */
  get pending(): boolean {
    return !this.current;
  }

  /** An answer is on its way, or more of one. */
  private get asking(): boolean {
    return this.phase === 'asked' || this.phase === 'counting';
  }

  /** Something was typed: what was asked before is of no use any more. */
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

  /** Asks what was typed again, and keeps what stands until it is answered. */
  again(): Promise<void> {
    return this.query.trim() === '' ? Promise.resolve() : this.ask(this.current);
  }

  /** The newest hits of a part of what was asked, when that is answered. */
  async within(scope: SearchScope): Promise<readonly SearchHit[]> {
    const { signal } = this.parts;
    const { hits } = await this.host.backend.search(textOf(this.query), scope, MOST, () => undefined, signal);
    return hits;
  }

  showMore(): void {
    this.limit = MOST;
    void this.again();
  }

  /** Asks what was typed at once; done when the hits that come first are certain. */
  async now(): Promise<void> {
    if (this.pending) await this.ask(false);
  }

  /** Asks for the end of an answer that was cut off. */
  complete(): void {
    if (this.result?.complete === false && this.result.problem === null && !this.asking) void this.again();
  }

  /** More of the history has been read: what was found so far may not be all. */
  grew(): void {
    if (this.result?.scanned !== false || this.phase === 'typed' || this.asking) return;
    clearTimeout(this.timer);
    const wait = this.host.reading ? Math.max(GROWING, EASE * this.took) : READ;
    this.timer = setTimeout(() => void this.again(), wait);
  }

  /** Ends what is asked; what has been answered stays. */
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
      // What an id names is shown before what holds it; what stands is not to shrink.
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
    // While more is being read, the number that was known stands until there is a new one.
    if (!again || result.total !== null) this.total = result.total;
    this.error = null;
    this.host.answered(result, again || before);
  }
}

/** A link to a message or a session is searched for as the id that it ends in. */
function textOf(query: string): string {
  const link = parseLink(query);
  return link ? link.record || link.session : query.slice(0, LONGEST);
}

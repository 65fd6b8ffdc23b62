import type { Backend } from '../../lib/backend/backend';
import type { FilterResult, RankedResult, SearchScope } from '../../lib/backend/types';
import { Resource } from '../../lib/resource.svelte';

/** Debounce of typing, in milliseconds. */
const PAUSE = 40;
/** Interval of repeated requests while the history is loading, in milliseconds. */
const GROWING = 800;
const CHATS = 30;
const TURNS = 8;
const MORE_TURNS = 30;

/** What to ask for a query: '' asks nothing. */
export interface Question {
  /** The words that titles and names are searched for. */
  names: string;
  /** The chats to search for names; null for all. */
  among: readonly string[] | null;
  /** The query that turns are ranked by. */
  turns: string;
  scope: SearchScope;
}

/** The answers that come at once: chats by their names, and turns by what they say. */
export class Quick {
  readonly names = new Resource<FilterResult>();
  readonly turns = new Resource<RankedResult>();
  private question: Question = { names: '', among: null, turns: '', scope: {} };
  private limit = TURNS;
  private timer: ReturnType<typeof setTimeout> | undefined;
  /** Whether the question has not been sent yet. */
  private waiting = $state(false);
  private running: Promise<unknown> = Promise.resolve();

  constructor(private readonly backend: Pick<Backend, 'filter' | 'ranked'>) {}

  get loading(): boolean {
    return this.waiting || this.names.loading || this.turns.loading;
  }

  /** Whether no more turns can be listed. */
  get hasMoreTurns(): boolean {
    const { value } = this.turns;
    return value !== null && value.turns.length >= TURNS && this.limit === TURNS && value.total > TURNS;
  }

  ask(question: Question): void {
    this.stop();
    this.question = question;
    this.limit = TURNS;
    if (question.names === '') this.names.forget();
    if (question.turns === '') this.turns.forget();
    if (question.names === '' && question.turns === '') return;
    this.waiting = true;
    this.timer = setTimeout(() => void this.again(), PAUSE);
  }

  showMoreTurns(): void {
    this.limit = MORE_TURNS;
    void this.again();
  }

  /** Sends a pending question at once; resolves when it is answered. */
  async now(): Promise<void> {
    if (this.waiting) await this.again();
    else await this.running;
  }

  /** Repeats the question, and keeps the answers until then. */
  again(): Promise<unknown> {
    clearTimeout(this.timer);
    this.waiting = false;
    const { names, among, turns, scope } = this.question;
    const { backend, limit } = this;
    const asked: Promise<unknown>[] = [];
    if (names !== '') {
      const key = JSON.stringify([names, among]);
      const part = (signal: AbortSignal) => (found: FilterResult) => {
        if (!signal.aborted) this.names.set(key, found);
      };
      asked.push(
        this.names.load(key, (signal) =>
          backend.filter(names, CHATS, among ? { among } : {}, signal, part(signal)),
        ),
      );
    }
    if (turns !== '')
      asked.push(
        this.turns.load(JSON.stringify([turns, scope, limit]), (signal) =>
          backend.ranked(turns, scope, limit, signal),
        ),
      );
    return (this.running = Promise.all(asked));
  }

  /** Called when more of the history was loaded: repeats an answer that did not cover all files. */
  grew(reading: boolean): void {
    if (this.turns.value?.scanned !== false || this.loading) return;
    clearTimeout(this.timer);
    this.timer = setTimeout(() => void this.again(), reading ? GROWING : PAUSE);
  }

  /** Aborts running requests; the answers stay. */
  stop(): void {
    clearTimeout(this.timer);
    this.waiting = false;
    this.names.stop();
    this.turns.stop();
  }
}

import type { Findings } from '../../lib/backend/types';
import { patternOf } from '../../lib/found/mark';
import { Throttled } from '../../lib/later';
import { Resource } from '../../lib/resource.svelte';
import type { Place } from '../place/place.svelte';
import type { ThreadState } from './thread.svelte';

/** Debounce of keystrokes, in milliseconds. */
const PAUSE = 120;
/** Milliseconds until a branch that grows is searched again. */
const GROWN = 3_000;

/** The state of "Find in this branch". */
export class FindState {
  at = $state(-1);
  private waiting = $state(false);
  /** Jump to the first result once it arrives, even if the branch is still loading. */
  private going = false;
  private readonly findings = new Resource<Findings>(undefined, (found) => this.arrive(found));
  /** The row of the result does not show the text: cards omit fields that only the record has. */
  unseen = $state(false);
  private timer: ReturnType<typeof setTimeout> | undefined;
  /** Searches a branch that grows. */
  private readonly again = new Throttled(() => this.run(), GROWN);
  /** Key of the last request: branch, length and query. */
  private asked = '';

  /** The pattern of the query, to highlight in the text. */
  readonly patterns = $derived.by((): readonly RegExp[] => {
    const pattern = patternOf(this.query);
    return pattern ? [pattern] : [];
  });
  /** The last query, offered the next time. */
  private last = '';

  constructor(
    private readonly thread: ThreadState,
    /** The query is part of the location. */
    private readonly place: Place,
    private readonly nav: { reveal(rows: readonly number[]): void; mark(row: number): void },
  ) {}

  get open(): boolean {
    return this.place.find !== null;
  }

  get query(): string {
    return this.place.find ?? this.last;
  }

  readonly rows = $derived(this.findings.value?.rows ?? []);

  get found(): Findings | null {
    return this.findings.value;
  }

  get loading(): boolean {
    return this.waiting || this.findings.loading;
  }

  get error(): string | null {
    return this.findings.error;
  }

  start(): void {
    this.ask(this.query);
  }

  close(): void {
    this.last = this.query;
    this.place.settle({ find: null });
    this.leave();
  }

  ask(query: string): void {
    this.place.settle({ find: query });
    this.forget();
    if (this.patterns.length === 0) return;
    this.waiting = this.going = true;
    this.timer = setTimeout(() => void this.run(), PAUSE);
  }

  /** Clears the results. */
  leave(): void {
    this.forget();
    this.asked = '';
  }

  private forget(): void {
    clearTimeout(this.timer);
    this.again.stop();
    this.findings.forget();
    this.waiting = this.going = false;
    this.at = -1;
    this.unseen = false;
  }

  /** Repeats the search after the branch changed, or every GROWN milliseconds at most while it grows. */
  follow(): void {
    const { key, skeleton } = this.thread;
    const asked = skeleton ? `${key} ${String(skeleton.total)} ${this.query}` : '';
    if (!this.open || this.waiting || asked === '' || asked === this.asked) return;
    if (this.patterns.length === 0) return;
    if (this.asked.startsWith(`${key} `) && this.asked.endsWith(` ${this.query}`)) this.again.ask();
    else void this.run();
  }

  private async run(): Promise<void> {
    const { key, target, skeleton, showsInternal } = this.thread;
    this.waiting = false;
    if (!target || !skeleton) return;
    const { query } = this;
    this.asked = `${key} ${String(skeleton.total)} ${query}`;
    await this.findings.follow(`${key} ${query}`, (signal) =>
      this.thread.source.find(target, query, showsInternal, signal),
    );
  }

  private arrive(found: Findings): void {
    if (!this.going) return;
    this.going = false;
    // Start at the first result from the visible row on, like everywhere.
    const here = found.rows.findIndex((row) => (row.rows[0] ?? 0) >= this.thread.scroll.topRow);
    if (found.rows.length > 0) this.show(Math.max(0, here));
  }

  /** Goes to the next or previous result, wrapping around. */
  step(by: 1 | -1): void {
    const n = this.rows.length;
    if (n > 0) this.show(((((this.at < 0 && by < 0 ? 0 : this.at) + by) % n) + n) % n);
  }

  private show(at: number): void {
    this.at = at;
    this.unseen = false;
    const row = this.rows[at];
    if (!row) return;
    this.nav.reveal(row.rows);
    this.nav.mark(row.rows[0] ?? 0);
  }
}

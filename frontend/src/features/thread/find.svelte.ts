import type { Findings } from '../../lib/backend/types';
import { patternOf } from '../../lib/found/mark';
import { Resource } from '../../lib/resource.svelte';
import type { Navigator } from '../../navigator.svelte';
import type { ThreadState } from './thread.svelte';

/** A keystroke within this time of the one before is looked for together with it. */
const PAUSE = 120;

/** Finding a text in the open branch, wherever in it that stands. */
export class FindState {
  at = $state(-1);
  private waiting = $state(false);
  /** The first place is gone to once it is known, also where the branch is still read. */
  private going = false;
  private readonly findings = new Resource<Findings>(undefined, (found) => this.arrive(found));
  /** The place that is shown does not show the text: a card leaves out what only the record holds. */
  unseen = $state(false);
  private timer: ReturnType<typeof setTimeout> | undefined;
  /** The branch that was looked through, how long it was, and for what. */
  private asked = '';

  /** The words that this marks in the thread: a search marks its own. */
  private own: readonly RegExp[] = [];
  /** What was looked for last, for the next time. */
  private last = '';

  constructor(
    private readonly thread: ThreadState,
    /** Where the reader is: what is looked for belongs to it. */
    private readonly nav: Pick<Navigator, 'find' | 'amend' | 'mark'>,
  ) {}

  get open(): boolean {
    return this.nav.find !== null;
  }

  get query(): string {
    return this.nav.find ?? this.last;
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
    this.nav.amend({ find: null });
    this.leave();
  }

  ask(query: string): void {
    this.nav.amend({ find: query });
    this.forget();
    if (!this.markWords()) return;
    this.waiting = this.going = true;
    this.timer = setTimeout(() => void this.run(), PAUSE);
  }

  private markWords(): boolean {
    const pattern = patternOf(this.query);
    this.thread.patterns = this.own = pattern ? [pattern] : [];
    return pattern !== null;
  }

  /** The reader has gone where nothing is looked for. */
  leave(): void {
    this.forget();
    this.asked = '';
    if (this.thread.patterns === this.own) this.thread.patterns = [];
  }

  private forget(): void {
    clearTimeout(this.timer);
    this.findings.forget();
    this.waiting = this.going = false;
    this.at = -1;
    this.unseen = false;
  }

  /** Another branch was opened, or this one has grown: what was found is looked for again. */
  follow(): void {
    const { key, skeleton } = this.thread;
    const asked = skeleton ? `${key} ${String(skeleton.total)} ${this.query}` : '';
    if (!this.open || this.waiting || asked === '' || asked === this.asked) return;
    if (this.markWords()) void this.run();
  }

  private async run(): Promise<void> {
    const { key, target, skeleton, showsInternal } = this.thread;
    this.waiting = false;
    if (!target || !skeleton) return;
    const { query } = this;
    this.asked = `${key} ${String(skeleton.total)} ${query}`;
    await this.findings.load(this.asked, (signal) =>
      this.thread.source.find(target, query, showsInternal, signal),
    );
  }

  private arrive(found: Findings): void {
    if (!this.going) return;
    this.going = false;
    // The first one from where the reader is, as everywhere.
    const here = found.rows.findIndex((row) => (row.rows[0] ?? 0) >= this.thread.place.topRow);
    if (found.rows.length > 0) this.show(Math.max(0, here));
  }

  /** The next or the previous row with the text, round and round. */
  step(by: 1 | -1): void {
    const n = this.rows.length;
    if (n > 0) this.show(((((this.at < 0 && by < 0 ? 0 : this.at) + by) % n) + n) % n);
  }

  private show(at: number): void {
    this.at = at;
    this.unseen = false;
    const row = this.rows[at];
    if (!row) return;
    this.thread.reveal(row.rows);
    this.nav.mark(row.rows[0] ?? 0);
  }
}

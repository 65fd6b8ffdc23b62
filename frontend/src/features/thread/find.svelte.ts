import type { Backend } from '../../lib/backend/backend';
import type { Findings } from '../../lib/backend/types';
import { patternOf } from '../../lib/found/mark';
import { Resource } from '../../lib/resource.svelte';
import type { ThreadState } from './thread.svelte';

/** A keystroke within this time of the one before is looked for together with it. */
const PAUSE = 120;

/** Finding a text in the open branch, wherever in it that stands. */
export class FindState {
  open = $state(false);
  query = $state('');
  at = $state(-1);
  private waiting = $state(false);
  /** The first place is gone to once it is known, also where the branch is still read. */
  private going = false;
  private readonly findings = new Resource<Findings>();
  /** The place that is shown does not show the text: a card leaves out what only the record holds. */
  unseen = $state(false);
  private timer: ReturnType<typeof setTimeout> | undefined;
  /** The branch that was looked through. */
  private branch = '';

  constructor(
    private readonly backend: Backend,
    private readonly thread: ThreadState,
    /** Marks in the tree where a row stands. */
    private readonly mark: (row: number) => void,
  ) {}

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
    this.open = true;
    if (this.query.trim() !== '') this.ask(this.query);
  }

  close(): void {
    this.open = false;
    this.forget();
    this.thread.patterns = [];
  }

  ask(query: string): void {
    this.query = query;
    this.forget();
    const pattern = patternOf(query);
    this.thread.patterns = pattern ? [pattern] : [];
    if (!pattern) return;
    this.waiting = this.going = true;
    this.timer = setTimeout(() => void this.run(), PAUSE);
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
    const branch = skeleton ? `${key} ${String(skeleton.total)}` : '';
    if (!this.open || branch === '' || branch === this.branch || this.query.trim() === '') return;
    void this.run();
  }

  private async run(): Promise<void> {
    const { key, target, skeleton, showsInternal } = this.thread;
    this.waiting = false;
    if (!target || !skeleton) return;
    const { query } = this;
    const { session, tip } = target;
    const agent = target.agents?.at(-1);
    this.branch = `${key} ${String(skeleton.total)}`;
    const found = await this.findings.load(`${this.branch} ${query}`, (signal) =>
      agent
        ? this.backend.agentFind(session, agent.ref, query, signal)
        : this.backend.find(session, tip, query, signal, showsInternal),
    );
    if (!found || !this.going) return;
    this.going = false;
    // The first one from where the reader is, as everywhere.
    const here = found.rows.findIndex((row) => (row.rows[0] ?? 0) >= this.thread.topRow);
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
    this.mark(row.rows[0] ?? 0);
  }
}

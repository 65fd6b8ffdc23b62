import type { Backend } from '../../lib/backend/backend';
import type { Comparison, Segment } from '../../lib/backend/types';
import { Resource } from '../../lib/resource.svelte';
import type { TreeState } from './tree.svelte';

/** What was found, and the segment that each side ends with. */
export interface Compared extends Comparison {
  leaves: [Segment, Segment];
}

/** Two branches of the open chat, side by side: which, and what was found. */
export class CompareState {
  private first = $state<string | null>(null);
  open = $state(false);
  private readonly found = new Resource<Compared>();

  constructor(
    private readonly backend: Backend,
    private readonly tree: TreeState,
  ) {}

  get loading(): boolean {
    return this.found.loading;
  }

  get error(): string | null {
    return this.found.error;
  }

  get result(): Compared | null {
    return this.found.value;
  }

  /** The branch that another one is to be chosen for. */
  readonly from = $derived.by((): Segment | null => this.tree.segment(this.first));
  private readonly marked = $derived.by(() => this.tree.segment(this.tree.selected));

  /** Why there is nothing to compare; undefined where there is. */
  readonly reason = $derived.by(() => {
    if (this.tree.tree === null) return 'no chat is open';
    return this.tree.tree.segments.length < 2 ? 'this chat has one branch only' : undefined;
  });

  /** The mark in the tree is another branch than the first one. */
  readonly ready = $derived(this.from !== null && this.marked !== null && this.marked.id !== this.from.id);

  /** Takes the marked branch as the first of two, then as the second; the same one twice takes it back. */
  pick(): void {
    const { from, marked } = this;
    if (this.reason !== undefined || marked === null) return;
    if (from === null) this.first = marked.id;
    else if (from.id === marked.id) this.cancel();
    else void this.run(from, marked);
  }

  cancel(): void {
    this.first = null;
  }

  close(): void {
    this.open = false;
    this.found.forget();
  }

  retry(): void {
    void this.found.retry();
  }

  /** Compares the branches that two segments lead to. */
  async run(one: Segment, two: Segment): Promise<void> {
    this.first = null;
    this.open = true;
    this.found.forget();
    // A branch goes on to its newest end, unless that would be the same end twice.
    let ends: [Segment, Segment] = [this.tree.leafBelow(one), this.tree.leafBelow(two)];
    if (ends[0].id === ends[1].id) ends = [one, two];
    const key = ends.map(({ session, tip }) => `${session} ${tip}`).join(' ');
    await this.found.load(key, async (signal) => ({
      ...(await this.backend.compare(ends[0], ends[1], signal)),
      leaves: ends,
    }));
  }
}

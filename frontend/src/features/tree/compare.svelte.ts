import type { Backend } from '../../lib/backend/backend';
import type { Comparison, Segment, Work } from '../../lib/backend/types';
import { Resource } from '../../lib/resource.svelte';
import type { TreeState } from './tree.svelte';

/** How many rows are looked at at once for the last answer, and how many in all. */
const PAGE = 40;
const FARTHEST = 400;
/** How many turns of a branch are asked for what failed in them. */
const TURNS = 60;

/** What was found, and the segment that each side ends with. */
export interface Compared extends Comparison {
  leaves: [Segment, Segment];
  /** What each of them says last; '' where that is not to be had. */
  answers: [string, string];
  /** The calls of each that failed: tests, commands, edits; those of its first turns. */
  failed: [Failure[], Failure[]];
}

export type Failure = NonNullable<Work['failed']>[number];

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
    // A session that goes on with another is the same branch.
    const { segments } = this.tree.tree;
    const ends = segments.length - new Set(segments.map((s) => s.parent).filter((id) => id !== null)).size;
    return ends < 2 ? 'this chat has one branch only' : undefined;
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

  /** The second branch becomes the first. */
  swap(): void {
    const { result } = this;
    if (!result) return;
    const turned = <T>([a, b]: [T, T]): [T, T] => [b, a];
    this.found.set(`${this.found.shown} `, {
      ...result,
      sides: turned(result.sides),
      leaves: turned(result.leaves),
      answers: turned(result.answers),
      failed: turned(result.failed),
    });
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
    await this.found.load(key, async (signal) => {
      const [compared, ...answers] = await Promise.all([
        this.backend.compare(ends[0], ends[1], signal),
        this.lastAnswer(ends[0], signal),
        this.lastAnswer(ends[1], signal),
      ]);
      const failed = await Promise.all([
        this.failedOn(compared, 0, signal),
        this.failedOn(compared, 1, signal),
      ]);
      return { ...compared, leaves: ends, answers, failed };
    });
  }

  /** What failed on a branch of its own. That it cannot be read costs itself. */
  private async failedOn({ sides, common }: Comparison, i: 0 | 1, signal: AbortSignal): Promise<Failure[]> {
    const { session, tip, turnCount } = sides[i];
    if (turnCount === 0) return [];
    try {
      const work = await this.backend.work(session, tip, common, Math.min(turnCount, TURNS), signal);
      return work.flatMap(({ failed }) => failed ?? []);
    } catch (error) {
      if (signal.aborted) throw error;
      return [];
    }
  }

  /** The last reply of a branch, whole. That it cannot be read costs itself. */
  private async lastAnswer({ session, tip }: Segment, signal: AbortSignal): Promise<string> {
    try {
      const { total } = await this.backend.thread(session, tip, signal);
      for (let to = total; to > Math.max(0, total - FARTHEST); to -= PAGE) {
        const from = Math.max(0, to - PAGE);
        const { rows } = await this.backend.rows(session, tip, from, to - from, signal);
        for (const row of rows.toReversed())
          if (row.kind === 'reply')
            return row.truncated
              ? await this.backend.blockText(session, row.uuid, row.block, signal)
              : row.text;
      }
    } catch (error) {
      if (signal.aborted) throw error;
    }
    return '';
  }
}

import type { Backend } from '../../lib/backend/backend';
import type { Comparison, Segment, Work } from '../../lib/backend/types';
import { m } from '../../lib/messages';
import { Resource } from '../../lib/resource.svelte';
import type { TreeState } from '../tree/tree.svelte';

/** How many rows are read at once, and in total, to find the last answer. */
const PAGE = 40;
const FARTHEST = 400;
/** How many turns of a branch are searched for failures. */
const TURNS = 60;

/** A comparison with the last segment of each side. */
export interface Compared extends Comparison {
  leaves: [Segment, Segment];
  /** The last answer of each side; '' if there is none or it could not be read. */
  answers: [string, string];
  /** The failed calls of each side, in its first turns: tests, commands, edits. */
  failed: [Failure[], Failure[]];
}

export type Failure = NonNullable<Work['failed']>[number];

/** The comparison of two branches of the open chat. */
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

  /** The first branch, while the second one is to be chosen. */
  readonly from = $derived.by((): Segment | null => this.tree.branches.segment(this.first));
  private readonly marked = $derived.by(() => this.tree.branches.segment(this.tree.selected));

  /** Why nothing can be compared; undefined if it can. */
  readonly reason = $derived.by(() => {
    if (this.tree.tree === null) return m.word_no_chat_is_open();
    // A session and the one that resumes it are one branch.
    return this.tree.branches.leafCount < 2 ? m.tree_compare_one_branch() : undefined;
  });

  /** True if the selected branch is another one than the first. */
  readonly ready = $derived(this.from !== null && this.marked !== null && this.marked.id !== this.from.id);

  /** Chooses a branch, by default the selected one, as the first, then as the second; the same one again cancels. */
  pick(marked = this.marked): void {
    const { from } = this;
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

  /** Swaps the two branches. */
  swap(): void {
    const { result } = this;
    if (!result) return;
    const turned = <T>([a, b]: [T, T]): [T, T] => [b, a];
    this.found.set(`${this.found.valueKey} `, {
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
    // Compare up to the newest leaf, unless both segments lead to the same one.
    let ends: [Segment, Segment] = [this.tree.branches.leafBelow(one), this.tree.branches.leafBelow(two)];
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

  /** The failed calls of one side; none if they cannot be read, so that the comparison still shows. */
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

  /** The last reply of a branch, in full; '' if it cannot be read, so that the comparison still shows. */
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

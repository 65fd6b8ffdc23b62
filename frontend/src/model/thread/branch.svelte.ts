import type { Segment, SessionInfo, ToolRow } from '../../lib/backend/types';
import type { TreeState } from '../tree/tree.svelte';
import type { ThreadState } from './thread.svelte';

/** The open branch, from the tree's and the thread's state. */
export class OpenBranch {
  constructor(
    private readonly tree: TreeState,
    private readonly thread: ThreadState,
  ) {}

  /** The selected node. */
  readonly node = $derived.by((): Segment | null => this.tree.branches.segment(this.tree.selected));

  /** The node at the branch's end. */
  readonly leaf = $derived.by((): Segment | null => this.tree.branches.leafOf(this.thread.target));

  /** The session that Resume would start; null if its file is gone. */
  readonly session = $derived.by((): SessionInfo | null =>
    this.thread.loss === 'deleted'
      ? null
      : (this.tree.tree?.sessions.find((s) => s.id === (this.thread.target?.session ?? '')) ?? null),
  );

  /** The chat's directory; '' if none is open. */
  get project(): string {
    return this.tree.tree?.project ?? '';
  }

  /** Reports whether a call waits for its result: in the last turn of a live session. */
  isRunning(row: ToolRow): boolean {
    return row.tool.status === 'missing' && this.isLast(row.turn);
  }

  /** Reports whether a turn is the last one of a live session. */
  isLast(turn: number): boolean {
    return this.session?.live === true && turn === this.thread.skeleton?.turns.length;
  }
}

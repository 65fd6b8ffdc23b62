import type { Segment, SessionInfo, ToolRow } from '../../lib/backend/types';
import type { TreeState } from '../tree/tree.svelte';
import type { ThreadState } from './thread.svelte';

/** The branch that is open, as tree and thread know it together. */
export class OpenBranch {
  constructor(
    private readonly tree: TreeState,
    private readonly thread: ThreadState,
  ) {}

  /** The node that is marked. */
  readonly node = $derived.by((): Segment | null => this.tree.segment(this.tree.selected));

  /** The node at which the branch ends. */
  readonly leaf = $derived.by((): Segment | null => this.tree.leafOf(this.thread.target));

  /** The session that Resume would start, while its file is there. */
  readonly session = $derived.by((): SessionInfo | null =>
    this.thread.loss === 'deleted'
      ? null
      : (this.tree.tree?.sessions.find((s) => s.id === (this.thread.target?.session ?? '')) ?? null),
  );

  /** The directory of the chat; '' where none is open. */
  get project(): string {
    return this.tree.tree?.project ?? '';
  }

  /** A call that waits for its result: the last turn of a session that is being written to. */
  isRunning(row: ToolRow): boolean {
    return (
      row.tool.status === 'missing' &&
      this.session?.live === true &&
      row.turn === this.thread.skeleton?.turns.length
    );
  }
}

import { nothingOpen } from './features/thread/agents';
import type { Spot } from './features/thread/target';
import type { ThreadState } from './features/thread/thread.svelte';
import type { TreeState } from './features/tree/tree.svelte';
import type { Backend } from './lib/backend/backend';
import type { Segment } from './lib/backend/types';
import { type Bookmark, chatAt, type Location } from './location';

/** What of a chat is meant, where it takes its tree or the engine to say where that is. */
export type Wish =
  /** Where its newest branch ends. */
  | { chat: string }
  | { chat: string; segment: string }
  /** The end of its active branch. */
  | { chat: string; session: string }
  | RecordWish;

/** A record, on the branch that ends at `tip` if it is there; `offset`: the view begins so far in its row. */
export interface RecordWish {
  chat: string;
  session: string;
  record: string;
  block: number;
  tip?: string;
  offset?: number;
}

/** The branch through a node of the tree. */
export function branchAt(tree: TreeState, chat: string, segment: Segment, spot: Spot): Location {
  const { session, tip } = tree.leafBelow(segment);
  return { ...chatAt(chat), branch: { session, tip }, segment: segment.id, spot };
}

/** What the tree of the chat can say. */
export function inTree(tree: TreeState, wish: Exclude<Wish, RecordWish>): Location | null {
  if ('session' in wish) {
    const end = tree.endOf(wish.session);
    return end && branchAt(tree, wish.chat, end, 'end');
  }
  const wanted = 'segment' in wish ? tree.segment(wish.segment) : null;
  if (wanted) return branchAt(tree, wish.chat, wanted, wanted.id);
  // A chat opens where it was left: at the end of its newest branch.
  const newest = tree.newestLeaf();
  return newest && branchAt(tree, wish.chat, newest, 'end');
}

/** What the engine has to say: where a record is shown. */
export async function recordAt(
  { backend, tree, thread }: { backend: Backend; tree: TreeState; thread: ThreadState },
  { chat, session, record, block, tip = '', offset }: RecordWish,
  signal?: AbortSignal,
): Promise<Location> {
  const { target } = thread;
  const on = tip || (target?.session === session ? target.tip : '');
  const place = await backend.locate(session, on, record, block, signal);
  const row = place.rows[0] ?? 0;
  const at: Location = {
    ...chatAt(chat),
    branch: { session: place.session, tip: place.tip },
    segment: tree.leafOf(place)?.id ?? null,
    spot: row,
  };
  if (offset === undefined) return { ...at, found: place.rows };
  return { ...at, left: { ...nothingOpen, topRow: row, offset } };
}

/** The location as it is kept for the next start: the end, or the record at the top of the view. */
export function bookmarkOf({ chat, branch, agents }: Location, thread: ThreadState): Bookmark | null {
  if (!branch) return null;
  const at = thread.placed;
  const row = at && !thread.atEnd && agents.length === 0 ? thread.row(at.row) : undefined;
  const { uuid = '', block = 0 } = row ?? {};
  return { chat, ...branch, record: uuid, block, offset: at?.offset ?? 0 };
}

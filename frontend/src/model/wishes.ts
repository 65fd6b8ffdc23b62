import { type AgentStep, agentAbout, agentKey, agentRef, nothingOpen } from './place/agents';
import type { Spot } from './place/target';
import type { ThreadState } from './thread/thread.svelte';
import type { TreeState } from './tree/tree.svelte';
import type { Backend } from '../lib/backend/backend';
import type { AgentRef, Segment } from '../lib/backend/types';
import { type Link, linkTo } from '../lib/link';
import { chatAt, type Location } from './place/location';

/** A target in a chat that the tree or the engine has to resolve to a location. */
export type Wish =
  /** The end of the newest branch. */
  | { chat: string }
  | { chat: string; segment: string }
  /** The end of the session's active branch. */
  | { chat: string; session: string }
  | RecordWish;

/**
 * A record, on the branch that ends at `tip` if it is there. `offset` is the scroll offset in its row,
 * `agents` are the agents around it that are open alone.
 */
export interface RecordWish {
  chat: string;
  session: string;
  record: string;
  block: number;
  tip?: string;
  offset?: number | null;
  agents?: readonly AgentRef[];
}

/** The branch through a node of the tree. */
export function branchAt(tree: TreeState, chat: string, segment: Segment, spot: Spot): Location {
  const { session, tip } = tree.leafBelow(segment);
  return { ...chatAt(chat), branch: { session, tip }, segment: segment.id, spot };
}

/** Resolves a wish with the tree; null if it has no such node. */
export function inTree(tree: TreeState, wish: Exclude<Wish, RecordWish>): Location | null {
  if ('session' in wish) {
    const end = tree.endOf(wish.session);
    return end && branchAt(tree, wish.chat, end, 'end');
  }
  const wanted = 'segment' in wish ? tree.segment(wish.segment) : null;
  if (wanted) return branchAt(tree, wish.chat, wanted, wanted.id);
  // By default a chat opens at the end of its newest branch.
  const newest = tree.newestLeaf();
  return newest && branchAt(tree, wish.chat, newest, 'end');
}

/** The parts of the window that resolve a record. */
export interface Guides {
  readonly backend: Backend;
  readonly tree: TreeState;
  readonly thread: ThreadState;
}

/** Asks the engine where a record is shown. */
export async function recordAt(
  guides: Guides,
  { chat, session, record, block, tip = '', offset = null, agents = [] }: RecordWish,
  signal?: AbortSignal,
): Promise<Location> {
  const { backend, tree, thread } = guides;
  const { target } = thread;
  const on = tip || (target?.session === session ? target.tip : '');
  const place = await backend.locate(session, on, record, block, signal);
  const branch = { session: place.session, tip: place.tip };
  const steps = await agentsAround(thread, branch, place.rows, agents, signal);
  const rows = place.rows.slice(steps.length);
  const row = rows[0] ?? 0;
  const at: Location = {
    ...chatAt(chat),
    branch,
    agents: steps,
    segment: tree.leafOf(place)?.id ?? null,
    spot: row,
  };
  if (offset === null) return { ...at, found: rows };
  return { ...at, left: { ...nothingOpen, topRow: row, offset } };
}

/** The agents around a record, as long as they match the agents of a link. */
async function agentsAround(
  { source }: ThreadState,
  branch: { session: string; tip: string },
  rows: readonly number[],
  refs: readonly AgentRef[],
  signal?: AbortSignal,
): Promise<AgentStep[]> {
  const steps: AgentStep[] = [];
  for (const ref of refs) {
    const at = rows[steps.length];
    // The last row is the record itself.
    if (at === undefined || rows.length <= steps.length + 1) break;
    const page = await source.rows({ ...branch, agents: steps }, at, 1, signal);
    const call = page.rows[0];
    if (!call?.sidechain) break;
    const step = {
      ref: agentRef(call.sidechain, call),
      chain: call.sidechain,
      about: agentAbout(call),
      rows: [at],
      left: { ...nothingOpen, topRow: at },
    };
    if (agentKey(step) !== agentKey({ ref })) break;
    steps.push(step);
  }
  return steps;
}

/**
 * The location as a link: the end of the branch, or the record at the top of the view. While another
 * place opens, the thread still shows the one before: a record is linked with the tip of the branch
 * that shows it, and not at all with another session.
 */
export function linkOf({ branch, agents, find, search }: Location, thread: ThreadState): Link | null {
  if (!branch) return null;
  const { session } = branch;
  const shown = thread.target?.session === session ? thread.target : null;
  const tip = shown?.tip ?? branch.tip;
  const at = shown && thread.place.drawn;
  const alone = agents.length > 0;
  const row = at && (!thread.place.atEnd || alone) ? thread.row(at.row) : undefined;
  const { uuid = '', block = 0 } = row ?? {};
  // Without a record the agents cannot be found.
  const refs = uuid === '' ? [] : agents.map(({ ref }) => ref);
  const offset = uuid === '' ? null : Math.max(0, at?.offset ?? 0);
  return linkTo(session, uuid, { block, tip, agents: refs, offset, find, search });
}

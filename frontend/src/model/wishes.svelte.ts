import type { Backend } from '../lib/backend/backend';
import type { Segment } from '../lib/backend/types';
import { type Link, linkTo } from '../lib/link';
import { Resource } from '../lib/resource.svelte';
import { type AgentStep, agentAbout, agentKey, agentRef, nothingOpen } from './place/agents';
import type { Location } from './place/location';
import type { Place, Settled } from './place/place.svelte';
import type { Branch, Spot } from './place/target';
import type { RecordWish, Wish } from './place/wish';
import type { ThreadSource } from './thread/source';
import type { ThreadState } from './thread/thread.svelte';
import type { TreeState } from './tree/tree.svelte';

/** Resolves the wish of the current location: with the tree of its chat, or by asking the engine. */
export class Wishes {
  private readonly located = new Resource<Settled>(undefined, (found) => this.take(found));
  /** The wish that the engine is asked for. */
  private asked = $state.raw<RecordWish | null>(null);
  /** The move that asked. */
  private goal = 0;

  constructor(
    private readonly backend: Backend,
    private readonly place: Place,
    private readonly tree: TreeState,
    private readonly source: ThreadSource,
    /** Called when the location cannot be opened. */
    private readonly failed: () => void,
  ) {}

  /** Whether the engine is asked for the location. */
  get pending(): boolean {
    return this.asked !== null && this.located.loading;
  }

  /** Why the location could not be opened; null if it was, or may still be. */
  get error(): string | null {
    return this.place.here?.wish === this.asked && this.asked !== null ? this.located.error : null;
  }

  retry(): void {
    void this.located.retry();
  }

  /** Must be called after every move, and when a tree was loaded. */
  follow(): void {
    const { here } = this.place;
    const record = here && here.branch === null && isRecord(here.wish) ? here.wish : null;
    if (record !== this.asked || record === null) {
      this.located.forget();
      this.asked = null;
    }
    if (!here || here.branch !== null || this.tree.tree?.id !== here.chat) return;
    if (record === null) {
      const to = inTree(this.tree, here.wish);
      if (to) this.place.resolve(to);
    } else if (this.asked === null) void this.locate(record);
    else this.goal = this.place.goal; // Asked before, and left and returned to meanwhile.
  }

  private async locate(record: RecordWish): Promise<void> {
    this.asked = record;
    this.goal = this.place.goal;
    await this.located.load(JSON.stringify(record), (signal) =>
      recordAt(this.backend, this.source, this.tree, record, signal),
    );
    const { here } = this.place;
    if (this.located.failure === null || here?.wish !== record || this.place.goal !== this.goal) return;
    if (record.quiet) this.place.go({ ...here, wish: null }, 'replace');
    else this.failed();
  }

  private take(found: Settled): void {
    const { here } = this.place;
    if (this.asked === null || here?.wish !== this.asked || this.place.goal !== this.goal) return;
    const { quiet } = this.asked;
    this.asked = null;
    // The record may be in another chat: the engine knows a session for a while after it was deleted.
    if (quiet && found.segment === null) this.place.go({ ...here, wish: null }, 'replace');
    else this.place.resolve(found);
  }
}

const isRecord = (wish: Wish | null): wish is RecordWish => wish !== null && 'record' in wish;

/** The branch that ends at a record: if that is its session's active one, whatever will be its end. */
export function branchOf(tree: TreeState, end: { session: string; tip: string }): Branch {
  const { session, tip } = end;
  return tree.branches.isActive(end) ? { session, follow: true } : { session, tip };
}

/** The branch through a node of the tree. */
export function branchAt(tree: TreeState, segment: Segment, spot: Spot): Settled {
  return { branch: branchOf(tree, tree.branches.leafBelow(segment)), segment: segment.id, spot };
}

/** The branch of a node's own session: an id opens its session, even if another one continues it. */
function sessionAt(tree: TreeState, end: Segment): Settled {
  const leaf = tree.branches.leafBelow(end);
  const { session, tip } = leaf.session === end.session ? leaf : end;
  return { branch: { session, tip }, segment: end.id, spot: 'end' };
}

/** Resolves a wish with the tree, by default to the newest branch; null if the tree is empty. */
function inTree(tree: TreeState, wish: Exclude<Wish, RecordWish> | null): Settled | null {
  const end = wish && 'session' in wish ? tree.branches.endOf(wish.session) : null;
  if (end) return sessionAt(tree, end);
  const wanted = wish && 'segment' in wish ? tree.branches.segment(wish.segment) : null;
  if (wanted) return branchAt(tree, wanted, wanted.id);
  const newest = tree.branches.newestLeaf();
  return newest && branchAt(tree, newest, 'end');
}

/** Asks the engine where a record is shown. */
async function recordAt(
  backend: Backend,
  source: ThreadSource,
  tree: TreeState,
  { session, record, block, tip = '', offset = null, agents = [] }: RecordWish,
  signal: AbortSignal,
): Promise<Settled> {
  const place = await backend.locate(session, tip, record, block, signal);
  const branch = branchOf(tree, place);
  const steps = await agentsAround(source, place, place.rows, agents, signal);
  const rows = place.rows.slice(steps.length);
  const row = rows[0] ?? 0;
  const at: Settled = { branch, agents: steps, segment: tree.branches.leafOf(place)?.id ?? null, spot: row };
  if (offset === null) return { ...at, found: rows };
  return { ...at, left: { ...nothingOpen, topRow: row, offset } };
}

/** The agents around a record, as long as they match the agents of a link. */
async function agentsAround(
  source: ThreadSource,
  { session, tip }: { session: string; tip: string },
  rows: readonly number[],
  refs: RecordWish['agents'] & object,
  signal: AbortSignal,
): Promise<AgentStep[]> {
  const steps: AgentStep[] = [];
  for (const ref of refs) {
    const at = rows[steps.length];
    // The last row is the record itself.
    if (at === undefined || rows.length <= steps.length + 1) break;
    const page = await source.rows({ session, tip, agents: steps }, at, 1, signal);
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

/** The wish that a link states. */
export function wishOf({ session, record, block, tip, offset, agents }: Link): Wish {
  return record === '' ? { session } : { session, record, block, tip, offset, agents };
}

/** A location as a link: the end of the branch, or the record at the top of the view; null if it has no branch. */
export function linkOf(
  { branch, wish, agents, spot, left, find, search }: Location,
  thread: ThreadState,
): Link | null {
  if (!branch) return wishLink(wish, { find, search });
  const { session, tip = '' } = branch;
  const row = spot !== 'end' || agents.length > 0 ? thread.pages.row(left?.topRow ?? 0) : undefined;
  const { uuid = '', block = 0 } = row ?? {};
  // Without a record the agents cannot be found.
  const refs = uuid === '' ? [] : agents.map(({ ref }) => ref);
  const offset = uuid === '' ? null : Math.max(0, left?.offset ?? 0);
  return linkTo(session, uuid, { block, tip, agents: refs, offset, find, search });
}

function wishLink(wish: Wish | null, more: Pick<Link, 'find' | 'search'>): Link | null {
  if (!wish || 'segment' in wish) return null;
  if (!isRecord(wish)) return linkTo(wish.session, '', more);
  const { session, record, block, tip = '', offset = null, agents = [] } = wish;
  return linkTo(session, record, { block, tip, offset, agents, ...more });
}

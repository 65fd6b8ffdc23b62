import type { Backend } from '../lib/backend/backend';
import type { AgentStep, Left } from '../model/place/agents';
import { chatAt, type Location } from '../model/place/location';
import { Place } from '../model/place/place.svelte';
import type { Spot, ThreadTarget } from '../model/place/target';
import { ThreadState, type ThreadOptions } from '../model/thread/thread.svelte';
import { TreeState } from '../model/tree/tree.svelte';

/** A thread by itself, at a place of its own. */
export class LoneThread extends ThreadState {
  readonly own: Place;
  private readonly nodes: { ids: readonly string[] };

  constructor(backend: Backend, options: Partial<ThreadOptions> = {}) {
    const nodes = $state<{ ids: readonly string[] }>({ ids: [] });
    const moved: { call?: () => void } = {};
    const at = new Place(() => moved.call?.());
    const tree = {
      branches: { leafOf: () => null, isActive: () => false, pathTo: () => [...nodes.ids] },
    } as unknown as TreeState;
    super(backend, at, tree, {
      internal: () => false,
      thinking: () => false,
      patterns: () => [],
      ...options,
    });
    this.nodes = nodes;
    this.own = at;
    moved.call = () => {
      this.follow();
    };
  }

  /** Opens a branch whose nodes are `path`; resolves once it is loaded. */
  async open(target: ThreadTarget, path: readonly string[] = [], spot: Spot = 'end'): Promise<void> {
    this.nodes.ids = path;
    await this.go(target, { spot });
  }

  /** Opens a branch at a search result. */
  show(target: ThreadTarget, found: readonly number[]): Promise<void> {
    return this.go(target, { found, spot: found[0] ?? 0 });
  }

  /** Opens a branch in a saved view. */
  return(target: ThreadTarget, left: Left, spot: Spot, found: readonly number[] = []): Promise<void> {
    return this.go(target, { left, spot, found });
  }

  enter(agent: Omit<AgentStep, 'left'>): Promise<unknown> {
    const { here } = this.own;
    if (!here?.branch) throw new Error('no thread is open');
    this.own.go({
      ...here,
      agents: [...here.agents, { ...agent, left: this.left }],
      spot: 0,
      left: null,
      found: [],
    });
    return this.reading;
  }

  leave(depth = this.agents.length - 1): Promise<unknown> {
    this.own.leave(depth);
    return this.reading;
  }

  private async go(
    { session, tip, agents = [] }: ThreadTarget,
    view: Partial<Pick<Location, 'spot' | 'found' | 'left'>>,
  ): Promise<void> {
    this.own.go({ ...chatAt('a chat'), branch: { session, tip }, agents, ...view });
    await this.reading;
  }
}

/** A tree by itself, at a place of its own. */
export class LoneTree extends TreeState {
  readonly own: Place;

  constructor(backend: Backend) {
    const moved: { call?: (before: Location | null) => void } = {};
    const at = new Place((before) => moved.call?.(before));
    super(backend, at);
    this.own = at;
    moved.call = (before) => {
      this.follow(before);
    };
  }

  /** Loads the tree of a chat, again if it is the open one. */
  async open(chat: string): Promise<void> {
    if (this.own.chat === chat) await this.reload();
    else this.own.go(chatAt(chat));
    await this.reading;
  }

  /** Selects a node, as a scroll does. */
  select(segment: string | null): void {
    this.own.settle({ segment });
  }

  /** Goes to a node. */
  goTo(segment: string): void {
    this.own.resolve({ segment });
  }
}

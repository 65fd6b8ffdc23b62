import type { Segment, Split, SplitBranch } from '../lib/backend/types';
import { REST } from '../lib/keys/press';
import type { Link } from '../lib/link';
import type { AgentStep } from './place/agents';
import { chatAt, type Location, threadKey } from './place/location';
import type { How, Place } from './place/place.svelte';
import type { Spot } from './place/target';
import type { Wish } from './place/wish';
import type { ThreadState } from './thread/thread.svelte';
import type { TreeState } from './tree/tree.svelte';
import { branchAt, branchOf, linkOf, wishOf, type Wishes } from './wishes.svelte';

/** A wish in a chat; without more, the end of the chat's newest branch. */
export type ChatWish = { readonly chat: string } & (Wish | object);

/** The moves of the window: each builds a location, and goes there. */
export class Navigator {
  /** Opens the branch that the keys selected in the tree, until the thread follows. */
  private pendingOpen: (() => void) | null = null;
  private openTimer: ReturnType<typeof setTimeout> | undefined;
  /** True if the last move was a jump in the open thread. */
  private jumped = false;

  constructor(
    private readonly place: Place,
    private readonly tree: TreeState,
    private readonly thread: ThreadState,
    private readonly wishes: Wishes,
  ) {}

  /**
   * Goes to what a wish leads to; the find bar stays. `marks` are the patterns to highlight there. Resolves
   * to true when it is shown, to false if it cannot be, or if the reader went elsewhere.
   */
  wish({ chat, ...rest }: ChatWish, how: How = 'push', marks: readonly RegExp[] = []): Promise<boolean> {
    const wish = 'segment' in rest || 'session' in rest ? this.onOpenBranch(rest) : null;
    const { find, search } = this.place;
    this.go({ ...chatAt(chat, wish), marks, find, search: how === 'preview' ? search : null }, how);
    return this.arrival();
  }

  /** A record is shown on the open branch, if its session is open. */
  private onOpenBranch(wish: Wish): Wish {
    const branch = this.place.here?.branch;
    if (!('record' in wish) || wish.tip || branch?.session !== wish.session) return wish;
    return { ...wish, tip: branch.tip ?? '' };
  }

  /** Follows a link in a chat; `quiet`: to the newest branch if the record of the link is gone. */
  follow(chat: string, link: Link, how: How = 'push', quiet = false): Promise<boolean> {
    const wish = wishOf(link);
    this.go({ ...chatAt(chat, 'record' in wish ? { ...wish, quiet } : wish), find: link.find }, how);
    return this.arrival();
  }

  private go(to: Location, how: How = 'push'): void {
    this.forget();
    this.jumped = false;
    this.place.go(to, how);
  }

  /** Whether the current location is shown in the end. */
  arrival(): Promise<boolean> {
    const { place, thread, tree, wishes } = this;
    const asked = place.goal;
    return new Promise((resolve) => {
      const stop = $effect.root(() => {
        $effect(() => {
          const { here } = place;
          const key = here ? threadKey(here) : '';
          const isLoaded = key !== '' && thread.key === key && thread.skeleton !== null;
          const failed = tree.error ?? wishes.error ?? thread.error;
          const empty =
            tree.tree !== null && tree.tree.id === here?.chat && tree.branches.newestLeaf() === null;
          if (place.goal === asked && !isLoaded && failed === null && !empty) return;
          resolve(place.goal === asked && isLoaded);
          queueMicrotask(() => {
            stop();
          });
        });
      });
    });
  }

  /** Opens an agent of the thread alone. */
  enter(agent: Omit<AgentStep, 'left'>): Promise<boolean> {
    const { here } = this.place;
    if (!here?.branch) return Promise.resolve(false);
    const agents = [...here.agents, { ...agent, left: this.thread.left }];
    this.go({ ...here, agents, left: null, found: [], spot: 0 });
    return this.arrival();
  }

  /** Closes the agents from `depth` on, by default the innermost one, and returns to the call that started it. */
  leave(depth = (this.place.here?.agents.length ?? 0) - 1): Promise<boolean> {
    this.forget();
    this.jumped = false;
    this.place.leave(depth);
    return this.arrival();
  }

  back(): void {
    if (!this.place.canGoBack) return;
    this.forget();
    this.jumped = false;
    this.place.back();
  }

  forward(): void {
    if (!this.place.canGoForward) return;
    this.forget();
    this.jumped = false;
    this.place.forward();
  }

  /** Opens another branch of a fork, and remembers the choice. */
  takeBranch(split: Split, branch: SplitBranch): void {
    const { tree } = this;
    const segments = tree.tree?.segments ?? [];
    const child =
      segments.find((s) => s.first === branch.first && s.session === branch.session) ??
      segments.find((s) => s.first === branch.first);
    if (!child?.parent) {
      this.within({ branch: branchOf(tree, branch), spot: split.row + 1 });
      return;
    }
    tree.choose(child);
    this.openSegment(child);
  }

  /** Opens the branch through a node, at the node's first row or at the end. */
  openSegment(segment: Segment, at: 'start' | 'end' = 'start', how: How = 'push'): void {
    this.within(branchAt(this.tree, segment, at === 'end' ? 'end' : segment.id), how);
  }

  /** Opens a branch at one of its rows. */
  openRow(leaf: Segment, row: number): void {
    this.within(branchAt(this.tree, leaf, row));
  }

  /** Moves within the open chat, and keeps find text and search query. */
  private within(to: Partial<Location>, how: How = 'push'): void {
    const { chat, find, search } = this.place;
    if (chat !== null) this.go({ ...chatAt(chat), ...to, find, search }, how);
  }

  /** Goes to a row of the open thread, or to its end. A chain of jumps is one step of the history. */
  jump(spot: Spot, found: readonly number[] = []): void {
    const { here } = this.place;
    const { thread } = this;
    if (!here?.branch || thread.skeleton === null) return;
    const left = found.length > 0 ? null : { ...thread.left, offset: 0 };
    this.go({ ...here, spot, found, left }, this.jumped && thread.scroll.sent ? 'replace' : 'push');
    this.jumped = true;
  }

  /** Expands everything that contains a row of the open thread, and goes to it. */
  reveal(rows: readonly number[]): void {
    const [row] = rows;
    if (row !== undefined) this.jump(row, rows);
  }

  /** Goes to the next or previous prompt of the open thread. */
  jumpTurn(by: 1 | -1): void {
    const to = this.thread.turnFrom(by);
    if (to !== null) this.jump(to);
  }

  /** Selects a node at once, and opens it when no more keys are pressed. Cancels earlier moves. */
  walk(segment: Segment, at: 'start' | 'end'): void {
    this.forget();
    this.place.abandon();
    this.tree.walking = segment.id;
    this.pendingOpen = () => {
      this.openSegment(segment, at);
    };
    this.openTimer = setTimeout(() => {
      this.rest();
    }, REST);
  }

  /** Opens the selected node now. */
  rest(): void {
    const open = this.pendingOpen;
    this.forget();
    open?.();
  }

  private forget(): void {
    clearTimeout(this.openTimer);
    this.pendingOpen = null;
    this.tree.walking = null;
  }

  /**
   * Selects the node of a row, after scrolling or for a found row. While the keys move the selection, a thread
   * that is opened meanwhile must not.
   */
  mark(row: number): void {
    const segment = this.thread.segmentAt(row);
    const { here } = this.place;
    if (here?.branch && segment !== here.segment && this.tree.branches.segment(segment))
      this.place.settle({ segment });
  }

  /** The current location as a link, for the next start. */
  get link(): Link | null {
    return this.place.here && linkOf(this.place.here, this.thread);
  }
}

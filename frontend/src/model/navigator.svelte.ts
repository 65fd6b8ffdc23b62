import type { AgentStep } from './place/agents';
import type { Spot } from './place/target';
import type { ThreadState } from './thread/thread.svelte';
import type { TreeState } from './tree/tree.svelte';
import type { Backend } from '../lib/backend/backend';
import { isAbort, toBackendError } from '../lib/backend/call';
import type { Segment, Split, SplitBranch } from '../lib/backend/types';
import { REST } from '../lib/keys/press';
import type { Link } from '../lib/link';
import { m } from '../lib/messages';
import { chatAt, type Location, targetOf } from './place/location';
import { Past } from './place/past.svelte';
import { branchAt, inTree, linkOf, recordAt, type Wish } from './wishes';

/**
 * How a move changes the history: `new` adds a location, `replace` replaces the last one, `looked` is a
 * preview that is not added, and `left` replaces an agent's location, whose parent is saved already.
 */
export type How = 'new' | 'replace' | 'looked' | 'left';

/** The parts of the window that the navigator uses. */
export interface NavigatorHost {
  readonly backend: Backend;
  readonly tree: TreeState;
  readonly thread: ThreadState;
  say(message: string): void;
  /** Called after every move. */
  arrived(here: Location): void;
  /** Called after a move opened or closed search results. */
  searchChanged(): void;
}

/**
 * The current location, and the only code that changes it. It loads tree and thread of a location; of two
 * concurrent moves the later one wins, so that a late response never moves the window.
 */
export class Navigator {
  here = $state.raw<Location | null>(null);
  private readonly past = new Past();
  /** True for a preview: the history is still at the location before it. */
  private looking = false;
  /** False while a chat is loading that may not exist. */
  private arrived = $state(true);
  private turn = 0;
  private retryLast: (() => Promise<boolean>) | null = null;
  /** Opens the branch that the keys selected in the tree, until the thread follows. */
  private pendingOpen: (() => void) | null = null;
  private openTimer: ReturnType<typeof setTimeout> | undefined;

  /** True if the tree could not be loaded: the move continues when it is. */
  private treeFailed = false;

  constructor(private readonly host: NavigatorHost) {
    host.tree.onread = () => {
      if (this.treeFailed && host.tree.tree?.id === this.chat) void this.retry();
      else void this.followTree();
    };
  }

  readonly canGoBack = $derived(
    this.past.canGoBack || (this.here?.agents.length ?? 0) > 0 || (!this.arrived && this.past.here !== null),
  );
  readonly canGoForward = $derived(this.past.canGoForward);

  get chat(): string | null {
    return this.here?.chat || null;
  }

  /** The text of the find bar; null if it is closed. */
  get find(): string | null {
    return this.here?.find ?? null;
  }

  /** The search query; null if no results are open. */
  get search(): string | null {
    return this.here?.search ?? null;
  }

  /** Changes find text or search query of the current location without adding a new one. */
  amend(change: Partial<Pick<Location, 'find' | 'search'>>): void {
    this.here = { ...(this.here ?? chatAt('')), ...change };
    const { here } = this.past;
    // The search query is saved with a location only if a hit was opened.
    if (here && !this.looking && 'find' in change) this.past.replace({ ...here, find: this.here.find });
  }

  /** Moves to a known location. False if a later move won. */
  navigate(to: Location, how: How = 'new'): Promise<boolean> {
    return this.go(to.chat, how, () => to);
  }

  /** Resolves a wish to a location, and moves there. */
  wish(wish: Wish, how: How = 'new', signal?: AbortSignal): Promise<boolean> {
    if (how === 'new') this.closeSearch();
    const onward = (to: Location | null) => to && this.onward(to);
    const there = () =>
      'record' in wish
        ? recordAt(this.host, wish, signal).then(onward)
        : onward(inTree(this.host.tree, wish));
    return this.go(wish.chat, how, there, signal);
  }

  /** Adds the current find text and search query to a location. */
  private onward(to: Location): Location {
    const { find, search } = this;
    return { ...to, find, search };
  }

  private closeSearch(): void {
    if (this.here && this.search !== null) this.put({ ...this.here, search: null });
  }

  /** Repeats the last move after an error. */
  retry(): Promise<boolean> {
    return this.retryLast?.() ?? Promise.resolve(false);
  }

  back(): void {
    if (this.arrived && !this.past.canGoBack) {
      void this.leave();
      return;
    }
    this.note();
    this.visit(this.arrived ? this.past.back() : this.past.here);
  }

  forward(): void {
    this.note();
    this.visit(this.past.forward());
  }

  /** Moves to a location of the history. For one with search results only the results are opened again. */
  private visit(place: Location | null): void {
    if (!place) return;
    if (place.search === null) {
      this.closeSearch();
      void this.returnTo(place);
    } else this.put({ ...(this.here ?? place), search: place.search });
  }

  private put(here: Location): void {
    const before = this.search;
    this.here = here;
    if (this.search !== before) this.host.searchChanged();
  }

  /** Returns to the last location without search results. */
  async returnToPlace(): Promise<void> {
    const place = this.past.reading;
    if (place) await this.returnTo(place);
  }

  /** Search results that are opened meanwhile stay open. */
  private returnTo(place: Location): Promise<boolean> {
    return this.go(place.chat, 'replace', () => ({ ...place, search: this.search }));
  }

  /** Opens an agent of the thread alone. False if a later move won. */
  enter(agent: Omit<AgentStep, 'left'>): Promise<boolean> {
    const { here } = this;
    const { left } = this.host.thread;
    if (!here?.branch) return Promise.resolve(false);
    const agents = [...here.agents, { ...agent, left }];
    return this.navigate({ ...here, agents, left: null, found: [], spot: 0 });
  }

  /** Closes the agents from `depth` on, by default the innermost one, and returns to the call that started it. */
  leave(depth = (this.here?.agents.length ?? 0) - 1): Promise<boolean> {
    const { here } = this;
    const step = here?.agents[depth];
    if (!here || !step) return Promise.resolve(false);
    this.past.leaveAgents(depth);
    const agents = here.agents.slice(0, depth);
    const { left, rows } = step;
    return this.navigate({ ...here, agents, left, found: rows, spot: left.topRow }, 'left');
  }

  /** Opens another branch of a fork, and remembers the choice. */
  takeBranch(split: Split, branch: SplitBranch): void {
    const { tree } = this.host;
    const segments = tree.tree?.segments ?? [];
    const child =
      segments.find((s) => s.first === branch.first && s.session === branch.session) ??
      segments.find((s) => s.first === branch.first);
    if (child?.parent) {
      tree.take(child);
      this.openSegment(child);
    } else if (this.chat !== null) {
      const { session, tip } = branch;
      this.within({ ...chatAt(this.chat), branch: { session, tip }, spot: split.row + 1 });
    }
  }

  /** Adds the search results to the history, so that Back returns to them even while a hit is loading. */
  rememberSearch(): void {
    this.note();
    this.past.add(this.here ?? chatAt(''));
    this.looking = this.arrived = false;
  }

  /** Opens the branch through a node, at the node's first row or at the end. */
  openSegment(segment: Segment, at: 'start' | 'end' = 'start', how: How = 'new'): void {
    const spot: Spot = at === 'end' ? 'end' : segment.id;
    const { chat } = this;
    if (chat !== null) this.within(branchAt(this.host.tree, chat, segment, spot), how);
  }

  /** Moves within the open chat, and keeps find text and search query. */
  private within(to: Location, how: How = 'new'): void {
    const { find, search } = this;
    void this.navigate({ ...to, find, search }, how);
  }

  /** Selects a node at once, and opens it when no more keys are pressed. Cancels earlier moves. */
  walk(segment: Segment, at: 'start' | 'end'): void {
    this.host.tree.selected = segment.id;
    this.turn++;
    clearTimeout(this.openTimer);
    this.pendingOpen = () => this.openSegment(segment, at);
    this.openTimer = setTimeout(() => this.rest(), REST);
  }

  /** Opens the selected node now. */
  rest(): void {
    clearTimeout(this.openTimer);
    const open = this.pendingOpen;
    this.pendingOpen = null;
    open?.();
  }

  /** Opens a branch at one of its rows. */
  openRow(leaf: Segment, row: number): void {
    const { chat } = this;
    if (chat !== null) this.within(branchAt(this.host.tree, chat, leaf, row));
  }

  /** Saves the view of the current location before a move. */
  note(): void {
    const { thread } = this.host;
    const { here } = this;
    if (!here || !thread.place.drawn) return;
    const left = thread.left;
    const spot: Spot = thread.place.atEnd ? 'end' : thread.place.drawn.row;
    this.here = { ...here, left, spot, segment: this.host.tree.selected ?? here.segment };
    const { here: kept } = this.past;
    if (!this.looking && kept?.search === null) this.past.replace({ ...this.here, search: null });
  }

  private async go(
    chat: string,
    how: How,
    find: () => Location | null | Promise<Location | null>,
    signal?: AbortSignal,
  ): Promise<boolean> {
    clearTimeout(this.openTimer);
    this.pendingOpen = null;
    if (how !== 'left') this.note();
    const turn = ++this.turn;
    this.treeFailed = false;
    const latest = () => turn === this.turn && signal?.aborted !== true;
    this.retryLast = () => this.go(chat, this.arrived && how === 'new' ? 'replace' : how, find);
    const { tree, thread } = this.host;
    if (this.chat !== chat) {
      this.put(this.onward(chatAt(chat)));
      if (how !== 'replace') this.arrived = false;
      thread.close();
    }
    try {
      if (tree.tree?.id !== chat) {
        thread.close();
        await tree.open(chat);
        this.treeFailed = latest() && tree.tree === null;
      }
      const found = latest() && tree.tree ? find() : null;
      const place = found instanceof Promise ? await found : found;
      if (!place || !latest()) return false;
      await this.show(place, how);
      return latest();
    } catch (error) {
      if (latest() && !isAbort(error))
        this.host.say(m.window_open_failed({ why: toBackendError(error).message }));
      return false;
    }
  }

  private async show(place: Location, how: How): Promise<void> {
    const { tree, thread } = this.host;
    this.stand(place, how);
    const target = targetOf(place);
    if (place.segment !== null) tree.reveal(place.segment);
    if (!target) return;
    const { spot } = place;
    const path = tree.pathTo(tree.leafOf(target) ?? tree.segment(place.segment));
    if (place.left) await thread.return(target, { ...place.left, path }, spot, place.found);
    else if (place.found.length > 0) await thread.show(target, place.found, path);
    else await thread.open(target, path, spot);
    if (place.found.length > 0 && !place.left && this.here === place) this.mark(place.found[0] ?? 0);
  }

  /** Makes a location the current one. */
  private stand(place: Location, how: How): void {
    this.put(place);
    this.arrived = true;
    this.looking = how === 'looked';
    // Search results are in the history only if a hit was opened from them.
    const kept = { ...place, search: null };
    if (how === 'new' || (how !== 'looked' && !this.past.here)) this.past.add(kept);
    else if (how !== 'looked') this.past.replace(kept);
    this.host.arrived(place);
  }

  /**
   * Selects the node of a row, after scrolling or for a found row. While the keys move the selection, a thread
   * that is opened meanwhile must not.
   */
  mark(row: number): void {
    if (this.pendingOpen) return;
    const { tree, thread } = this.host;
    const segment = thread.segmentAt(row);
    if (tree.segment(segment)) tree.selected = segment;
  }

  /** Updates the path of the open branch after its nodes changed, for instance because a fork split one. */
  private async followTree(): Promise<void> {
    const { tree, thread } = this.host;
    const { turn } = this;
    const path = tree.pathTo(tree.leafOf(thread.target));
    if (path.length === 0 || path.join() === thread.path.join()) return;
    thread.path = path;
    await thread.refresh();
    if (turn === this.turn) this.mark(thread.place.atEnd ? Infinity : thread.place.topRow);
  }

  /** The current location as a link, for the next start. */
  get link(): Link | null {
    return this.here && linkOf(this.here, this.host.thread);
  }

  /** Opens a link in a chat; false if its target is gone, without a message if `quiet`. */
  follow(chat: string, link: Link, quiet = false): Promise<boolean> {
    const { session, record, find } = link;
    this.closeSearch();
    const looking = (to: Location | null) => to && { ...to, find, search: this.search };
    return this.go(chat, 'new', () => {
      if (record === '') return looking(inTree(this.host.tree, { chat, session }));
      const at = recordAt(this.host, { ...link, chat }).then(looking);
      return quiet ? at.catch(() => null) : at;
    });
  }
}

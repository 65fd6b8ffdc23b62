import type { AgentStep } from './features/thread/agents';
import type { Spot } from './features/thread/target';
import type { ThreadState } from './features/thread/thread.svelte';
import type { TreeState } from './features/tree/tree.svelte';
import type { Backend } from './lib/backend/backend';
import { isAbort, toBackendError } from './lib/backend/call';
import type { Segment, Split, SplitBranch } from './lib/backend/types';
import { REST } from './lib/keys/press';
import type { Link } from './lib/link';
import { m } from './lib/messages';
import { chatAt, type Location, targetOf } from './location';
import { Past } from './past.svelte';
import { branchAt, inTree, linkOf, recordAt, type Wish } from './wishes';

/**
 * `new` is a place that back leads away from, `replace` stands in the place of the last one, and
 * one that is `looked` at is none: from there back leads to where the reader was before. `left`: the
 * last place is gone, and what is behind it is noted already.
 */
export type How = 'new' | 'replace' | 'looked' | 'left';

/** What moving about needs of the window. */
export interface NavigatorHost {
  readonly backend: Backend;
  readonly tree: TreeState;
  readonly thread: ThreadState;
  say(message: string): void;
  /** The reader has come to another place. */
  arrived(here: Location): void;
  /** By going elsewhere the results of a search were closed, or opened again. */
  searchChanged(): void;
}

/**
 * Where the reader is, and the one way to be elsewhere. Tree and thread are asked for what the location
 * says; of two ways that are under way the later one counts, so that no answer moves a reader who has
 * gone on.
 */
export class Navigator {
  here = $state.raw<Location | null>(null);
  private readonly past = new Past();
  /** The location is only looked at: the reader is at the last place of the past. */
  private looking = false;
  /** The reader has come to where the location says; not while a chat is opened that may not be there. */
  private arrived = $state(true);
  private turn = 0;
  private again: (() => Promise<boolean>) | null = null;
  /** The branch that the keys stand on in the tree, until the thread follows. */
  private walking: (() => void) | null = null;
  private resting: ReturnType<typeof setTimeout> | undefined;

  /** The tree of the chat could not be read: the way goes on when it can. */
  private lost = false;

  constructor(private readonly host: NavigatorHost) {
    host.tree.onread = () => {
      if (this.lost && host.tree.tree?.id === this.chat) void this.retry();
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

  /** What is looked for in the thread; null where nothing is. */
  get find(): string | null {
    return this.here?.find ?? null;
  }

  /** What is searched for everywhere; null where nothing is. */
  get search(): string | null {
    return this.here?.search ?? null;
  }

  /** What is looked for and searched for belongs to the place; it makes no new one. */
  amend(change: Partial<Pick<Location, 'find' | 'search'>>): void {
    this.here = { ...(this.here ?? chatAt('')), ...change };
    const { here } = this.past;
    // What is searched for is kept with the place only where a hit was gone to.
    if (here && !this.looking && 'find' in change) this.past.replace({ ...here, find: this.here.find });
  }

  /** Goes to a place that is known. False where the reader has gone elsewhere meanwhile. */
  navigate(to: Location, how: How = 'new'): Promise<boolean> {
    return this.go(to.chat, how, () => to);
  }

  /** Goes to what is meant, wherever that is. */
  wish(wish: Wish, how: How = 'new', signal?: AbortSignal): Promise<boolean> {
    if (how === 'new') this.closeSearch();
    const onward = (to: Location | null) => to && this.onward(to);
    const there = () =>
      'record' in wish
        ? recordAt(this.host, wish, signal).then(onward)
        : onward(inTree(this.host.tree, wish));
    return this.go(wish.chat, how, there, signal);
  }

  /** What is looked for goes along to another place, and what is searched for by the time it is reached. */
  private onward(to: Location): Location {
    const { find, search } = this;
    return { ...to, find, search };
  }

  private closeSearch(): void {
    if (this.here && this.search !== null) this.put({ ...this.here, search: null });
  }

  /** Goes to the same place again: something of it could not be read. */
  retry(): Promise<boolean> {
    return this.again?.() ?? Promise.resolve(false);
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

  /** What a search found is beside it still: of its place only the results are shown again. */
  private visit(place: Location | null): void {
    if (!place) return;
    if (place.search === null) {
      this.closeSearch();
      this.returnTo(place);
    } else this.put({ ...(this.here ?? place), search: place.search });
  }

  private put(here: Location): void {
    const before = this.search;
    this.here = here;
    if (this.search !== before) this.host.searchChanged();
  }

  /** Back to where the reader was when nothing else was looked at. */
  returnToPlace(): void {
    const place = this.past.reading;
    if (place) this.returnTo(place);
  }

  /** A search that is opened on the way there stays open. */
  private returnTo(place: Location): void {
    void this.go(place.chat, 'replace', () => ({ ...place, search: this.search }));
  }

  /** Opens an agent of the shown thread alone. False where the reader has gone on meanwhile. */
  enter(agent: Omit<AgentStep, 'left'>): Promise<boolean> {
    const { here } = this;
    const { left } = this.host.thread;
    if (!here?.branch) return Promise.resolve(false);
    const agents = [...here.agents, { ...agent, left }];
    return this.navigate({ ...here, agents, left: null, found: [], spot: 0 });
  }

  /** Leaves the innermost agent that is open alone, or all but the first few, to where it was opened. */
  leave(depth = (this.here?.agents.length ?? 0) - 1): Promise<boolean> {
    const { here } = this;
    const step = here?.agents[depth];
    if (!here || !step) return Promise.resolve(false);
    this.past.leaveAgents(depth);
    const agents = here.agents.slice(0, depth);
    const { left, rows } = step;
    return this.navigate({ ...here, agents, left, found: rows, spot: left.topRow }, 'left');
  }

  /** Goes on along another branch of a split, and remembers the choice. */
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

  /** The results of a search are a place, too: back leads to them, also before the hit is reached. */
  rememberSearch(): void {
    this.note();
    this.past.add(this.here ?? chatAt(''));
    this.looking = this.arrived = false;
  }

  /** The branch through a node, at the node's first row, else at its end. */
  openSegment(segment: Segment, at: 'start' | 'end' = 'start', how: How = 'new'): void {
    const spot: Spot = at === 'end' ? 'end' : segment.id;
    const { chat } = this;
    if (chat !== null) this.within(branchAt(this.host.tree, chat, segment, spot), how);
  }

  /** Another place of the chat that is open: what is looked and searched for stays. */
  private within(to: Location, how: How = 'new'): void {
    const { find, search } = this;
    void this.navigate({ ...to, find, search }, how);
  }

  /** Marks a node at once; the thread follows when the keys come to rest. What was gone to before comes too late. */
  walk(segment: Segment, at: 'start' | 'end'): void {
    this.host.tree.selected = segment.id;
    this.turn++;
    clearTimeout(this.resting);
    this.walking = () => this.openSegment(segment, at);
    this.resting = setTimeout(() => this.rest(), REST);
  }

  /** The keys leave the tree, or rest in it: the thread follows now. */
  rest(): void {
    clearTimeout(this.resting);
    const open = this.walking;
    this.walking = null;
    open?.();
  }

  /** A branch at one of its rows. */
  openRow(leaf: Segment, row: number): void {
    const { chat } = this;
    if (chat !== null) this.within(branchAt(this.host.tree, chat, leaf, row));
  }

  /** Keeps how the place is left that the reader goes away from. */
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
    clearTimeout(this.resting);
    this.walking = null;
    if (how !== 'left') this.note();
    const turn = ++this.turn;
    this.lost = false;
    const latest = () => turn === this.turn && signal?.aborted !== true;
    this.again = () => this.go(chat, this.arrived && how === 'new' ? 'replace' : how, find);
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
        this.lost = latest() && tree.tree === null;
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

  /** The reader is here now. */
  private stand(place: Location, how: How): void {
    this.put(place);
    this.arrived = true;
    this.looking = how === 'looked';
    // Back leads to the results of a search only where a hit of it was gone to.
    const kept = { ...place, search: null };
    if (how === 'new' || (how !== 'looked' && !this.past.here)) this.past.add(kept);
    else if (how !== 'looked') this.past.replace(kept);
    this.host.arrived(place);
  }

  /**
   * The reader came to this row, by scrolling or by what was looked for: only the mark moves. While the
   * keys walk the tree it is theirs, wherever a thread that opens meanwhile comes to stand.
   */
  mark(row: number): void {
    if (this.walking) return;
    const { tree, thread } = this.host;
    const segment = thread.segmentAt(row);
    if (tree.segment(segment)) tree.selected = segment;
  }

  /** The nodes of the open branch are others now, as where a fork splits one: the reader is in one of them. */
  private async followTree(): Promise<void> {
    const { tree, thread } = this.host;
    const { turn } = this;
    const path = tree.pathTo(tree.leafOf(thread.target));
    if (path.length === 0 || path.join() === thread.path.join()) return;
    thread.path = path;
    await thread.refresh();
    if (turn === this.turn) this.mark(thread.place.atEnd ? Infinity : thread.place.topRow);
  }

  /** Where the reader is as text, for the next start. */
  get link(): Link | null {
    return this.here && linkOf(this.here, this.host.thread);
  }

  /** Goes to what a link names in a chat; false, without a word if `quiet`, where that is gone. */
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

import type { Spot } from './features/thread/target';
import type { ThreadState } from './features/thread/thread.svelte';
import type { TreeState } from './features/tree/tree.svelte';
import type { Backend } from './lib/backend/backend';
import { isAbort, toBackendError } from './lib/backend/call';
import type { Segment, Split, SplitBranch } from './lib/backend/types';
import { type Bookmark, chatAt, type Location, targetOf } from './location';
import { Past } from './past.svelte';
import { bookmarkOf, branchAt, inTree, recordAt, type Wish } from './wishes';

/**
 * `new` is a place that back leads away from, `replace` stands in the place of the last one, and
 * one that is `looked` at is none: from there back leads to where the reader was before.
 */
export type How = 'new' | 'replace' | 'looked';

/** What moving about needs of the window. */
export interface NavigatorHost {
  readonly backend: Backend;
  readonly tree: TreeState;
  readonly thread: ThreadState;
  say(message: string): void;
  /** Leaves the innermost agent that is open alone. */
  leaveAgent(): void;
  /** The results of a search are a place: they stand there, or they don't. */
  showSearch(open: boolean): void;
  /** The reader has come to another place. */
  arrived(here: Location): void;
}

/** The keys that walk the tree come to rest before the thread follows, in milliseconds. */
const REST = 110;

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
    };
  }

  readonly canGoBack = $derived(
    this.past.canGoBack || (this.here?.agents.length ?? 0) > 0 || (!this.arrived && this.past.here !== null),
  );
  readonly canGoForward = $derived(this.past.canGoForward);

  get chat(): string | null {
    return this.here?.chat ?? null;
  }

  /** Goes to a place that is known. False where the reader has gone elsewhere meanwhile. */
  navigate(to: Location, how: How = 'new'): Promise<boolean> {
    return this.go(to.chat, how, () => to);
  }

  /** Goes to what is meant, wherever that is. */
  wish(wish: Wish, how: How = 'new', signal?: AbortSignal): Promise<boolean> {
    if ('record' in wish) return this.go(wish.chat, how, () => recordAt(this.host, wish, signal), signal);
    return this.go(wish.chat, how, () => inTree(this.host.tree, wish), signal);
  }

  /** Goes to the same place again: something of it could not be read. */
  retry(): Promise<boolean> {
    return this.again?.() ?? Promise.resolve(false);
  }

  back(): void {
    if ((this.here?.agents.length ?? 0) > 0) {
      this.host.leaveAgent();
      return;
    }
    this.note();
    this.visit(this.arrived ? this.past.back() : this.past.here);
  }

  forward(): void {
    this.note();
    this.visit(this.past.forward());
  }

  private visit(place: Location | null): void {
    if (!place) return;
    this.host.showSearch(place.search);
    if (!place.search) void this.navigate(place, 'replace');
  }

  /** Back to where the reader was when nothing else was looked at. */
  returnToPlace(): void {
    const place = this.past.reading;
    if (place) void this.navigate(place, 'replace');
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
      void this.navigate({ ...chatAt(this.chat), branch: { session, tip }, spot: split.row + 1 });
    }
  }

  /** The results of a search are a place, too. */
  rememberSearch(): void {
    this.note();
    this.past.add({ ...(this.here ?? chatAt('')), search: true });
    this.looking = false;
  }

  /** The branch through a node, at the node's first row, else at its end. */
  openSegment(segment: Segment, at: 'start' | 'end' = 'start', how: How = 'new'): void {
    const spot: Spot = at === 'end' ? 'end' : segment.id;
    const { chat } = this;
    if (chat !== null) void this.navigate(branchAt(this.host.tree, chat, segment, spot), how);
  }

  /** Marks a node at once; the thread follows when the keys come to rest. */
  walk(segment: Segment, at: 'start' | 'end'): void {
    this.host.tree.selected = segment.id;
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
    if (chat !== null) void this.navigate(branchAt(this.host.tree, chat, leaf, row));
  }

  /** Another place in what is open: the thread is there already. */
  moved(how: How = 'new'): void {
    const { here } = this;
    const { target } = this.host.thread;
    if (!here || !target) return;
    const branch = { session: target.session, tip: target.tip };
    this.stand({ ...here, branch, agents: target.agents ?? [], left: null, found: [], spot: 0 }, how);
  }

  /** The reader has left agents that were open alone: they are no longer where back leads from. */
  leftAgents(depth: number): void {
    while ((this.past.here?.agents.length ?? 0) > depth && this.past.canGoBack) this.past.back();
    const { target } = this.host.thread;
    if (this.here) this.here = { ...this.here, agents: target?.agents ?? [] };
    this.looking = false;
  }

  /** Keeps how the place is left that the reader goes away from. */
  note(): void {
    const { thread } = this.host;
    const { here } = this;
    if (!here || here.search || !thread.placed) return;
    const left = thread.left;
    const spot: Spot = thread.atEnd ? 'end' : thread.placed.row;
    this.here = { ...here, left, spot, segment: this.host.tree.selected ?? here.segment };
    if (!this.looking && this.past.here && !this.past.here.search) this.past.replace(this.here);
  }

  private async go(
    chat: string,
    how: How,
    find: () => Location | null | Promise<Location | null>,
    signal?: AbortSignal,
  ): Promise<boolean> {
    clearTimeout(this.resting);
    this.walking = null;
    this.note();
    const turn = ++this.turn;
    this.lost = false;
    const latest = () => turn === this.turn && signal?.aborted !== true;
    this.again = () => this.go(chat, this.arrived && how === 'new' ? 'replace' : how, find);
    const { tree, thread } = this.host;
    if (this.chat !== chat) {
      this.here = chatAt(chat);
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
      if (latest() && !isAbort(error)) this.host.say(`Not shown: ${toBackendError(error).message}`);
      return false;
    }
  }

  private async show(place: Location, how: How): Promise<void> {
    const { tree, thread } = this.host;
    this.stand(place, how);
    const target = targetOf(place);
    if (place.segment !== null) tree.selected = place.segment;
    if (!target) return;
    const { spot } = place;
    const path = tree.pathTo(tree.leafOf(target) ?? tree.segment(place.segment));
    if (place.left) await thread.return(target, { ...place.left, path }, spot);
    else if (place.found.length > 0) await thread.show(target, place.found, path);
    else await thread.open(target, path, spot);
    if (place.found.length > 0 && this.here === place) this.mark(place.found[0] ?? 0);
  }

  /** The reader is here now. */
  private stand(place: Location, how: How): void {
    this.here = place;
    this.arrived = true;
    this.looking = how === 'looked';
    if (how === 'new') this.past.add(place);
    else if (how === 'replace' && this.past.here) this.past.replace(place);
    else if (how === 'replace') this.past.add(place);
    this.host.arrived(place);
  }

  /** The reader came to this row, by scrolling or by what was looked for: only the mark moves. */
  mark(row: number): void {
    const { tree, thread } = this.host;
    const segment = thread.segmentAt(row);
    if (tree.segment(segment)) tree.selected = segment;
  }

  /** Where the reader is, as it is kept for the next start. */
  bookmark(): Bookmark | null {
    return this.here && bookmarkOf(this.here, this.host.thread);
  }

  /** Where a start is to begin, as it was kept; false, without a word, where that is gone. */
  restore(place: Bookmark): Promise<boolean> {
    const { chat, session } = place;
    if (place.record === '') return this.wish({ chat, session });
    return this.go(chat, 'new', () => recordAt(this.host, place).catch(() => null));
  }
}

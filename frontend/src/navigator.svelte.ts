import { nothingOpen } from './features/thread/agents';
import type { Spot } from './features/thread/target';
import type { ThreadState } from './features/thread/thread.svelte';
import type { TreeState } from './features/tree/tree.svelte';
import type { Backend } from './lib/backend/backend';
import { isAbort, toBackendError } from './lib/backend/call';
import type { Segment, Split, SplitBranch } from './lib/backend/types';
import { type Bookmark, chatAt, type Location, targetOf } from './location';
import { Past } from './past.svelte';

/** What of a chat is meant, where it takes its tree or the engine to say where that is. */
export type Wish =
  /** Where its newest branch ends. */
  | { chat: string }
  | { chat: string; segment: string; end?: boolean }
  /** The end of its active branch. */
  | { chat: string; session: string }
  | { chat: string; session: string; record: string; block: number; offset?: number; tip?: string };

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

  constructor(private readonly host: NavigatorHost) {}

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
    if ('record' in wish) return this.go(wish.chat, how, () => this.recordAt(wish, signal), signal);
    return this.go(wish.chat, how, () => this.inTree(wish), signal);
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
    if (chat !== null) void this.navigate(this.branchAt(chat, segment, spot), how);
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
    if (chat !== null) void this.navigate(this.branchAt(chat, leaf, row));
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
    if (place.left) await thread.return(target, place.left, spot);
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

  private inTree(wish: Exclude<Wish, { record: string }>): Location | null {
    const { tree } = this.host;
    if ('session' in wish) {
      const end = tree.endOf(wish.session);
      return end && this.branchAt(wish.chat, end, 'end');
    }
    const wanted = 'segment' in wish ? tree.segment(wish.segment) : null;
    if (wanted) return this.branchAt(wish.chat, wanted, wanted.id);
    // A chat opens where it was left: at the end of its newest branch.
    const newest = tree.newestLeaf();
    return newest && this.branchAt(wish.chat, newest, 'end');
  }

  private async recordAt(
    { chat, session, record, block, tip = '', offset }: Extract<Wish, { record: string }>,
    signal?: AbortSignal,
  ): Promise<Location> {
    const { backend, thread } = this.host;
    const { target } = thread;
    const on = tip || (target?.session === session ? target.tip : '');
    const place = await backend.locate(session, on, record, block, signal);
    const row = place.rows[0] ?? 0;
    const at: Location = {
      ...chatAt(chat),
      branch: { session: place.session, tip: place.tip },
      segment: this.host.tree.leafOf(place)?.id ?? null,
      spot: row,
    };
    if (offset === undefined) return { ...at, found: place.rows };
    return { ...at, left: { ...nothingOpen, topRow: row, offset } };
  }

  private branchAt(chat: string, segment: Segment, spot: Spot): Location {
    const leaf = this.host.tree.leafBelow(segment);
    const branch = { session: leaf.session, tip: leaf.tip };
    return { ...chatAt(chat), branch, segment: segment.id, spot };
  }

  /** Where the reader is, as it is kept for the next start. */
  bookmark(): Bookmark | null {
    const { here } = this;
    const { thread } = this.host;
    if (!here?.branch) return null;
    const { session, tip } = here.branch;
    const at = thread.placed;
    const row = at && !thread.atEnd && here.agents.length === 0 ? thread.row(at.row) : undefined;
    return {
      chat: here.chat,
      session,
      tip,
      record: row?.uuid ?? '',
      block: row?.block ?? 0,
      offset: at?.offset ?? 0,
    };
  }

  /** Where a start is to begin, as it was kept. */
  restore({ chat, session, tip, record, block, offset }: Bookmark): Promise<boolean> {
    if (record === '') return this.wish({ chat, session });
    return this.wish({ chat, session, tip, record, block, offset });
  }
}

import type { Backend } from '../../lib/backend/backend';
import { isAbort } from '../../lib/backend/call';
import type { Row, Skeleton, TurnInfo } from '../../lib/backend/types';
import type { Left } from '../place/agents';
import { CardStates } from './cards.svelte';
import { displayItems, lastAt, newRows } from './display';
import { type Location, threadKey } from '../place/location';
import type { Place } from '../place/place.svelte';
import type { Branch, Loss, Shown, Spot, ThreadTarget } from '../place/target';
import { rowId } from '../place/target';
import type { TreeState } from '../tree/tree.svelte';
import { Resource } from '../../lib/resource.svelte';
import { Opened } from './opened.svelte';
import { PAGE, Pages } from './pages.svelte';
import { Scroll } from './scroll.svelte';
import { ThreadSource } from './source';
import { NamedPaths } from './named-paths.svelte';
import { WholeTexts } from './whole-texts.svelte';
import { alike, internalRows } from './skeleton-diff';

/** What the thread takes from the rest of the window. */
export interface ThreadOptions {
  /** Whether to include Claude Code's internal agents. */
  internal: () => boolean;
  /** Whether to show thinking. */
  thinking: () => boolean;
  /** The patterns to highlight in the text. */
  patterns: () => readonly RegExp[];
}

/** A skeleton, and whether it is that of the session's active branch, whatever the location says. */
interface Answer {
  skeleton: Skeleton;
  latest: boolean;
}

/** The thread of the current location: its skeleton at once, its contents page by page. */
export class ThreadState {
  /** The location whose thread is shown; another one of its chat may still be waiting for its branch. */
  private location = $state.raw<Location | null>(null);
  skeleton = $state.raw<Skeleton | null>(null);
  private readonly answers = new Resource<Answer>(undefined, (answer) => this.take(answer));
  /** The last search result; highlighted until another branch opens. */
  shown = $state.raw<Shown | null>(null);
  readonly scroll = new Scroll();

  /** Returns the row under the pointer; the view sets it. */
  pointed: () => Row | null = () => null;
  /** The key of the item at the cursor; null without a cursor. */
  private cursor = $state<number | null>(null);
  /** Where the item at the cursor is scrolled to. */
  cursorAlign: 'nearest' | 'third' = 'nearest';

  /** Why there is no thread; while one is shown, the next change or a timer loads it again. */
  readonly error = $derived.by((): string | null => (this.skeleton ? null : this.answers.error));
  readonly loading = $derived.by((): boolean => this.skeleton === null && this.answers.loading);
  /** Why the file no longer contains the shown branch; null if it does. */
  readonly loss = $derived.by((): Loss | null => {
    const isGone = this.skeleton !== null && this.answers.failure?.code === 'not-found';
    return this.skeleton?.loss ?? (isGone ? 'rewritten' : null);
  });
  readonly agents = $derived(this.location?.agents ?? []);
  /** Key of the branch, also while an agent of it is open; '' if nothing is. Its end is no part of it while it grows. */
  readonly branchKey = $derived.by((): string => {
    const branch = this.location?.branch;
    return branch ? `${branch.session} ${branch.tip ?? ''}` : '';
  });
  /** Key of the shown thread: another key resets all state. A branch that grows keeps its key. */
  readonly key = $derived(this.location ? threadKey(this.location) : '');
  /** What the engine is asked for; the tip of a branch that is followed is that of the shown rows. */
  readonly target = $derived.by((): ThreadTarget | null => {
    const { branch, agents } = this.location ?? { branch: null, agents: [] };
    if (!branch) return null;
    const { session, tip = agents.length > 0 ? '' : (this.skeleton?.tip ?? '') } = branch;
    return agents.length > 0 ? { session, tip, agents } : { session, tip };
  });

  /** The nodes of the tree from its root to the branch. */
  readonly path = $derived.by((): readonly string[] =>
    this.agents.length > 0 ? [] : this.tree.branches.pathTo(this.tree.branches.leafOf(this.target)),
  );
  /** The path for which the skeleton was loaded. */
  private pathRead = '';
  /** Loads this thread from the engine. */
  readonly source: ThreadSource;
  private readonly pages = new Pages();
  readonly opened = new Opened(
    () => this.skeleton,
    () => {
      this.keepView();
    },
  );
  /** Texts that are too long for a page of rows. */
  readonly texts: WholeTexts;
  readonly paths: NamedPaths;
  readonly cards: CardStates;
  /** Resolves when the last requested thread was loaded, or failed. */
  protected reading: Promise<unknown> = Promise.resolve();
  /** For everything that is loaded of the open thread. */
  private request = new AbortController();
  /** The number of threads that were opened: the key of their skeletons. */
  private nOpened = 0;
  private stamp = 0;

  constructor(
    backend: Backend,
    private readonly place: Place,
    private readonly tree: TreeState,
    private readonly options: ThreadOptions,
  ) {
    this.source = new ThreadSource(backend, options.internal);
    this.texts = new WholeTexts(backend);
    this.paths = new NamedPaths(backend);
    this.cards = new CardStates(backend);
  }

  readonly items = $derived.by(() =>
    this.skeleton ? displayItems(this.skeleton, this.opened.folds, this.options.thinking()) : null,
  );
  /** The patterns to highlight in the text. */
  readonly patterns = $derived.by(() => this.options.patterns());
  /** The first row of each tree node. */
  readonly starts = $derived(this.skeleton?.segments ?? []);
  private readonly startRows = $derived(this.starts.map((start) => start.row));
  readonly turnIndex = $derived(this.skeleton ? lastAt(this.skeleton.turns.rows, this.scroll.topRow) : -1);
  /** The first row of the visible turn; null above the first turn. */
  readonly turnRow = $derived(this.skeleton?.turns.rows[this.turnIndex] ?? null);
  /** Whether internal agents are listed. */
  readonly showsInternal = $derived(this.skeleton !== null && internalRows(this.skeleton) > 0);

  /** The view, to return to. */
  get left(): Left {
    const { topRow, drawn } = this.scroll;
    const { folds: openFolds, rows: openRows } = this.opened;
    return {
      openFolds,
      openRows,
      topRow: drawn?.row ?? topRow,
      offset: drawn?.offset ?? 0,
    };
  }

  /** Must be called when the view was scrolled: `row` is its first one, `offset` where the view begins in it. */
  scrolledTo(row: number, offset: number): void {
    this.scroll.drawn = { row, offset };
    this.keepView();
  }

  /** Keeps the view in the location. */
  private keepView(): void {
    const { here } = this.place;
    const { drawn, atEnd } = this.scroll;
    if (!drawn || !here || this.key === '' || threadKey(here) !== this.key) return;
    const spot: Spot = atEnd ? 'end' : drawn.row;
    this.place.settle({ spot, left: this.left });
    this.location = this.place.here;
  }

  /** Shows the current location; must be called after every move. */
  follow(): void {
    const { here } = this.place;
    const { location: before } = this;
    if (!here?.branch) {
      // The thread stays until its chat's next location is known.
      if (here?.chat !== before?.chat) this.close();
      return;
    }
    const isSame = this.key === threadKey(here);
    if (!isSame) this.reset();
    this.location = here;
    if (!isSame) this.reading = this.load();
    else if (before && isSameView(before, here)) return;
    else if (this.skeleton) this.arrive();
  }

  /** Opens the view of the location: its rows expanded, and scrolled to its spot. */
  private arrive(): void {
    if (!this.location) return;
    const { spot, found, left } = this.location;
    if (left) this.opened.restore(left);
    if (found.length > 0) {
      if (!left) this.opened.reveal(found);
      this.shown = { rows: found, stamp: ++this.stamp };
    }
    this.goTo(found.length > 0 && !left ? (found[0] ?? 0) : spot, left?.offset);
  }

  close(): void {
    this.reset();
    this.location = null;
  }

  private reset(): void {
    this.request.abort();
    this.request = new AbortController();
    this.nOpened++;
    this.answers.forget();
    this.skeleton = null;
    this.pages.reset();
    this.texts.forget();
    this.paths.forget();
    this.cards.forget();
    this.scroll.reset();
    this.cursor = null;
    this.opened.closeAll();
    this.shown = null;
  }

  retry(): void {
    if (!this.location) return;
    this.pages.retry();
    if (!this.skeleton) this.reading = this.load();
  }

  /** Loads the branch again; must be called when its session has changed. */
  async refresh(): Promise<void> {
    if (this.location) await this.load();
  }

  /** `exact`: the end that the location says, although it may no longer be that of the active branch. */
  private load(exact = false): Promise<unknown> {
    return this.answers.follow(String(this.nOpened), async (signal) => {
      const { target, skeleton, agents } = this;
      const branch = this.location?.branch;
      if (!target || !branch) throw new DOMException('nothing is open', 'AbortError');
      const latest =
        !exact && agents.length === 0 && (branch.follow ?? (skeleton !== null && this.seemsActive(branch)));
      const at = this.location?.spot ?? 'end';
      // When following, the response includes the new rows, so that they are shown first.
      const following = this.scroll.following ? { at: skeleton?.total ?? 0, page: 1 } : undefined;
      return {
        skeleton: await this.source.skeleton(
          latest ? { ...target, tip: '' } : target,
          signal,
          skeleton ? following : { at, page: PAGE },
          skeleton ?? undefined,
        ),
        latest,
      };
    });
  }

  /**
   * Whether a branch with a fixed end may be the one on which its session continues. Tree and thread are loaded
   * at different times: an end that the tree does not know counts as active.
   */
  private seemsActive(branch: Branch & { tip: string }): boolean {
    const end = this.tree.branches.leafOf(branch);
    return end !== null && end.session === branch.session && end.leaf && end.active;
  }

  private take({ skeleton: next, latest }: Answer): void {
    const before = this.skeleton;
    const branch = this.location?.branch;
    if (!branch) return;
    if (!before) {
      this.pages.begin(next);
      this.skeleton = next;
      this.pathRead = this.path.join();
      this.arrive();
      // The session may have grown since this branch was left.
      if (branch.tip !== undefined && this.agents.length === 0 && this.seemsActive(branch)) void this.load();
      return;
    }
    if (latest && !this.continuesOn(before, next, branch)) {
      void this.load(true);
      return;
    }
    const like = alike(before, next, ['kinds', 'lines', 'chars', 'turns', 'records']);
    next.turns.inherit(before.turns, like);
    this.pages.change(next, before.total, like);
    const grown = newRows(before, next);
    this.keepOpen(next);
    this.skeleton = next;
    this.pathRead = this.path.join();
    if (grown > 0) this.scroll.grew(grown);
  }

  /**
   * Reports whether to show the session's active branch. If the session continued on another one, only a person
   * at the end of the former goes along. The location then says where it stays, as do all others with this branch.
   */
  private continuesOn(before: Skeleton, next: Skeleton, branch: Branch): boolean {
    const { session } = branch;
    if (alike(before, next, ['records']) >= before.total) {
      if (!branch.follow) this.rebranch(branch, { session, follow: true });
      return true;
    }
    if (!branch.follow || this.scroll.following) return branch.follow ?? false;
    this.rebranch(branch, { session, tip: before.tip });
    return false;
  }

  private rebranch(from: Branch, to: Branch): void {
    if (this.location) this.location = { ...this.location, branch: to };
    this.place.rebranch(from, to);
  }

  /** Must be called when the tree was loaded: after a fork the branch has other nodes. */
  followTree(): void {
    if (this.skeleton && this.path.length > 0 && this.path.join() !== this.pathRead) void this.refresh();
  }

  /** Keeps rows visible that a growing run would fold while they are being read. */
  private keepOpen(next: Skeleton): void {
    if (this.scroll.following && this.opened.rows.size === 0) return;
    const alone = this.items?.rowsAlone() ?? new Set();
    const items = displayItems(next, this.opened.folds);
    const isOpen = (row: number) => this.opened.isOpen(`r${row}`);
    const kept = [
      ...items.closedFolds().filter((row) => alone.has(row) && (!this.scroll.following || isOpen(row))),
      ...items.closedHooks().filter((row) => alone.has(row) && isOpen(row)),
    ];
    if (kept.length > 0) this.opened.folds = new Set([...this.opened.folds, ...kept]);
  }

  private goTo(to: Spot, offset = 0): void {
    if (to === 'end') this.scroll.jumpTo('end');
    else if (typeof to === 'number') this.scroll.jumpTo(to, offset);
    else this.scroll.jumpTo(this.starts.find((s) => s.id === to)?.row ?? 'end');
  }

  /** The row of the next or previous prompt, seen from the top of the view; null if there is none. */
  turnFrom(by: 1 | -1): number | 'end' | null {
    const turns = this.skeleton?.turns.rows ?? [];
    const at = this.turnIndex;
    // Going back within a turn leads to its own prompt first.
    const here = turns[at];
    const next =
      by < 0 && here !== undefined && here < this.scroll.topRow ? here : turns[Math.max(0, at + by)];
    return next ?? (by > 0 ? 'end' : null);
  }

  /** Returns the segment that contains a row. */
  segmentAt(row: number): string | null {
    return this.starts[lastAt(this.startRows, row)]?.id ?? null;
  }

  itemAt(row: number): number {
    return this.items?.indexOfRow(row) ?? 0;
  }

  row(index: number): Row | undefined {
    return this.pages.row(index);
  }

  /** Returns a row, loading it if needed; undefined if another thread was opened meanwhile. */
  async readRow(index: number): Promise<Row | undefined> {
    const there = this.row(index);
    const { target } = this;
    if (there || !target) return there;
    const { signal } = this.request;
    try {
      const { rows } = await this.source.rows(target, index, 1, signal);
      return signal.aborted ? undefined : rows[0];
    } catch (error) {
      if (signal.aborted || isAbort(error)) return undefined;
      throw error;
    }
  }

  /** Why rows or turns could not be loaded, although the thread was. */
  get pageError(): string | null {
    return this.pages.error;
  }

  /** Loads these rows unless they are loaded or requested. */
  ensure(from: number, to: number): void {
    const { target, skeleton } = this;
    if (!target || !skeleton) return;
    const { signal } = this.request;
    const read = (at: number, count: number) => this.source.rows(target, at, count, signal);
    this.pages.ensure(from, to, skeleton.total, read, signal);
  }

  /** Returns a turn; undefined until loaded. */
  turn(at: number): TurnInfo | undefined {
    return this.skeleton ? this.pages.turn(this.skeleton.turns, at) : undefined;
  }

  /** Loads these turns unless they are loaded or requested. */
  ensureTurns(from: number, to: number): void {
    const { target, skeleton } = this;
    if (!target || !skeleton) return;
    const { signal } = this.request;
    const read = (at: number, count: number) => this.source.turns(target, at, count, signal);
    this.pages.ensureTurns(skeleton.turns, from, to, read, signal);
  }

  /** The index of the item at the cursor; -1 without a cursor. */
  get cursorItem(): number {
    return this.cursor === null ? -1 : (this.items?.indexOfKey(this.cursor) ?? -1);
  }

  /** The row at the cursor. */
  get cursorRow(): number | null {
    const at = this.cursorItem;
    return at < 0 ? null : (this.items?.rowAt(at) ?? null);
  }

  /** `align`: where its item is scrolled to, if it moves. */
  moveCursor(item: number, align: 'nearest' | 'third' = 'nearest'): void {
    this.cursorAlign = align;
    this.cursor = this.items?.keyAt(item) ?? null;
  }

  /** Returns the index of the search result inside the row with this id; null if it is elsewhere. */
  shownInside(id: string): number | null {
    const rows = this.shown?.rows ?? [];
    for (let depth = 1; depth < rows.length; depth++)
      if (rowId(rows.slice(0, depth)) === id) return rows[depth] ?? null;
    return null;
  }

  isShown(id: string): boolean {
    return this.shown !== null && rowId(this.shown.rows) === id;
  }
}

/** Whether two locations show their thread in the same view. */
function isSameView(a: Location, b: Location): boolean {
  return a.spot === b.spot && a.found === b.found && a.left === b.left;
}

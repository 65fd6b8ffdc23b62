import type { Backend } from '../../lib/backend/backend';
import { BackendError } from '../../lib/backend/backend';
import { isAbort, toBackendError } from '../../lib/backend/call';
import type { Row, Skeleton, TurnInfo } from '../../lib/backend/types';
import type { Left } from '../place/agents';
import { CardStates } from './cards.svelte';
import { displayItems, lastAt, newRows, segmentStarts } from './display';
import { type Location, targetOf } from '../place/location';
import type { Place } from '../place/place.svelte';
import { keyOf, type Loss, rowId, type Shown, type Spot, type ThreadTarget } from '../place/target';
import type { TreeState } from '../tree/tree.svelte';
import { againLater } from '../../lib/resource.svelte';
import { Opened } from './opened.svelte';
import { PAGE, Pages } from './pages.svelte';
import { Scroll } from './scroll.svelte';
import { ThreadSource } from './source';
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

/** What a location shows of its thread. */
type View = Pick<Location, 'spot' | 'found' | 'left'>;

/** The thread of the current location: its skeleton at once, its contents page by page. */
export class ThreadState {
  target = $state.raw<ThreadTarget | null>(null);
  skeleton = $state.raw<Skeleton | null>(null);
  loading = $state(false);
  error = $state<string | null>(null);
  /** The last search result; highlighted until another branch opens. */
  shown = $state.raw<Shown | null>(null);
  readonly scroll = new Scroll();

  /** Returns the row under the pointer; the view sets it. */
  pointed: () => Row | null = () => null;
  /** The key of the item at the cursor; null without a cursor. */
  private cursor = $state<number | null>(null);
  /** Where the item at the cursor is scrolled to. */
  cursorAlign: 'nearest' | 'third' = 'nearest';

  private gone = $state(false);
  /** Follows the session's active leaf. */
  followsActiveLeaf = false;
  /** Why the file no longer contains the shown branch; null if it does. */
  readonly loss = $derived.by((): Loss | null => this.skeleton?.loss ?? (this.gone ? 'rewritten' : null));

  /** The nodes of the tree from its root to the branch. */
  readonly path = $derived.by((): readonly string[] =>
    this.agents.length > 0 ? [] : this.tree.pathTo(this.tree.leafOf(this.target)),
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
  readonly cards: CardStates;
  private chat = '';
  /** The view that was last opened. */
  private arrived: View | null = null;
  /** Resolves when the last requested thread was loaded, or failed. */
  protected reading = Promise.resolve();
  private refreshed = 0;
  private again: ReturnType<typeof setTimeout> | undefined;
  private request = new AbortController();
  private stamp = 0;

  constructor(
    backend: Backend,
    private readonly place: Place,
    private readonly tree: TreeState,
    private readonly options: ThreadOptions,
  ) {
    this.source = new ThreadSource(backend, options.internal);
    this.texts = new WholeTexts(backend);
    this.cards = new CardStates(backend);
  }

  readonly items = $derived.by(() =>
    this.skeleton ? displayItems(this.skeleton, this.opened.folds, this.options.thinking()) : null,
  );
  /** The patterns to highlight in the text. */
  readonly patterns = $derived.by(() => this.options.patterns());
  readonly starts = $derived(this.skeleton ? segmentStarts(this.skeleton, this.path) : []);
  private readonly startRows = $derived(this.starts.map((start) => start.row));
  readonly turnIndex = $derived(this.skeleton ? lastAt(this.skeleton.turns.rows, this.scroll.topRow) : -1);
  /** The first row of the visible turn; null above the first turn. */
  readonly turnRow = $derived(this.skeleton?.turns.rows[this.turnIndex] ?? null);
  /** Whether internal agents are listed. */
  readonly showsInternal = $derived(this.skeleton !== null && internalRows(this.skeleton) > 0);
  readonly agents = $derived(this.target?.agents ?? []);
  /** Key of the shown thread: another key resets all state. */
  readonly key = $derived(this.target ? keyOf(this.target) : '');

  /** The view, to return to. */
  get left(): Left {
    const { followsActiveLeaf } = this;
    const { topRow, drawn } = this.scroll;
    const { folds: openFolds, rows: openRows } = this.opened;
    return {
      openFolds,
      openRows,
      topRow: drawn?.row ?? topRow,
      followsActiveLeaf,
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
    const target = here && targetOf(here);
    const { drawn, atEnd } = this.scroll;
    if (!drawn || !here || !target || keyOf(target) !== this.key) return;
    const { left } = this;
    const spot: Spot = atEnd ? 'end' : drawn.row;
    this.arrived = { spot, found: here.found, left };
    this.place.settle({ spot, left });
  }

  /** Shows the current location; must be called after every move. */
  follow(): void {
    const { here } = this.place;
    const target = here && targetOf(here);
    if (!target) {
      // The thread stays until its chat's next location is known.
      if (here?.chat !== this.chat) this.close();
      return;
    }
    const { spot, found, left } = here;
    const { arrived } = this;
    const same = this.key === keyOf(target);
    if (same && arrived?.spot === spot && arrived.found === found && arrived.left === left) return;
    this.chat = here.chat;
    this.arrived = { spot, found, left };
    if (!same) {
      this.reset();
      this.target = target;
      this.reading = this.read(target);
    } else if (this.skeleton) this.arrive();
  }

  /** Opens the view of the location: its rows expanded, and scrolled to its spot. */
  private arrive(): void {
    if (!this.arrived) return;
    const { spot, found, left } = this.arrived;
    if (left) {
      this.opened.restore(left);
      this.followsActiveLeaf = left.followsActiveLeaf;
    }
    if (found.length > 0) {
      if (!left) this.opened.reveal(found);
      this.shown = { rows: found, stamp: ++this.stamp };
    }
    this.goTo(found.length > 0 && !left ? (found[0] ?? 0) : spot, left?.offset);
  }

  close(): void {
    this.reset();
    this.target = null;
    this.arrived = null;
    this.chat = '';
  }

  private reset(): void {
    this.request.abort();
    this.request = new AbortController();
    clearTimeout(this.again);
    this.skeleton = null;
    this.error = null;
    this.pages.reset();
    this.texts.forget();
    this.cards.forget();
    this.followsActiveLeaf = false;
    this.scroll.reset();
    this.cursor = null;
    this.opened.closeAll();
    this.gone = false;
    this.loading = false;
    this.shown = null;
  }

  private async read(target: ThreadTarget): Promise<void> {
    const { signal } = this.request;
    const at = this.arrived?.spot ?? 'end';
    this.loading = true;
    clearTimeout(this.again);
    const question = ++this.refreshed;
    try {
      const skeleton = await this.source.skeleton(target, signal, { at, page: PAGE });
      if (signal.aborted) return;
      if (question === this.refreshed || !this.skeleton) {
        this.pages.begin(skeleton);
        this.skeleton = skeleton;
        this.pathRead = this.path.join();
      }
      this.arrive();
      // The session may have grown since this branch was left.
      if (this.followsActiveLeaf && this.agents.length === 0) await this.refresh(true);
    } catch (error) {
      if (signal.aborted || isAbort(error)) return;
      if (this.skeleton) this.arrive();
      else {
        this.error = toBackendError(error).message;
        this.again = againLater(error, () => this.retry());
      }
    } finally {
      if (!signal.aborted) this.loading = false;
    }
  }

  retry(): void {
    if (!this.target) return;
    this.error = null;
    this.pages.retry();
    if (!this.skeleton) this.reading = this.read(this.target);
  }

  /** Reloads the branch; with `latest`, the session's active leaf. */
  async refresh(latest = false): Promise<void> {
    const target = this.target;
    if (!target) return;
    const outer = this.agents[0]?.left;
    if (latest && outer) {
      outer.followsActiveLeaf = true;
      latest = false;
    }
    const { signal } = this.request;
    clearTimeout(this.again);
    // Hints arrive faster than responses, which may be out of order: only the last request counts.
    const question = ++this.refreshed;
    // When following, the response includes the new rows, so that they are shown first.
    const ahead = this.scroll.following ? { at: this.skeleton?.total ?? 0, page: 1 } : undefined;
    try {
      const next = await this.source.skeleton(latest ? { ...target, tip: '' } : target, signal, ahead);
      if (signal.aborted || question !== this.refreshed) return;
      const before = this.skeleton?.total ?? 0;
      // The session continued on another branch: a person who reads elsewhere stays on this one.
      if (latest && !this.scroll.following && alike(this.skeleton, next, ['records']) < before) {
        await this.refresh();
        return;
      }
      this.gone = false;
      if (latest) {
        this.followsActiveLeaf = true;
        if (next.tip !== target.tip) this.grow({ ...target, tip: next.tip });
      }
      const like = alike(this.skeleton, next, ['kinds', 'lines', 'chars', 'turns', 'records']);
      if (this.skeleton) next.turns.inherit(this.skeleton.turns, like);
      this.pages.change(next, before, like);
      const grown = newRows(this.skeleton, next);
      this.keepOpen(next);
      this.skeleton = next;
      this.pathRead = this.path.join();
      if (this.error !== null) this.arrive();
      else if (grown > 0) this.scroll.grew(grown);
      this.error = null;
    } catch (error) {
      // The next hint retries, or a timer if the engine did not respond; the shown state stays.
      if (signal.aborted || isAbort(error) || question !== this.refreshed) return;
      const why = toBackendError(error);
      this.gone = why instanceof BackendError && why.code === 'not-found';
      this.again = againLater(why, () => void this.refresh(latest));
    }
  }

  /** The branch has a new end: the location is still the same. */
  private grow(target: ThreadTarget): void {
    const { here } = this.place;
    const shown = here && targetOf(here);
    const { session, tip } = target;
    const isHere = shown !== null && keyOf(shown) === this.key;
    this.target = target;
    if (isHere) this.place.settle({ branch: { session, tip } });
  }

  /** Must be called when the tree was loaded: after a fork the branch has other nodes. */
  followTree(): void {
    if (this.skeleton && this.path.length > 0 && this.path.join() !== this.pathRead) void this.refresh();
  }

  /** Keeps rows visible that a growing run would fold while they are being read. */
  private keepOpen(next: Skeleton): void {
    if (this.scroll.following && this.opened.rows.size === 0) return;
    const alone = this.items?.rowsAlone() ?? new Set();
    const kept = displayItems(next, this.opened.folds)
      .closedFolds()
      .filter((row) => alone.has(row) && (!this.scroll.following || this.opened.isOpen(`r${row}`)));
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

import type { Backend } from '../../lib/backend/backend';
import type { Row, Skeleton } from '../../lib/backend/types';
import type { AgentStep, Left } from '../place/agents';
import { CardStates } from './cards.svelte';
import { displayItems, lastAt, newRows } from './display';
import { type Location, threadKey } from '../place/location';
import type { Place } from '../place/place.svelte';
import type { Loss, Found, Spot, ThreadTarget } from '../place/target';
import { rowId } from '../place/target';
import type { TreeState } from '../tree/tree.svelte';
import { Cursor } from './cursor.svelte';
import { LoadedThread } from './loaded.svelte';
import { Opened } from './opened.svelte';
import type { Pages } from './pages.svelte';
import { Scroll } from './scroll.svelte';
import { ThreadSource } from './source';
import { NamedPaths } from './named-paths.svelte';
import { WholeTexts } from './whole-texts.svelte';
import { internalRows } from './skeleton-diff';

/** What the thread takes from the rest of the window. */
export interface ThreadOptions {
  /** Whether to include Claude Code's internal agents. */
  internal: () => boolean;
  /** Whether to show thinking. */
  thinking: () => boolean;
  /** The patterns to highlight in the text. */
  patterns: () => readonly RegExp[];
}

/** The thread of the current location: its skeleton at once, its contents page by page. */
export class ThreadState {
  /** The last search result; highlighted until another branch opens. */
  found = $state.raw<Found | null>(null);
  readonly scroll = new Scroll();

  /** Returns the row under the pointer; the view sets it. */
  pointed: () => Row | null = () => null;
  /** Loads this thread from the engine. */
  readonly source: ThreadSource;
  readonly loaded: LoadedThread;
  readonly pages: Pages;
  readonly cursor = new Cursor(() => this.items);
  readonly opened = new Opened(
    () => this.skeleton,
    () => this.keepView(),
  );
  /** Texts that are too long for a page of rows. */
  readonly texts: WholeTexts;
  readonly paths: NamedPaths;
  readonly cards: CardStates;
  /** Resolves when the last requested thread was loaded, or failed. */
  protected reading: Promise<unknown> = Promise.resolve();
  private stamp = 0;

  constructor(
    backend: Backend,
    private readonly place: Place,
    tree: TreeState,
    private readonly options: ThreadOptions,
  ) {
    this.source = new ThreadSource(backend, options.internal);
    this.loaded = new LoadedThread(this.source, place, tree, {
      following: () => this.scroll.following,
      arrive: () => this.arrive(),
      change: (before, next) => this.change(before, next),
    });
    this.pages = this.loaded.pages;
    this.texts = new WholeTexts(backend);
    this.paths = new NamedPaths(backend);
    this.cards = new CardStates(backend);
  }

  get skeleton(): Skeleton | null {
    return this.loaded.skeleton;
  }
  get error(): string | null {
    return this.loaded.error;
  }
  get loading(): boolean {
    return this.loaded.loading;
  }
  get loss(): Loss | null {
    return this.loaded.loss;
  }
  get agents(): readonly AgentStep[] {
    return this.loaded.agents;
  }
  get branchKey(): string {
    return this.loaded.branchKey;
  }
  get key(): string {
    return this.loaded.key;
  }
  get target(): ThreadTarget | null {
    return this.loaded.target;
  }
  get path(): readonly string[] {
    return this.loaded.path;
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
    this.loaded.location = this.place.here;
  }

  /** Shows the current location; must be called after every move. */
  follow(): void {
    const { here } = this.place;
    const { location: before } = this.loaded;
    if (!here?.branch) {
      // The thread stays until its chat's next location is known.
      if (here?.chat !== before?.chat) this.close();
      return;
    }
    const isSame = this.key === threadKey(here);
    if (!isSame) this.close();
    this.loaded.location = here;
    if (!isSame) this.reading = this.loaded.load();
    else if (before && isSameView(before, here)) return;
    else if (this.skeleton) this.arrive();
  }

  /** Opens the view of the location: its rows expanded, and scrolled to its spot. */
  private arrive(): void {
    const { location } = this.loaded;
    if (!location) return;
    const { spot, found, left } = location;
    if (left) this.opened.restore(left);
    if (found.length > 0) {
      if (!left) this.opened.reveal(found);
      this.found = { rows: found, stamp: ++this.stamp };
    }
    this.goTo(found.length > 0 && !left ? (found[0] ?? 0) : spot, left?.offset);
  }

  close(): void {
    this.loaded.close();
    this.texts.forget();
    this.paths.forget();
    this.cards.forget();
    this.scroll.reset();
    this.cursor.clear();
    this.opened.closeAll();
    this.found = null;
  }

  retry(): void {
    if (!this.loaded.location) return;
    this.pages.retry();
    if (!this.skeleton) this.reading = this.loaded.load();
  }

  /** Loads the branch again; must be called when its session has changed. */
  async refresh(): Promise<void> {
    if (this.loaded.location) await this.loaded.load();
  }

  /** Must be called when the tree was loaded: after a fork the branch has other nodes. */
  followTree(): void {
    this.loaded.followTree();
  }

  private change(before: Skeleton, next: Skeleton): void {
    this.opened.keep(this.items, next, this.scroll.following);
    const grown = newRows(before, next);
    if (grown > 0) this.scroll.grew(grown);
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

  /** Returns the index of the search result inside the row with this id; null if it is elsewhere. */
  foundInside(id: string): number | null {
    const rows = this.found?.rows ?? [];
    for (let depth = 1; depth < rows.length; depth++)
      if (rowId(rows.slice(0, depth)) === id) return rows[depth] ?? null;
    return null;
  }

  isFound(id: string): boolean {
    return this.found !== null && rowId(this.found.rows) === id;
  }
}

/** Whether two locations show their thread in the same view. */
function isSameView(a: Location, b: Location): boolean {
  return a.spot === b.spot && a.found === b.found && a.left === b.left;
}

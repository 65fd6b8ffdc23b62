import type { Backend } from '../../lib/backend/backend';
import { BackendError } from '../../lib/backend/backend';
import { isAbort, toBackendError } from '../../lib/backend/call';
import type { Row, Skeleton, TurnInfo } from '../../lib/backend/types';
import type { Left } from '../place/agents';
import { displayItems, lastAt, newRows, segmentStarts } from './display';
import { keyOf, type Loss, rowId, type Shown, type Spot, type ThreadTarget } from '../place/target';
import { againLater } from '../../lib/resource.svelte';
import { Opened } from './opened.svelte';
import { PAGE, Pages } from './pages.svelte';
import { Place } from './place.svelte';
import { ThreadSource } from './source';
import { WholeTexts } from './whole-texts.svelte';
import { alike, internalRows } from './skeleton-diff';

/** The open branch: its skeleton at once, its contents page by page. */
export class ThreadState {
  target = $state.raw<ThreadTarget | null>(null);
  skeleton = $state.raw<Skeleton | null>(null);
  loading = $state(false);
  error = $state<string | null>(null);
  /** The last search result; highlighted until another branch opens. */
  shown = $state.raw<Shown | null>(null);
  /** The patterns to highlight in the text. */
  patterns = $state.raw<readonly RegExp[]>([]);
  readonly place = new Place();
  /** The requested position until the thread is loaded; Retry uses it too. */
  private wanted: Spot = 'end';

  /** The key of the item at the cursor; null without a cursor. */
  private cursor = $state<number | null>(null);

  private gone = $state(false);
  /** Follows the session's active leaf. */
  followsActiveLeaf = false;
  /** Why the file no longer contains the shown branch; null if it does. */
  readonly loss = $derived.by((): Loss | null => this.skeleton?.loss ?? (this.gone ? 'rewritten' : null));

  path = $state.raw<readonly string[]>([]);
  /** Loads this thread from the engine. */
  readonly source: ThreadSource;
  private readonly pages = new Pages();
  readonly opened = new Opened(() => this.skeleton);
  /** Texts that are too long for a page of rows. */
  readonly texts: WholeTexts;
  private refreshed = 0;
  private again: ReturnType<typeof setTimeout> | undefined;
  private request = new AbortController();
  private stamp = 0;
  /** `internal`: whether to include Claude Code's internal agents; `thinking`: whether to show thinking. */
  constructor(
    backend: Backend,
    internal: () => boolean = () => false,
    private readonly thinking: () => boolean = () => false,
  ) {
    this.source = new ThreadSource(backend, internal);
    this.texts = new WholeTexts(backend);
  }

  readonly items = $derived.by(() =>
    this.skeleton ? displayItems(this.skeleton, this.opened.folds, this.thinking()) : null,
  );
  readonly starts = $derived(this.skeleton ? segmentStarts(this.skeleton, this.path) : []);
  private readonly startRows = $derived(this.starts.map((start) => start.row));
  readonly turnIndex = $derived(this.skeleton ? lastAt(this.skeleton.turns.rows, this.place.topRow) : -1);
  /** The first row of the visible turn; null above the first turn. */
  readonly turnRow = $derived(this.skeleton?.turns.rows[this.turnIndex] ?? null);
  /** Whether internal agents are listed. */
  readonly showsInternal = $derived(this.skeleton !== null && internalRows(this.skeleton) > 0);
  readonly agents = $derived(this.target?.agents ?? []);
  /** Key of the shown thread: another key resets all state. */
  readonly key = $derived(this.target ? keyOf(this.target) : '');

  /** Opens a branch at a search result, with everything expanded that contains it. */
  async show(target: ThreadTarget, rows: readonly number[], path: readonly string[] = []): Promise<void> {
    await this.open(target, path, rows[0] ?? 0);
    if (this.key !== keyOf(target)) return;
    this.reveal(rows);
  }

  /** The state to return to. */
  get left(): Left {
    const { path, followsActiveLeaf } = this;
    const { topRow, drawn } = this.place;
    const { folds: openFolds, rows: openRows } = this.opened;
    return { path, openFolds, openRows, topRow, followsActiveLeaf, offset: drawn?.offset ?? 0 };
  }

  /** Opens a thread in a saved state; `shown` is the path of the highlighted row. */
  async return(target: ThreadTarget, left: Left, to: Spot, shown: readonly number[] = []): Promise<void> {
    const same = this.key === keyOf(target) && this.skeleton !== null;
    if (!same) this.reset();
    this.target = target;
    this.path = left.path;
    this.opened.restore(left);
    this.followsActiveLeaf = left.followsActiveLeaf;
    const { key } = this;
    if (same) this.goTo(to, left.offset);
    else await this.read(target, to, left.offset);
    if (this.key === key && shown.length > 0) this.shown = { rows: shown, stamp: ++this.stamp };
    if (this.key === key && this.followsActiveLeaf && this.agents.length === 0) await this.refresh(true);
  }

  /** Opens a branch at a segment's first row, a row, or the end; resolves once it is loaded. */
  async open(target: ThreadTarget, path: readonly string[], to: Spot): Promise<void> {
    const same = this.key === keyOf(target);
    this.path = path;
    if (same && this.skeleton) {
      this.goTo(to);
      return;
    }
    this.reset();
    this.target = target;
    await this.read(target, to);
  }

  close(): void {
    this.reset();
    this.target = null;
  }

  private reset(): void {
    this.request.abort();
    this.request = new AbortController();
    clearTimeout(this.again);
    this.skeleton = null;
    this.error = null;
    this.pages.reset();
    this.texts.forget();
    this.followsActiveLeaf = false;
    this.place.reset();
    this.cursor = null;
    this.opened.closeAll();
    this.gone = false;
    this.loading = false;
    this.shown = null;
  }

  private async read(target: ThreadTarget, to: Spot, offset = 0): Promise<void> {
    const { signal } = this.request;
    this.wanted = to;
    this.loading = true;
    clearTimeout(this.again);
    const question = ++this.refreshed;
    try {
      const skeleton = await this.source.skeleton(target, signal, { at: to, page: PAGE });
      if (signal.aborted) return;
      if (question === this.refreshed || !this.skeleton) {
        this.pages.begin(skeleton);
        this.skeleton = skeleton;
      }
      this.goTo(to, offset);
    } catch (error) {
      if (signal.aborted || isAbort(error)) return;
      if (this.skeleton) this.goTo(to, offset);
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
    if (!this.skeleton) void this.read(this.target, this.wanted);
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
    const ahead = this.place.following ? { at: this.skeleton?.total ?? 0, page: 1 } : undefined;
    try {
      const next = await this.source.skeleton(latest ? { ...target, tip: '' } : target, signal, ahead);
      if (signal.aborted || question !== this.refreshed) return;
      const before = this.skeleton?.total ?? 0;
      // The session continued on another branch: a person who reads elsewhere stays on this one.
      if (latest && !this.place.following && alike(this.skeleton, next, ['records']) < before) {
        await this.refresh();
        return;
      }
      this.gone = false;
      if (latest) {
        this.followsActiveLeaf = true;
        if (next.tip !== target.tip) this.target = { ...target, tip: next.tip };
      }
      const like = alike(this.skeleton, next, ['kinds', 'lines', 'chars', 'turns', 'records']);
      if (this.skeleton) next.turns.inherit(this.skeleton.turns, like);
      this.pages.change(next, before, like);
      const grown = newRows(this.skeleton, next);
      this.keepOpen(next);
      this.skeleton = next;
      if (this.error !== null) this.goTo(this.wanted);
      else if (grown > 0) this.place.grew(grown);
      this.error = null;
    } catch (error) {
      // The next hint retries, or a timer if the engine did not respond; the shown state stays.
      if (signal.aborted || isAbort(error) || question !== this.refreshed) return;
      const why = toBackendError(error);
      this.gone = why instanceof BackendError && why.code === 'not-found';
      this.again = againLater(why, () => void this.refresh(latest));
    }
  }

  /** Keeps rows visible that a growing run would fold while they are being read. */
  private keepOpen(next: Skeleton): void {
    if (this.place.following && this.opened.rows.size === 0) return;
    const alone = this.items?.rowsAlone() ?? new Set();
    const kept = displayItems(next, this.opened.folds)
      .closedFolds()
      .filter((row) => alone.has(row) && (!this.place.following || this.opened.isOpen(`r${row}`)));
    if (kept.length > 0) this.opened.folds = new Set([...this.opened.folds, ...kept]);
  }

  goTo(to: Spot, offset = 0): void {
    if (to === 'end') this.place.jumpTo('end');
    else if (typeof to === 'number') this.place.jumpTo(to, offset);
    else this.place.jumpTo(this.starts.find((s) => s.id === to)?.row ?? 'end');
  }

  jumpTurn(by: 1 | -1): void {
    const turns = this.skeleton?.turns.rows ?? [];
    const at = this.turnIndex;
    // Going back within a turn leads to its own prompt first.
    const here = turns[at];
    const next =
      by < 0 && here !== undefined && here < this.place.topRow ? here : turns[Math.max(0, at + by)];
    if (next !== undefined) this.place.jumpTo(next);
    else if (by > 0) this.place.jumpTo('end');
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

  moveCursor(item: number): void {
    this.cursor = this.items?.keyAt(item) ?? null;
  }

  /** Expands everything that contains a row of the open branch, and scrolls to it. */
  reveal(rows: readonly number[]): void {
    const [row] = rows;
    if (row === undefined || !this.skeleton) return;
    this.opened.reveal(rows);
    this.shown = { rows, stamp: ++this.stamp };
    this.place.jumpTo(row);
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

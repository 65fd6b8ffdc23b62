import type { Backend } from '../../lib/backend/backend';
import { BackendError } from '../../lib/backend/backend';
import { isAbort, toBackendError } from '../../lib/backend/call';
import type { Row, Skeleton, TurnInfo } from '../../lib/backend/types';
import type { Left } from './agents';
import { displayItems, lastAt, newRows, segmentStarts } from './display';
import { keyOf, type Loss, rowId, type Shown, type Spot, type ThreadTarget } from './target';
import { againLater } from '../../lib/resource.svelte';
import { Opened } from './opened.svelte';
import { PAGE, Pages } from './pages.svelte';
import { Place } from './place.svelte';
import { ThreadSource } from './source';
import { WholeTexts } from './whole-texts.svelte';
import { alike, internalRows } from './grown';

/** The open branch: its skeleton at once, its contents page by page. */
export class ThreadState {
  target = $state.raw<ThreadTarget | null>(null);
  skeleton = $state.raw<Skeleton | null>(null);
  loading = $state(false);
  error = $state<string | null>(null);
  /** The row that was looked for last; it is marked until another branch opens. */
  shown = $state.raw<Shown | null>(null);
  /** What is marked in the text. */
  patterns = $state.raw<readonly RegExp[]>([]);
  readonly place = new Place();
  /** Where the thread is opened, until it is read: Retry goes there, too. */
  private wanted: Spot = 'end';

  /** The item that the keys stand on, by its key; null while they scroll. */
  private cursor = $state<number | null>(null);

  private gone = $state(false);
  /** This is the branch that its session goes on with, whatever its tip is by now. */
  wentOn = false;
  /** Why the file no longer holds what is shown; null when all is well. */
  readonly loss = $derived.by((): Loss | null => this.skeleton?.loss ?? (this.gone ? 'rewritten' : null));

  path = $state.raw<readonly string[]>([]);
  /** What is asked of the engine about this thread. */
  readonly source: ThreadSource;
  private readonly pages = new Pages();
  readonly opened = new Opened(() => this.skeleton);
  /** Texts that are too long for a page of rows. */
  readonly texts: WholeTexts;
  private refreshed = 0;
  private again: ReturnType<typeof setTimeout> | undefined;
  private request = new AbortController();
  private stamp = 0;
  /** `internal`: whether the agents that Claude Code started for itself are listed; `thinking`: whether thinking is shown. */
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
  /** The row that the turn in view begins with, null above the first turn. */
  readonly turnRow = $derived(this.skeleton?.turns.rows[this.turnIndex] ?? null);
  /** Whether agents are listed that Claude Code started for itself. */
  readonly showsInternal = $derived(this.skeleton !== null && internalRows(this.skeleton) > 0);
  readonly agents = $derived(this.target?.agents ?? []);
  /** Which thread is shown: another one begins anew in everything. */
  readonly key = $derived(this.target ? keyOf(this.target) : '');

  /** Opens a branch at a row that was looked for, with all that has to be open to see it. */
  async show(target: ThreadTarget, rows: readonly number[], path: readonly string[] = []): Promise<void> {
    await this.open(target, path, rows[0] ?? 0);
    if (this.key !== keyOf(target)) return;
    this.reveal(rows);
  }

  /** How the thread stands now, so that it can be returned to. */
  get left(): Left {
    const { path, wentOn } = this;
    const { topRow, drawn } = this.place;
    const { folds: openFolds, rows: openRows } = this.opened;
    return { path, openFolds, openRows, topRow, wentOn, offset: drawn?.offset ?? 0 };
  }

  /** Opens a thread as it was left; `shown` is the way to the row that is marked in it. */
  async return(target: ThreadTarget, left: Left, to: Spot, shown: readonly number[] = []): Promise<void> {
    const same = this.key === keyOf(target) && this.skeleton !== null;
    if (!same) this.reset();
    this.target = target;
    this.path = left.path;
    this.opened.restore(left);
    this.wentOn = left.wentOn;
    const { key } = this;
    if (same) this.goTo(to, left.offset);
    else await this.read(target, to, left.offset);
    if (this.key === key && shown.length > 0) this.shown = { rows: shown, stamp: ++this.stamp };
    if (this.key === key && this.wentOn && this.agents.length === 0) await this.refresh(true);
  }

  /** Opens a branch and goes to a segment's first row, a row, or the end; done when it is read. */
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
    this.wentOn = false;
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

  /** Reads the branch again; where it is the one that its session goes on with, as it is now. */
  async refresh(latest = false): Promise<void> {
    const target = this.target;
    if (!target) return;
    const outer = this.agents[0]?.left;
    if (latest && outer) {
      outer.wentOn = true;
      latest = false;
    }
    const { signal } = this.request;
    clearTimeout(this.again);
    // Hints come faster than answers, and answers out of order: the last question counts.
    const question = ++this.refreshed;
    // Whoever follows sees the new rows first: they come with the answer, those that may have changed before them.
    const ahead = this.place.following ? { at: this.skeleton?.total ?? 0, page: 1 } : undefined;
    try {
      const next = await this.source.skeleton(latest ? { ...target, tip: '' } : target, signal, ahead);
      if (signal.aborted || question !== this.refreshed) return;
      const before = this.skeleton?.total ?? 0;
      // The session went another way: whoever reads elsewhere stays on the branch.
      if (latest && !this.place.following && alike(this.skeleton, next, ['records']) < before) {
        await this.refresh();
        return;
      }
      this.gone = false;
      if (latest) {
        this.wentOn = true;
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
      // The next hint asks again, or a timer where nobody answered; what is shown stays.
      if (signal.aborted || isAbort(error) || question !== this.refreshed) return;
      const why = toBackendError(error);
      this.gone = why instanceof BackendError && why.code === 'not-found';
      this.again = againLater(why, () => void this.refresh(latest));
    }
  }

  /** Rows that stand alone and would be folded by what follows them: not while they are read. */
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
    // Going back inside a turn leads to its own prompt first.
    const here = turns[at];
    const next =
      by < 0 && here !== undefined && here < this.place.topRow ? here : turns[Math.max(0, at + by)];
    if (next !== undefined) this.place.jumpTo(next);
    else if (by > 0) this.place.jumpTo('end');
  }

  /** The segment in whose rows the reader is. */
  segmentAt(row: number): string | null {
    return this.starts[lastAt(this.startRows, row)]?.id ?? null;
  }

  itemAt(row: number): number {
    return this.items?.indexOfRow(row) ?? 0;
  }

  row(index: number): Row | undefined {
    return this.pages.row(index);
  }

  /** A row, read where it was not yet; undefined where another thread has opened meanwhile. */
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

  /** Why something of the thread could not be read, when the thread itself could. */
  get pageError(): string | null {
    return this.pages.error;
  }

  /** Makes sure that these rows are there or on their way. */
  ensure(from: number, to: number): void {
    const { target, skeleton } = this;
    if (!target || !skeleton) return;
    const { signal } = this.request;
    const read = (at: number, count: number) => this.source.rows(target, at, count, signal);
    this.pages.ensure(from, to, skeleton.total, read, signal);
  }

  /** A turn, as far as it is known by now. */
  turn(at: number): TurnInfo | undefined {
    return this.skeleton ? this.pages.turn(this.skeleton.turns, at) : undefined;
  }

  /** Makes sure that what these turns are is known or on its way. */
  ensureTurns(from: number, to: number): void {
    const { target, skeleton } = this;
    if (!target || !skeleton) return;
    const { signal } = this.request;
    const read = (at: number, count: number) => this.source.turns(target, at, count, signal);
    this.pages.ensureTurns(skeleton.turns, from, to, read, signal);
  }

  /** Where among the items the keys stand; -1 for nowhere. */
  get cursorItem(): number {
    return this.cursor === null ? -1 : (this.items?.indexOfKey(this.cursor) ?? -1);
  }

  /** The row that the keys stand on. */
  get cursorRow(): number | null {
    const at = this.cursorItem;
    return at < 0 ? null : (this.items?.rowAt(at) ?? null);
  }

  moveCursor(item: number): void {
    this.cursor = this.items?.keyAt(item) ?? null;
  }

  /** Opens whatever holds a row of the open branch, and goes there. */
  reveal(rows: readonly number[]): void {
    const [row] = rows;
    if (row === undefined || !this.skeleton) return;
    this.opened.reveal(rows);
    this.shown = { rows, stamp: ++this.stamp };
    this.place.jumpTo(row);
  }

  /** The row that was looked for, where it lies inside the row with this id. */
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

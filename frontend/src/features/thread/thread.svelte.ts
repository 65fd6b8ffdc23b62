import type { Backend } from '../../lib/backend/backend';
import { BackendError } from '../../lib/backend/backend';
import { isAbort, toBackendError } from '../../lib/backend/call';
import type { AgentPage, Near, Row, Skeleton, TurnInfo } from '../../lib/backend/types';
import { ROW_KINDS } from '../../lib/backend/types';
import type { AgentStep, Left } from './agents';
import { displayItems, lastAt, segmentStarts } from './display';
import { type Jump, keyOf, type Loss, rowId, type Shown, type Spot, type ThreadTarget } from './target';
import type { Turns } from '../../lib/backend/turns';
import { PAGE, Pages } from './pages.svelte';
import { WholeTexts } from './whole-texts.svelte';
import { alike, internalRows, saidRows } from './grown';

/** What of a row may be closed: itself, and the parts of its card that are shown in short. */
const PARTS = ['', ':out', ':err', ':lines', ':all'];

const TOOL = ROW_KINDS.indexOf('tool');

/** The open branch: its skeleton at once, its contents page by page. */
export class ThreadState {
  target = $state.raw<ThreadTarget | null>(null);
  skeleton = $state.raw<Skeleton | null>(null);
  loading = $state(false);
  error = $state<string | null>(null);
  jump = $state.raw<Jump | null>(null);
  /** The row that was looked for last; it is marked until another branch opens. */
  shown = $state.raw<Shown | null>(null);
  /** What is marked in the text. */
  patterns = $state.raw<readonly RegExp[]>([]);
  /** The first row in view; the sticky header and the tree's mark follow it. */
  topRow = $state(0);
  /** How large the view was last: what is drawn before it is measured again is laid out for that. */
  box = { width: 820, height: 600 };
  /** Rows that came in below while the reader was elsewhere. */
  fresh = $state(0);
  /** The reader is at the end; `follow` says whether the end takes them along as it moves. */
  atEnd = $state(true);
  follow = $state(true);
  readonly following = $derived(this.follow && this.atEnd);

  /** Where the view begins, once it is drawn there: how far in its first row. */
  placed: { row: number; offset: number } | null = null;
  /** Where the thread is opened, until it is read: Retry goes there, too. */
  private wanted: Spot = 'end';

  /** The item that the keys stand on, by its key; null while they scroll. */
  private cursor = $state<number | null>(null);

  private gone = $state(false);
  /** This is the branch that its session goes on with, whatever its tip is by now. */
  wentOn = false;
  /** Why the file no longer holds what is shown; null when all is well. */
  readonly loss = $derived.by((): Loss | null => this.skeleton?.loss ?? (this.gone ? 'rewritten' : null));

  private path = $state.raw<readonly string[]>([]);
  private openFolds = $state.raw<ReadonlySet<number>>(new Set());
  private openRows = $state.raw<ReadonlySet<string>>(new Set());
  private turnsVersion = $state(0);
  private readonly pages = new Pages();
  /** Texts that are too long for a page of rows. */
  readonly texts: WholeTexts;
  private refreshed = 0;
  private request = new AbortController();
  private stamp = 0;
  /** While a jump settles, scrolling is the window's doing and moves no mark. */
  private settlingUntil = 0;
  private pinnedToEnd = false;

  constructor(
    private readonly backend: Backend,
    /** Whether the agents that Claude Code started for itself are listed. */
    private readonly internal: () => boolean = () => false,
  ) {
    this.texts = new WholeTexts(backend);
  }

  readonly items = $derived(this.skeleton ? displayItems(this.skeleton, this.openFolds) : null);
  readonly starts = $derived(this.skeleton ? segmentStarts(this.skeleton, this.path) : []);
  private readonly startRows = $derived(this.starts.map((start) => start.row));
  readonly turnIndex = $derived(this.skeleton ? lastAt(this.skeleton.turns.rows, this.topRow) : -1);
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

  /** Opens an agent of the shown thread alone. */
  async enter(agent: Omit<AgentStep, 'left'>): Promise<void> {
    const { target, left } = this;
    if (!target) return;
    await this.open({ ...target, agents: [...this.agents, { ...agent, left }] }, [], 0);
  }

  /** Leaves the agents that are open alone but for the first few, to where they were opened. */
  async leave(depth = this.agents.length - 1): Promise<void> {
    const { target } = this;
    const step = this.agents[depth];
    if (!target || !step) return;
    const { left, rows } = step;
    const outer = { ...target, agents: this.agents.slice(0, depth) };
    await this.return(outer, left, left.topRow);
    if (this.key === keyOf(outer)) this.shown = { rows, stamp: ++this.stamp };
  }

  /** How the thread stands now, so that it can be returned to. */
  get left(): Left {
    const { path, openFolds, openRows, topRow, wentOn, placed } = this;
    return { path, openFolds, openRows, topRow, wentOn, offset: placed?.offset ?? 0 };
  }

  /** Opens a thread as it was left. */
  async return(target: ThreadTarget, left: Left, to: Spot): Promise<void> {
    const same = this.key === keyOf(target) && this.skeleton !== null;
    if (!same) this.reset();
    this.target = target;
    this.path = left.path;
    this.openFolds = left.openFolds;
    this.openRows = left.openRows;
    this.wentOn = left.wentOn;
    const { key } = this;
    if (same) this.goTo(to, left.offset);
    else await this.read(target, to, left.offset);
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
    this.skeleton = null;
    this.error = null;
    this.pages.reset();
    this.texts.forget();
    this.wentOn = false;
    this.placed = null;
    this.cursor = null;
    this.openFolds = new Set();
    this.openRows = new Set();
    this.topRow = 0;
    this.fresh = 0;
    this.atEnd = true;
    this.follow = true;
    this.gone = false;
    this.pinnedToEnd = false;
    this.loading = false;
    this.shown = null;
  }

  private async read(target: ThreadTarget, to: Spot, offset = 0): Promise<void> {
    const { signal } = this.request;
    this.wanted = to;
    this.loading = true;
    const question = ++this.refreshed;
    try {
      const skeleton = await this.ask(target, target.tip, signal, { at: to, page: PAGE });
      if (signal.aborted) return;
      if (question === this.refreshed || !this.skeleton) {
        this.pages.begin(skeleton);
        this.skeleton = skeleton;
      }
      this.goTo(to, offset);
    } catch (error) {
      if (!signal.aborted && !isAbort(error)) this.error = toBackendError(error).message;
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
    // Hints come faster than answers, and answers out of order: the last question counts.
    const question = ++this.refreshed;
    // Whoever follows sees the new rows first: they come with the answer, those that may have changed before them.
    const ahead = this.following ? { at: this.skeleton?.total ?? 0, page: 1 } : undefined;
    try {
      const next = await this.ask(target, latest ? '' : target.tip, signal, ahead);
      if (signal.aborted || question !== this.refreshed) return;
      const before = this.skeleton?.total ?? 0;
      // The session went another way: whoever reads elsewhere stays on the branch.
      if (latest && !this.following && alike(this.skeleton, next, ['records']) < before) {
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
      const grown = saidRows(next) - saidRows(this.skeleton);
      this.keepOpen(next);
      this.skeleton = next;
      if (grown > 0 && this.following) this.jumpTo('end');
      else if (grown > 0) this.fresh += grown;
    } catch (error) {
      // The next hint asks again; what is shown stays.
      if (signal.aborted || isAbort(error) || question !== this.refreshed) return;
      const why = toBackendError(error);
      this.gone = why instanceof BackendError && why.code === 'not-found';
    }
  }

  /** Rows that stand alone and would be folded by what follows them: not while they are read. */
  private keepOpen(next: Skeleton): void {
    if (this.following && this.openRows.size === 0) return;
    const alone = this.items?.rowsAlone() ?? new Set();
    const kept = displayItems(next, this.openFolds)
      .closedFolds()
      .filter((row) => alone.has(row) && (!this.following || this.openRows.has(`r${row}`)));
    if (kept.length > 0) this.openFolds = new Set([...this.openFolds, ...kept]);
  }

  /** Whether the end is in view: as long as it is held on to, it counts as if. */
  scrolled(end: boolean): void {
    if (!end && this.pinned) return;
    this.atEnd = end;
    if (end) this.fresh = 0;
  }

  /** The end is held on to until the reader takes over: rows still find their heights. */
  get pinned(): boolean {
    return this.pinnedToEnd;
  }

  /** The reader has taken over. */
  release(): void {
    this.pinnedToEnd = false;
  }

  /** Follows the end, from wherever the reader is; or lets rows come in without moving. */
  toggleFollow(): void {
    this.follow = !this.following;
    if (this.follow) this.jumpTo('end');
    else this.release();
  }

  goTo(to: Spot, offset = 0): void {
    if (to === 'end') this.jumpTo('end');
    else if (typeof to === 'number') this.jumpTo(to, offset);
    else this.jumpTo(this.starts.find((s) => s.id === to)?.row ?? 'end');
  }

  jumpTo(row: number | 'end', offset = 0): void {
    this.placed = null;
    this.settlingUntil = performance.now() + 400;
    if (row === 'end') {
      this.fresh = 0;
      this.atEnd = true;
    }
    this.pinnedToEnd = row === 'end';
    this.jump = { row, offset, stamp: ++this.stamp };
  }

  get settling(): boolean {
    return performance.now() < this.settlingUntil;
  }

  jumpTurn(by: 1 | -1): void {
    const turns = this.skeleton?.turns.rows ?? [];
    const at = this.turnIndex;
    // Going back inside a turn leads to its own prompt first.
    const here = turns[at];
    const next = by < 0 && here !== undefined && here < this.topRow ? here : turns[Math.max(0, at + by)];
    if (next !== undefined) this.jumpTo(next);
    else if (by > 0) this.jumpTo('end');
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

  /** Why something of the thread could not be read, when the thread itself could. */
  get pageError(): string | null {
    return this.pages.error;
  }

  /** Makes sure that these rows are there or on their way. */
  ensure(from: number, to: number): void {
    const { target, skeleton } = this;
    if (!target || !skeleton) return;
    const { signal } = this.request;
    const read = (at: number, count: number) => this.page(target, at, count, signal);
    this.pages.ensure(from, to, skeleton.total, read, signal);
  }

  /** A turn, as far as it is known by now. */
  turn(at: number): TurnInfo | undefined {
    void this.turnsVersion;
    return this.skeleton?.turns.at(at);
  }

  /** Makes sure that what these turns are is known or on its way. */
  ensureTurns(from: number, to: number): void {
    const { target, skeleton } = this;
    if (!target || !skeleton) return;
    for (const page of skeleton.turns.missing(from, to))
      void this.readTurns(target, skeleton.turns, page.from, page.count);
  }

  private async readTurns(target: ThreadTarget, turns: Turns, from: number, count: number): Promise<void> {
    const { signal } = this.request;
    try {
      const { session, tip } = target;
      turns.take(from, await this.backend.turns(session, tip, from, count, signal, this.internal()));
      this.turnsVersion++;
    } catch (error) {
      turns.failed(from);
      if (!signal.aborted && !isAbort(error)) this.pages.error = toBackendError(error).message;
    }
  }

  private ask(
    { session, agents }: ThreadTarget,
    tip: string,
    signal: AbortSignal,
    near?: Near,
  ): Promise<Skeleton> {
    const agent = agents?.at(-1);
    return agent
      ? this.backend.agentThread(session, agent.ref, signal)
      : this.backend.thread(session, tip, signal, near, this.internal());
  }

  /** Rows of a thread with their contents, wherever it shows them. */
  page(
    { session, tip, agents }: ThreadTarget,
    from: number,
    count: number,
    signal?: AbortSignal,
  ): Promise<AgentPage> {
    const agent = agents?.at(-1);
    return agent
      ? this.backend.agentRows(session, agent.ref, from, count, signal)
      : this.backend.rows(session, tip, from, count, signal, this.internal());
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

  /** Opens the fold that holds a row. */
  unfold(row: number): void {
    if (!this.skeleton) return;
    const fold = displayItems(this.skeleton, new Set()).foldOf(row);
    if (fold !== null) this.openFolds = new Set([...this.openFolds, fold]);
  }

  isOpen(key: string): boolean {
    return this.openRows.has(key);
  }

  toggle(key: string, open = !this.openRows.has(key)): void {
    const next = new Set(this.openRows);
    if (open) next.add(key);
    else next.delete(key);
    this.openRows = next;
  }

  /** Opens whatever holds a row of the open branch, and goes there. */
  reveal(rows: readonly number[]): void {
    const [row] = rows;
    if (row === undefined || !this.skeleton) return;
    this.unfold(row);
    const open = new Set(this.openRows);
    rows.forEach((_, depth) => {
      const id = rowId(rows.slice(0, depth + 1));
      for (const part of PARTS) open.add(id + part);
    });
    this.openRows = open;
    this.shown = { rows, stamp: ++this.stamp };
    this.jumpTo(row);
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

  toggleFold(from: number): void {
    const next = new Set(this.openFolds);
    if (!next.delete(from)) next.add(from);
    this.openFolds = next;
  }

  /** Opens every tool call and folded run of the branch, or closes them all. */
  expandAll(open: boolean): void {
    if (!this.skeleton) return;
    const folds = new Set<number>();
    const rows = new Set<string>();
    if (open) {
      for (const fold of displayItems(this.skeleton, new Set()).closedFolds()) folds.add(fold);
      this.skeleton.rows.kinds.forEach((kind, i) => {
        if (kind === TOOL) rows.add(`r${i}`);
      });
    }
    this.openFolds = folds;
    this.openRows = rows;
  }
}

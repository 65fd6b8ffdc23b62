import { getContext, setContext, tick } from 'svelte';
import { begin, takeServed } from './beginning';
import type { Backend } from './lib/backend/backend';
import { isAbort, toBackendError } from './lib/backend/call';
import { parseLink } from './lib/link';
import { chatName } from './lib/text';
import type { RecordPlace, Row, Segment, Split, SplitBranch, State, ToolRow } from './lib/backend/types';
import { HealthState } from './features/health/health.svelte';
import { ExportState } from './features/export/export.svelte';
import { InspectorState } from './features/inspector/inspector.svelte';
import { RawState } from './features/raw/raw.svelte';
import { Pace } from './features/status/pace.svelte';
import { ResumeState } from './features/resume/resume.svelte';
import { SearchState } from './features/search/search.svelte';
import { SettingsState } from './features/settings/settings.svelte';
import { SidebarState } from './features/sidebar/sidebar.svelte';
import { Cards } from './features/thread/cards/cards.svelte';
import { FindState } from './features/thread/find.svelte';
import { Alone } from './features/thread/alone';
import { type AgentAt, AtHand } from './features/thread/athand';
import { ThreadState } from './features/thread/thread.svelte';
import { CompareState } from './features/tree/compare.svelte';
import { ForestState } from './features/tree/forest.svelte';
import { TreeState } from './features/tree/tree.svelte';
import { Hints } from './hints';
import { Resource } from './lib/resource.svelte';
import { LayoutState, type SidePane } from './layout.svelte';
import { type PaneName, Panes } from './panes';
import { Places, type Place } from './places.svelte';
import { Upkeep } from './upkeep';

/** The window's whole state: what is open, and how one pane's doing moves the others. */
export class AppState {
  readonly settings: SettingsState;
  readonly sidebar: SidebarState;
  readonly tree: TreeState;
  readonly thread: ThreadState;
  readonly cards = new Cards();
  readonly resume: ResumeState;
  readonly search: SearchState;
  readonly find: FindState;
  readonly inspector: InspectorState;
  readonly raw: RawState;
  readonly health: HealthState;
  readonly exporting: ExportState;
  readonly compare: CompareState;
  readonly forest: ForestState;
  readonly layout: LayoutState;
  readonly panes = new Panes();
  readonly atHand = new AtHand();
  readonly alone = new Alone(this);
  readonly upkeep = new Upkeep(this);

  private readonly states = new Resource<State>(() => true);
  readonly state = $derived(this.states.value);
  /** Why nothing that is newer than what is shown is known. */
  readonly unanswered = $derived(this.states.error);
  chatId = $state<string | null>(null);
  palette = $state(false);
  /** The row whose menu is open, and where. */
  rowMenu = $state.raw<{ row: Row; agent: AgentAt | null; x: number; y: number } | null>(null);
  /** Where the menu of a chat or of a branch is open. */
  sessionMenu = $state.raw<{ pane: 'sidebar' | 'tree'; x: number; y: number } | null>(null);
  keySheet = $state(false);
  settingsOpen = $state(false);
  noticeClosed = $state(false);
  /** Said once to screen readers, and shown for a moment in the status bar. */
  message = $state('');

  private sayShown: () => void = () => undefined;
  /** Resolves when the window is on the screen: what the first picture does not need is fetched from then on. */
  readonly shown = new Promise<void>((resolve) => (this.sayShown = resolve));
  /** Whether it is there yet. */
  onScreen = $state(false);
  private readonly places = new Places();
  /** For every split, the branch last taken: segment id to child segment id. */
  private readonly taken = new Map<string, string>();
  private readonly hints = new Hints(this);
  private messageTimer: ReturnType<typeof setTimeout> | undefined;

  constructor(readonly backend: Backend) {
    this.settings = new SettingsState(backend);
    this.layout = new LayoutState(this.settings);
    this.sidebar = new SidebarState(backend, this.settings, () => this.chatId);
    this.tree = new TreeState(backend);
    this.thread = new ThreadState(backend, () => this.settings.value.showInternal);
    this.resume = new ResumeState(backend, this.settings);
    this.inspector = new InspectorState(backend, this.thread);
    this.find = new FindState(backend, this.thread, (row) => this.markRow(row));
    this.search = new SearchState(this);
    this.forest = new ForestState(backend);
    this.raw = new RawState(backend);
    this.health = new HealthState(backend);
    this.compare = new CompareState(backend, this.tree);
    this.exporting = new ExportState(backend, this.thread);
    takeServed(this);
  }

  readonly scanning = $derived(
    this.state !== null && this.state.scan.phase !== 'done' && !this.state.scan.stopped,
  );
  readonly pace = new Pace();
  readonly rootNames = $derived(this.state?.roots.map((r) => r.display).join(', ') ?? '~/.claude');
  readonly segment = $derived.by(() => this.tree.segment(this.tree.selected));
  /** Opens a pane where it was closed, and gives it the keyboard. */
  async goTo(pane: SidePane, name: PaneName = pane): Promise<void> {
    this.layout.show(pane);
    await tick();
    this.panes.focus(name);
  }

  /** The window is on the screen now. */
  nowShown(): void {
    this.onScreen = true;
    this.sayShown();
  }

  get canGoBack(): boolean {
    return this.places.canGoBack || this.thread.agents.length > 0;
  }

  get canGoForward(): boolean {
    return this.places.canGoForward;
  }

  /** The session that Resume would start: that of the branch in the thread, while its file is there. */
  readonly resumeSession = $derived.by(() =>
    this.thread.loss === 'deleted'
      ? null
      : (this.tree.tree?.sessions.find((s) => s.id === (this.thread.target?.session ?? '')) ?? null),
  );

  readonly reading = $derived.by(() => this.state !== null && this.state.scan.phase !== 'done');

  /** The node at which the open branch ends. While a session grows the thread is ahead of the tree. */
  readonly leaf = $derived.by(() => {
    const segments = this.tree.tree?.segments ?? [];
    const { target } = this.thread;
    return (
      segments.find((s) => s.tip === target?.tip) ??
      segments.find((s) => s.session === target?.session && s.leaf && s.active) ??
      null
    );
  });

  /** Reads everything for the first time; returns the way to stop listening. */
  start(): () => void {
    const stops = [
      this.backend.onChange((hint) => this.hints.hear(hint)),
      this.backend.onOpen(({ chat, session }) => void this.openSession(chat, session)),
    ];
    void begin(this);
    return () => {
      for (const stop of stops) stop();
    };
  }

  takeState(state: State): void {
    this.states.set('', state);
    this.pace.note(state.scan, performance.now());
  }

  async loadState(): Promise<void> {
    await this.states.load('', async (signal) => {
      const state = await this.backend.state(signal);
      this.pace.note(state.scan, performance.now());
      return state;
    });
  }

  /** Opens the newest chat where none is open. */
  async openFirst(): Promise<void> {
    const first = this.sidebar.chats[0];
    if (this.chatId === null && first) await this.openChat(first.id);
  }

  async openChat(id: string, segment?: string): Promise<void> {
    this.chatId = id;
    if (this.tree.tree?.id !== id) this.thread.close();
    const { target: open } = this.thread;
    await this.tree.open(id);
    // Who has chosen a branch meanwhile stays there.
    if (this.chatId !== id || this.tree.tree === null || this.thread.target !== open) return;
    this.settings.set({ lastChat: id });
    const wanted = this.tree.segment(segment ?? null);
    const target = wanted ?? this.tree.newestLeaf();
    // A chat opens where it was left: at the end of its newest branch.
    if (target) this.openSegment(target, wanted ? 'start' : 'end');
  }

  /**
   * Opens a record where it is shown, with everything that has to be open to see it. A place that
   * is only looked at, from the list of hits, is not one that back leads to.
   */
  async openRecord(
    chat: string,
    session: string,
    record: string,
    block: number,
    remember: boolean,
    signal?: AbortSignal,
  ): Promise<void> {
    try {
      const opening = this.chatId === chat && this.tree.tree ? Promise.resolve() : this.turnTo(chat);
      const tip = this.thread.target?.session === session ? this.thread.target.tip : '';
      const [place] = await Promise.all([this.backend.locate(session, tip, record, block, signal), opening]);
      if (signal?.aborted || this.chatId !== chat) return;
      await this.showPlace(place);
      const segment = this.tree.segment(this.tree.selected);
      if (remember && segment) this.places.add({ chat, segment: segment.id, record: place });
    } catch (error) {
      if (!signal?.aborted && !isAbort(error)) this.say(`Not shown: ${toBackendError(error).message}`);
    }
  }

  /** Opens a session at the end of its active branch. */
  async openSession(chat: string, session: string): Promise<void> {
    await this.openChat(chat);
    const own = this.tree.tree?.segments.filter((s) => s.session === session) ?? [];
    const end = own.find((s) => s.resumesHere) ?? own.findLast((s) => s.active) ?? own.at(-1);
    if (end) this.openSegment(end, 'end');
  }

  /** Opens another chat's tree, without a branch of it. */
  private async turnTo(chat: string): Promise<void> {
    this.chatId = chat;
    this.thread.close();
    await this.tree.open(chat);
  }

  private async showPlace(place: RecordPlace): Promise<void> {
    await this.thread.show({ session: place.session, tip: place.tip }, place.rows);
    this.markRow(place.rows[0] ?? 0);
    this.settings.set({ lastChat: this.chatId ?? '', lastSession: place.session });
  }

  /** Opens the branch through a segment, at the segment's first row. */
  openSegment(segment: Segment, at: 'start' | 'end' = 'start', remember = true): void {
    this.tree.selected = segment.id;
    const leaf = this.tree.leafBelow(segment, this.taken);
    const path = this.pathTo(leaf);
    void this.thread.open({ session: leaf.session, tip: leaf.tip }, path, at === 'end' ? 'end' : segment.id);
    this.settings.set({ lastSession: leaf.session });
    if (remember && this.chatId !== null) this.places.add({ chat: this.chatId, segment: segment.id });
  }

  /** Opens a branch at one of its rows. */
  openRow(leaf: Segment, row: number): void {
    this.tree.selected = leaf.id;
    void this.thread.open({ session: leaf.session, tip: leaf.tip }, this.pathTo(leaf), row);
    this.settings.set({ lastSession: leaf.session });
    if (this.chatId !== null) this.places.add({ chat: this.chatId, segment: leaf.id });
  }

  /** The reader came to this row, by scrolling or by what was looked for: only the mark moves. */
  markRow(row: number): void {
    const segment = this.thread.segmentAt(row);
    if (this.tree.segment(segment)) this.tree.selected = segment;
  }

  private pathTo(leaf: Segment): string[] {
    const path: string[] = [];
    const seen = new Set<string>();
    for (let s: Segment | null = leaf; s && !seen.has(s.id); s = this.tree.parentOf(s)) {
      seen.add(s.id);
      path.unshift(s.id);
    }
    return path;
  }

  /** Goes on along another branch of a split, and remembers the choice. */
  takeBranch(split: Split, branch: SplitBranch): void {
    const segments = this.tree.tree?.segments ?? [];
    const child =
      segments.find((s) => s.first === branch.first && s.session === branch.session) ??
      segments.find((s) => s.first === branch.first);
    if (child?.parent) {
      this.taken.set(child.parent, child.id);
      this.openSegment(child);
      return;
    }
    void this.thread.open({ session: branch.session, tip: branch.tip }, [], split.row + 1);
  }

  back(): void {
    if (this.thread.agents.length > 0) {
      void this.alone.leave();
      return;
    }
    const place = this.places.back();
    if (place) void this.go(place);
  }

  forward(): void {
    const place = this.places.forward();
    if (place) void this.go(place);
  }

  /** An agent was opened alone: forward leads into it again. */
  rememberAgent(): void {
    const inside = this.thread.target ?? undefined;
    if (this.chatId !== null && inside)
      this.places.add({ chat: this.chatId, segment: this.tree.selected ?? '', inside });
  }

  /** Agents were left but for the first few: they are no longer where the reader is. */
  forgetAgents(depth: number): void {
    while (this.places.depth > depth && this.places.canGoBack) this.places.back();
  }

  /** Back leads to the results as they were, too. */
  rememberSearch(): void {
    this.places.add({ chat: this.chatId ?? '', segment: this.tree.selected ?? '', search: true });
  }

  /** Where the reader was when nothing else was looked at. */
  returnToPlace(): void {
    const here = this.places.reading;
    if (here) void this.go(here);
  }

  private async go(place: Place): Promise<void> {
    if (place.search === true) this.search.resume();
    else this.search.open = false;
    if (place.search) return;
    if (this.chatId !== place.chat) await this.turnTo(place.chat);
    if (place.inside) {
      await this.thread.open(place.inside, [], 0);
      return;
    }
    if (place.record) {
      await this.showPlace(place.record);
      return;
    }
    const segment = this.tree.segment(place.segment);
    if (segment) this.openSegment(segment, 'start', false);
  }

  async copy(text: string, what: string, missing = ''): Promise<void> {
    try {
      await this.backend.copyText(text);
      this.say(`${what} copied${missing}`);
    } catch (error) {
      this.say(`Not copied: ${toBackendError(error).message}`);
    }
  }

  /** The row that a command means: that of the menu, the one under the pointer, else the first in view. */
  get rowAtHand(): Row | null {
    const { thread } = this;
    return this.rowMenu?.row ?? this.atHand.pointedAt ?? thread.row(thread.topRow) ?? null;
  }

  /** The record of the row that was looked for last, and in it what was looked for. */
  showFoundRaw(): void {
    const { target } = this.thread;
    const row = this.atHand.at(document.querySelector('main.thread .row.shown'));
    if (!row || !target) return;
    const asked =
      row.kind !== 'tool' || this.thread.patterns.some((p) => JSON.stringify(row.tool.input).search(p) >= 0);
    const record = asked ? row.uuid : (row.tool.resultUuid ?? row.uuid);
    this.raw.show(target.session, record, this.find.open ? this.find.query : '');
  }

  /** Opens the record or the session that a link names; false where it is no link. */
  async openLink(text: string): Promise<boolean> {
    const link = parseLink(text);
    if (!link) return false;
    try {
      const named = await this.backend.named(link.session);
      if (link.record === '') await this.openSession(named.chat, named.session);
      else await this.openRecord(named.chat, named.session, link.record, 0, true);
    } catch (error) {
      this.say(`The link leads nowhere: ${toBackendError(error).message}`);
    }
    return true;
  }

  /** Lists the agents that Claude Code started for itself, or leaves them out. */
  showInternal(on: boolean): void {
    this.settings.set({ showInternal: on });
    void this.thread.refresh();
  }

  /** Shows a session's file in the file manager. */
  async reveal(session: string): Promise<void> {
    try {
      await this.backend.revealSession(session);
    } catch (error) {
      this.say(`Not shown: ${toBackendError(error).message}`);
    }
  }

  /** A call that waits for its result: the last turn of a session that is being written to. */
  isRunning(row: ToolRow): boolean {
    return (
      row.tool.status === 'missing' &&
      this.resumeSession?.live === true &&
      row.turn === this.thread.skeleton?.turns.length
    );
  }

  /** The directory of the open chat; '' where none is open. */
  get projectPath(): string {
    return this.tree.tree?.project ?? '';
  }

  titleOfChat(chat: string): string {
    const listed = this.sidebar.byId.get(chat);
    return listed ? chatName(listed) : 'Untitled';
  }

  branchesOf(chat: string): number {
    return this.sidebar.byId.get(chat)?.branches ?? 1;
  }

  /** How a project is called, by its directory. */
  projectName(path: string): string {
    return this.sidebar.chats.find((chat) => chat.project === path)?.projectName ?? path;
  }

  say(message: string): void {
    this.message = message;
    clearTimeout(this.messageTimer);
    this.messageTimer = setTimeout(() => (this.message = ''), 4_000);
  }
}

const key = Symbol('app');

export function provideApp(backend: Backend): AppState {
  return setContext(key, new AppState(backend));
}

export function useApp(): AppState {
  return getContext<AppState>(key);
}

import { getContext, setContext, tick } from 'svelte';
import { begin, takeServed } from './beginning';
import type { Backend } from './lib/backend/backend';
import { toBackendError } from './lib/backend/call';
import { parseLink } from './lib/link';
import { type Location, bookmarkText } from './location';
import { Navigator } from './navigator.svelte';
import { chatName } from './lib/text';
import type { Row, State, ToolRow } from './lib/backend/types';
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
import { Upkeep } from './upkeep';

/** A view that moves no more for so long, in milliseconds, is at rest. */
const AT_REST = 700;

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
  readonly nav: Navigator;
  readonly panes = new Panes();
  readonly atHand = new AtHand();
  readonly alone = new Alone(this);
  readonly upkeep = new Upkeep(this);

  private readonly states = new Resource<State>(() => true);
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
  private readonly hints = new Hints(this);
  private placing: ReturnType<typeof setTimeout> | undefined;
  private messageTimer: ReturnType<typeof setTimeout> | undefined;

  constructor(readonly backend: Backend) {
    this.settings = new SettingsState(backend);
    this.layout = new LayoutState(this.settings);
    this.sidebar = new SidebarState(backend, this.settings, () => this.chatId);
    this.tree = new TreeState(backend);
    this.thread = new ThreadState(backend, () => this.settings.value.showInternal);
    this.nav = new Navigator(this);
    this.resume = new ResumeState(backend, this.settings);
    this.inspector = new InspectorState(backend, this.thread);
    this.find = new FindState(backend, this.thread, (row) => this.nav.mark(row));
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

  get state(): State | null {
    return this.states.value;
  }

  /** Why nothing that is newer than what is shown is known. */
  get unanswered(): string | null {
    return this.states.error ?? (this.sidebar.loaded ? this.sidebar.error : null);
  }

  /** The chat that is open. */
  get chatId(): string | null {
    return this.nav.chat;
  }

  /** The session that Resume would start: that of the branch in the thread, while its file is there. */
  readonly resumeSession = $derived.by(() =>
    this.thread.loss === 'deleted'
      ? null
      : (this.tree.tree?.sessions.find((s) => s.id === (this.thread.target?.session ?? '')) ?? null),
  );

  readonly reading = $derived.by(() => this.state !== null && this.state.scan.phase !== 'done');

  /** The node at which the open branch ends. */
  readonly leaf = $derived.by(() => this.tree.leafOf(this.thread.target));

  /** Reads everything for the first time; returns the way to stop listening. */
  start(): () => void {
    const stops = [
      this.backend.onChange((hint) => this.hints.hear(hint)),
      this.backend.onOpen((wanted) => void this.nav.wish(wanted)),
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
    if (this.chatId === null && first) await this.nav.wish({ chat: first.id });
  }

  /** The reader has come to another place. */
  arrived({ chat }: Location): void {
    this.keepPlace();
    if (this.settings.value.lastChat !== chat) this.settings.set({ lastChat: chat });
  }

  /** The view has moved: where it comes to rest is kept for the next start. */
  placeMoved(): void {
    clearTimeout(this.placing);
    this.placing = setTimeout(() => this.keepPlace(), AT_REST);
  }

  /** Keeps where the reader is for the next start. */
  keepPlace(): void {
    const place = this.nav.bookmark();
    const lastPlace = place ? bookmarkText(place) : '';
    if (lastPlace !== '' && lastPlace !== this.settings.value.lastPlace) this.settings.set({ lastPlace });
  }

  leaveAgent(): void {
    void this.alone.leave();
  }

  showSearch(open: boolean): void {
    if (open) this.search.resume();
    else this.search.open = false;
  }

  async copy(text: string, what: string, missing = ''): Promise<void> {
    try {
      await this.backend.copyText(text);
      this.say(`${what} copied${missing}`);
    } catch (error) {
      this.say(`Not copied: ${toBackendError(error).message}`);
    }
  }

  /** The row that a command means: that of the menu, of the pointer, of the keys, else the first in view. */
  get rowAtHand(): Row | null {
    const { thread } = this;
    return (
      this.rowMenu?.row ?? this.atHand.pointedAt ?? thread.row(thread.cursorRow ?? thread.topRow) ?? null
    );
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
      const { chat, session } = named;
      await this.nav.wish(
        link.record === '' ? { chat, session } : { chat, session, record: link.record, block: 0 },
      );
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

  /** "chat: project", as the system lists the window. */
  windowTitle(chat: string): string {
    const tree = this.tree.tree?.id === chat ? this.tree.tree : null;
    const title = tree?.title || this.titleOfChat(chat);
    const project = this.sidebar.byId.get(chat)?.projectName ?? tree?.projectDisplay ?? '';
    return project === '' ? title : `${title}: ${project}`;
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

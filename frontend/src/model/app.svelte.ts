import { createContext, tick } from 'svelte';
import { provideOpener } from '../lib/opener';
import { begin, takeServed } from './beginning';
import type { Backend } from '../lib/backend/backend';
import type { Location } from './place/location';
import { Place } from './place/place.svelte';
import { Wishes } from './wishes.svelte';
import { Navigator } from './navigator.svelte';
import { HealthState } from './health/health.svelte';
import { ExportState } from './export/export.svelte';
import { InspectorState } from './inspector/inspector.svelte';
import { RawState } from './raw/raw.svelte';
import { ResumeState } from './resume/resume.svelte';
import { SeveralState } from './resume/several.svelte';
import { SearchState } from './search/search.svelte';
import { SettingsState } from './settings/settings.svelte';
import type { Selection } from './chats/selection.svelte';
import { SidebarState } from './chats/sidebar.svelte';
import { TableState } from './table/table.svelte';
import { TimelineState } from './timeline/timeline.svelte';
import { UsageState } from './usage/usage.svelte';
import { OutlineState } from './outline/outline.svelte';
import { FindState } from './thread/find.svelte';
import { ResumedState } from './thread/resumed.svelte';
import { ThreadState } from './thread/thread.svelte';
import { CompareState } from './compare/compare.svelte';
import { TreeState } from './tree/tree.svelte';
import { Hints } from './hints';
import type { ChatSummary } from '../lib/backend/types';
import { ArchiveState } from './archive/archive.svelte';
import { FilesState } from './files/files.svelte';
import { GoneState } from './gone/gone.svelte';
import { NotesState } from './notes/notes.svelte';
import { HistoryState } from './history/history.svelte';
import { Message } from './shell/message.svelte';
import { OpenBranch } from './thread/branch.svelte';
import { LastPlace } from './lastplace';
import { Layers } from './shell/layers.svelte';
import { Outside } from './outside';
import { LayoutState, type SidePane } from './shell/layout.svelte';
import { Panes } from '../lib/ui/panes';

/**
 * The window's state: where the reader is, and what each pane shows. It knows no component.
 */
export class AppState {
  readonly message = new Message();
  readonly say = (text: string): void => this.message.say(text);
  readonly panes = new Panes();
  readonly layers = new Layers(this.panes);
  readonly place: Place;
  readonly settings: SettingsState;
  readonly layout: LayoutState;
  readonly sidebar: SidebarState;
  readonly history: HistoryState;
  readonly archive: ArchiveState;
  readonly notes: NotesState;
  readonly gone: GoneState;
  readonly files: FilesState;
  readonly tree: TreeState;
  readonly thread: ThreadState;
  readonly branch: OpenBranch;
  readonly outline: OutlineState;
  readonly wishes: Wishes;
  readonly nav: Navigator;
  readonly lastPlace: LastPlace;
  readonly resume: ResumeState;
  readonly several: SeveralState;
  readonly resumed: ResumedState;
  readonly inspector: InspectorState;
  readonly find: FindState;
  readonly search: SearchState;
  readonly timeline: TimelineState;
  readonly table: TableState;
  readonly usage: UsageState;
  readonly raw: RawState;
  readonly health: HealthState;
  readonly compare: CompareState;
  readonly exporting: ExportState;
  readonly outside: Outside;
  private readonly hints: Hints;

  private sayShown: () => void = () => undefined;
  /** Resolves when the window is on the screen; everything that the first paint does not need is loaded then. */
  readonly shown = new Promise<void>((resolve) => (this.sayShown = resolve));
  /** True after the window appeared. */
  onScreen = $state(false);

  constructor(readonly backend: Backend) {
    this.place = new Place(
      (before) => {
        this.moved(before);
      },
      () => {
        this.lastPlace.moved();
      },
    );
    this.settings = new SettingsState(backend);
    this.layout = new LayoutState(this.settings);
    this.sidebar = new SidebarState(
      backend,
      this.settings,
      () => this.chatId,
      () => this.history.state?.here ?? '',
    );
    this.history = new HistoryState(this);
    this.archive = new ArchiveState(this);
    this.tree = new TreeState(backend, this.place);
    this.tree.onread = () => {
      this.wishes.follow();
      this.thread.followTree();
    };
    this.thread = new ThreadState(backend, this.place, this.tree, {
      internal: () => this.settings.value.showInternal,
      thinking: () => this.settings.value.showThinking,
      patterns: () => this.marks,
    });
    this.wishes = new Wishes(backend, this.place, this.tree, this.thread.source, () => {
      this.thread.close();
    });
    this.notes = new NotesState(this);
    this.gone = new GoneState(backend);
    this.files = new FilesState(this);
    this.branch = new OpenBranch(this.tree, this.thread);
    this.outline = new OutlineState(this.thread);
    this.nav = new Navigator(this.place, this.tree, this.thread, this.wishes);
    this.lastPlace = new LastPlace(this.settings, () => this.nav.link);
    this.resume = new ResumeState(backend, this.settings);
    this.resumed = new ResumedState(backend, this.thread);
    this.resume.onbegun = (begun) => this.tree.begin(begun);
    this.inspector = new InspectorState(backend, this.thread, this.nav);
    this.find = new FindState(this.thread, this.place, this.nav);
    this.search = new SearchState(this);
    this.timeline = new TimelineState(backend, this.settings, this.sidebar, () => this.chatId);
    this.table = new TableState(backend);
    this.usage = new UsageState(backend);
    this.raw = new RawState(backend);
    this.health = new HealthState(backend);
    this.compare = new CompareState(backend, this.tree);
    this.exporting = new ExportState(backend, this.thread);
    this.outside = new Outside(this);
    this.several = new SeveralState(backend, this.resume, this.outside, this.say);
    this.hints = new Hints(this);
    takeServed(this);
  }

  /** The open chat. */
  get chatId(): string | null {
    return this.place.chat;
  }

  /** The selected chats: of the table while it is open, else of the list. */
  get selection(): Selection {
    return (this.table.open ? this.table : this.sidebar).selection;
  }

  /** Loads everything for the first time; returns a function that removes all listeners. */
  start(): () => void {
    const stops = [
      this.backend.onChange((hint) => this.hints.hear(hint)),
      this.backend.onOpen((wanted) => void this.nav.wish(wanted)),
      this.backend.onLink((link) => void this.panes.focusAfter('thread', this.outside.open(link))),
      this.backend.onLeave(() => this.leave()),
    ];
    // If the first requests failed, a list may arrive later.
    void begin(this).then(() => (this.sidebar.onread = () => void this.openFirst()));
    return () => {
      for (const stop of stops) stop();
      this.search.query.asking.stop();
    };
  }

  /** Must be called when the window is on the screen. */
  nowShown(): void {
    this.onScreen = true;
    this.sayShown();
  }

  /** Saves everything unsaved before the window closes. */
  leave(): Promise<void> {
    this.lastPlace.keep();
    return this.settings.flush();
  }

  /** The newest chat with turns that the list may show, apart from the open one. */
  get newest(): ChatSummary | undefined {
    const others = this.sidebar.chats.filter((chat) => chat.id !== this.chatId && this.sidebar.isHere(chat));
    return others.find((chat) => chat.turns > 0) ?? others[0];
  }

  /** Opens the newest chat if none is open. */
  async openFirst(): Promise<void> {
    const { newest } = this;
    if (this.chatId === null && newest) await this.nav.wish({ chat: newest.id }, 'replace');
  }

  /** The words to highlight in the thread: of the find bar, of the open search, or of the one that led here. */
  private get marks(): readonly RegExp[] {
    if (this.find.open) return this.find.patterns;
    return this.search.open ? this.search.marks : (this.place.here?.marks ?? []);
  }

  /** Everything follows the place. */
  private moved(before: Location | null): void {
    const { chat, search } = this.place;
    this.tree.follow(before);
    this.wishes.follow();
    this.thread.follow();
    if (search !== (before?.search ?? null)) this.search.follow();
    this.lastPlace.moved();
    if (chat === null) return;
    this.lastPlace.keepChat(chat);
    if (chat !== before?.chat) this.sidebar.unfold(chat);
    this.sidebar.reveal(chat);
  }

  /** Opens a pane if it is closed, and focuses it. The search covers these panes. */
  async goTo(pane: SidePane): Promise<void> {
    if (this.search.open) this.search.leave();
    this.layout.show(pane);
    await tick();
    this.panes.focus(pane);
  }
}

const [useApp, provide] = createContext<AppState>();

/** The state of the window that a component is in. */
export { useApp };

/** Creates the state of a window, and provides it to all components. Must be called while a component initialises. */
export function provideApp(backend: Backend): AppState {
  const app = new AppState(backend);
  provide(app);
  provideOpener((url) => void app.outside.openURL(url));
  return app;
}

import type { Backend } from '../../lib/backend/backend';
import type { ChatList, ChatSummary } from '../../lib/backend/types';
import { m } from '../../lib/messages';
import { chatName } from '../../lib/text';
import { clockNow } from '../../lib/time/clock.svelte';
import { Resource } from '../../lib/resource.svelte';
import type { SettingsState } from '../settings/settings.svelte';
import type { Scope, SidebarRow } from './rows';
import { Selection } from './selection.svelte';
import { FEW_CHATS, groupRows, inScope, listedIn, sorted, withFolds, withLimits, projectNames } from './rows';

/** Precedes the path of a project in the settings. */
const PROJECT = 'project:';

/** Chats that the list is limited to: those with activity in a time range, or those that a search found. */
export interface ListSpan {
  /** The range, or the query. */
  name: string;
  chats: ReadonlySet<string>;
}

/** All chats, and the rows that the sidebar shows. */
export class SidebarState {
  chats = $state.raw<readonly ChatSummary[]>([]);
  /** Summary of the chats that are not loaded yet; null if all are. */
  more = $state.raw<ChatList['more'] | null>(null);
  /** Sequence number of the list: later changes have higher ones. */
  seq = 0;
  loaded = $state(false);
  scope = $state<Scope>('all');
  /** The time range that the list is limited to; null for none. */
  span = $state.raw<ListSpan | null>(null);
  /** The search that the list is limited to; null for none. */
  matching = $state.raw<ListSpan | null>(null);
  private readonly lists = new Resource<ChatList>(undefined, (list) => {
    this.take(list);
    this.onread();
  });
  /** The project that the window was started in; '' for none, or after it was lifted. */
  readonly here = $derived.by(() => (this.hereLifted ? '' : this.startedIn()));
  private hereLifted = $state(false);
  /** Called after a list was loaded. */
  onread: () => void = () => undefined;

  constructor(
    private readonly backend: Backend,
    private readonly settings: SettingsState,
    private readonly openChat: () => string | null = () => null,
    private readonly startedIn: () => string = () => '',
  ) {}

  /** Why the last load failed. */
  get error(): string | null {
    return this.lists.error;
  }

  readonly byId = $derived(new Map(this.chats.map((c) => [c.id, c])));

  titleOf(chat: string): string {
    const listed = this.byId.get(chat);
    return listed ? chatName(listed) : m.chat_untitled();
  }

  /** The number of branches of a chat. */
  branchesOf(chat: string): number {
    return this.byId.get(chat)?.branches ?? 1;
  }

  private readonly called = $derived(
    projectNames([...new Map(this.chats.map((chat) => [chat.project, chat.projectName]))]),
  );

  /** The unique name of a project, by its directory. */
  projectName(path: string): string {
    return this.called.get(path) ?? path;
  }

  private unfolded = $state.raw<ReadonlySet<string>>(new Set());
  /** Collapsed projects. */
  private folded = $state.raw<ReadonlySet<string>>(new Set());
  /** The number of chats per scope. Old chats load last, so their scopes count 0 until all are loaded. */
  readonly counts = $derived.by(() => {
    const n = (scope: Scope) => this.chats.reduce((sum, c) => sum + (inScope(c, scope) ? 1 : 0), 0);
    const old = (scope: Scope) => (this.missing > 0 ? 0 : n(scope));
    return { live: n('live'), starred: old('starred'), expiring: old('expiring') };
  });
  // Apart, so that another setting that changes calculates no list again.
  private readonly hiddenChats = $derived.by(() => this.settings.value.hiddenChats);
  private readonly sort = $derived.by(() => this.settings.value.chatSort);
  private readonly groups = $derived.by(() => this.settings.value.chatGroups);
  /** The chats and projects that the list leaves out. */
  private readonly hiding = $derived(new Set(this.hiddenChats));
  readonly isHidden = (chat: ChatSummary): boolean =>
    this.hiding.has(chat.id) || this.hiding.has(PROJECT + listedIn(chat));
  /** How many chats the list leaves out. */
  readonly hidden = $derived(this.chats.reduce((n, chat) => n + (this.isHidden(chat) ? 1 : 0), 0));
  /** The number of chats that are listed of a project, where the person wanted more. */
  private limits = $state.raw<ReadonlyMap<string, number>>(new Map());
  /** True if the person put off the warning that chats expire, until the next start. */
  expiryPutOff = $state(false);
  /** So many chats expire that one header says it, not each row. */
  readonly manyExpire = $derived(this.scope === 'all' && this.counts.expiring * 3 > this.chats.length);
  /** Whether projects can be collapsed. A narrow list is chosen on purpose: it shows everything. */
  readonly folds = $derived(this.scope === 'all' && !this.span && !this.matching && this.here === '');
  /** Whether a chat is of the project that the list is limited to. */
  readonly isHere = (chat: ChatSummary): boolean =>
    this.here === '' || chat.project === this.here || listedIn(chat) === this.here;
  /** The chats that scope, project, time range and search leave, in the chosen order. */
  readonly limited = $derived.by((): readonly ChatSummary[] => {
    const [span, matching] = [this.span?.chats, this.matching?.chats];
    // A search and a time range find hidden chats, too.
    const anyway = (span ?? matching) !== undefined && this.scope !== 'hidden';
    return sorted(this.chats, this.sort).filter(
      (chat) =>
        inScope(chat, this.scope) &&
        this.isHere(chat) &&
        (anyway || this.isHidden(chat) === (this.scope === 'hidden')) &&
        (span?.has(chat.id) ?? true) &&
        (matching?.has(chat.id) ?? true),
    );
  });
  readonly rows = $derived.by((): SidebarRow[] => {
    const by = this.groups;
    const now = by === 'day' ? clockNow.now : 0;
    const chats = this.limited;
    if (!this.folds) return groupRows(chats, null, {}, by, now);
    const open = this.openChat();
    const keeps = (chat: ChatSummary) => chat.id === open || chat.starred;
    const rows = groupRows(chats, { projects: this.unfolded, keeps }, this.more?.projects, by, now);
    const limited =
      by === 'project'
        ? withLimits(
            rows,
            this.limits,
            (c) => keeps(c) || c.live,
            Object.keys(this.more?.projects ?? {}).length,
          )
        : rows;
    return withFolds(limited, this.folded);
  });
  /** The selected chats. */
  readonly selection = new Selection(() =>
    this.rows.flatMap((row) => (row.type === 'chat' ? [row.key] : [])),
  );
  /** The number of chats that are not loaded yet. */
  readonly missing = $derived(this.more ? Math.max(0, this.more.chats - this.chats.length) : 0);
  /** Expands the project of a chat that was opened. */
  unfold(chat: string): void {
    const found = this.byId.get(chat);
    if (found && this.folded.has(listedIn(found))) this.toggleProject(listedIn(found));
  }

  /** Lists the chats of all projects again. */
  liftHere(): void {
    this.hereLifted = true;
  }

  /** Clears scope, search and project if they hide the given chat. */
  reveal(chat: string): void {
    const listed = this.rows.some((row) => row.type === 'chat' && row.chat.id === chat);
    if (listed || !this.byId.has(chat)) return;
    const found = this.byId.get(chat);
    this.scope = found && this.isHidden(found) ? 'hidden' : 'all';
    this.matching = null;
    if (found && !this.isHere(found)) this.liftHere();
  }

  /** Expands or collapses the empty chats of a project. */
  toggleQuiet(project: string): void {
    const next = new Set(this.unfolded);
    if (!next.delete(project)) next.add(project);
    this.unfolded = next;
  }

  /** Lists more chats of a project. */
  showMore(project: string): void {
    this.limits = new Map(this.limits).set(project, (this.limits.get(project) ?? FEW_CHATS) + FEW_CHATS);
  }

  isProjectHidden(project: string): boolean {
    return this.hiding.has(PROJECT + project);
  }

  /** Leaves a project out of the list, or lists it again. */
  toggleHiddenProject(project: string): void {
    this.toggleHidden(PROJECT + project);
  }

  /** Leaves a chat out of the list, or lists it again. */
  toggleHiddenChat(chat: string): void {
    this.toggleHidden(chat);
  }

  private toggleHidden(id: string): void {
    const next = new Set(this.settings.value.hiddenChats);
    if (!next.delete(id)) next.add(id);
    this.settings.set({ hiddenChats: [...next] });
    if (this.scope === 'hidden' && next.size === 0) this.scope = 'all';
  }

  /** Collapses or expands a project. */
  toggleProject(project: string): void {
    if (!this.folds) return;
    const next = new Set(this.folded);
    if (!next.delete(project)) next.add(project);
    this.folded = next;
  }

  /** Collapses all projects but one. */
  foldOthers(project: string): void {
    const groups = this.rows.flatMap((row) => (row.type === 'project' ? [row.project] : []));
    this.folded = new Set(groups.filter((other) => other !== project));
  }

  /** Shows or hides the stars of chats, until the list is loaded again. */
  star(chats: readonly string[], starred: boolean): void {
    this.chats = this.chats.map((chat) => (chats.includes(chat.id) ? { ...chat, starred } : chat));
  }

  /** Shows this list. */
  take(list: ChatList): void {
    this.chats = list.chats;
    this.more = list.more ?? null;
    this.seq = list.seq;
    this.loaded = true;
  }

  async load(): Promise<void> {
    await this.lists.follow('', (signal) => this.backend.chats(signal));
  }
}

import type { Backend } from '../../lib/backend/backend';
import type { ChatList, ChatSummary, FilterResult, FilterScope } from '../../lib/backend/types';
import { chatName } from '../../lib/text';
import { clockNow } from '../../lib/time/clock.svelte';
import { Resource } from '../../lib/resource.svelte';
import type { SettingsState } from '../settings/settings.svelte';
import type { Scope, SidebarRow } from './rows';
import { Selection } from './selection.svelte';
import { EXPIRES_SOON, groupRows, inScope, matchRows, sorted, withFolds, projectNames } from './rows';

const FILTER_LIMIT = 200;

/** A span of time that the list keeps to. */
export interface ListSpan {
  name: string;
  /** Something happened in them in that time. */
  chats: ReadonlySet<string>;
}

/** All chats, and which of them the sidebar shows. */
export class SidebarState {
  chats = $state.raw<readonly ChatSummary[]>([]);
  /** While only the first chats are here: what is known of the others. */
  more = $state.raw<ChatList['more'] | null>(null);
  /** Of the list: what changed after it has a higher one. */
  seq = 0;
  loaded = $state(false);
  query = $state('');
  private which = $state<Scope>('all');
  private within = $state.raw<ListSpan | null>(null);
  private readonly lists = new Resource<ChatList>(undefined, (list) => {
    this.take(list);
    this.onread();
  });
  /** Hears of a list that was read. */
  onread: () => void = () => undefined;
  private readonly found = new Resource<FilterResult>();
  private reading = false;
  private again = false;

  constructor(
    private readonly backend: Backend,
    private readonly settings: SettingsState,
    private readonly openChat: () => string | null = () => null,
  ) {}

  /** Why the list was not read anew. */
  get error(): string | null {
    return this.lists.error;
  }

  get filterError(): string | null {
    return this.found.error;
  }

  readonly byId = $derived(new Map(this.chats.map((c) => [c.id, c])));

  titleOf(chat: string): string {
    const listed = this.byId.get(chat);
    return listed ? chatName(listed) : 'Untitled';
  }

  /** How many ends the tree of a chat has. */
  branchesOf(chat: string): number {
    return this.byId.get(chat)?.branches ?? 1;
  }

  private readonly called = $derived(
    projectNames([...new Map(this.chats.map((chat) => [chat.project, chat.projectName]))]),
  );

  /** How a project is called, by its directory: so that it is told from others of its name. */
  projectName(path: string): string {
    return this.called.get(path) ?? path;
  }

  private unfolded = $state.raw<ReadonlySet<string>>(new Set());
  /** Projects of which the header alone is listed. */
  private folded = $state.raw<ReadonlySet<string>>(new Set());
  private readonly starred = $derived.by(() => new Set(this.settings.value.starred));
  /** How many chats the scopes hold. Old ones are counted when all are there: they come last. */
  readonly counts = $derived.by(() => {
    const n = (scope: Scope) =>
      this.chats.reduce((sum, c) => sum + (inScope(c, scope, this.starred) ? 1 : 0), 0);
    const old = (scope: Scope) => (this.missing > 0 ? 0 : n(scope));
    return { live: n('live'), starred: old('starred'), expiring: old('expiring') };
  });
  /** So many expire that their rows don't say so each: the list has one header for them. */
  readonly manyExpire = $derived(this.scope === 'all' && this.counts.expiring * 3 > this.chats.length);
  readonly rows = $derived.by((): SidebarRow[] => {
    const inside = (chat: ChatSummary) =>
      inScope(chat, this.scope, this.starred) && (this.within?.chats.has(chat.id) ?? true);
    if (this.query.trim() !== '') {
      const rows = matchRows(this.found.value?.matches ?? [], this.byId);
      // A star that was taken away since it was asked for counts at once.
      return rows.filter((row) => row.type === 'chat' && inside(row.chat));
    }
    // A scope of few is asked for on purpose: it lists everything in it.
    const { chatGroups: by, chatSort } = this.settings.value;
    const now = by === 'day' ? clockNow.now : 0;
    const chats = sorted(this.chats, chatSort);
    if (this.scope !== 'all' || this.within) return groupRows(chats.filter(inside), null, {}, by, now);
    const open = this.openChat();
    const keeps = (chat: ChatSummary) => chat.id === open || this.starred.has(chat.id);
    const rows = groupRows(chats, { projects: this.unfolded, keeps }, this.more?.projects, by, now);
    return withFolds(rows, this.folded, open);
  });
  /** Those of its chats that are chosen together. */
  readonly selection = new Selection(() =>
    this.rows.flatMap((row) => (row.type === 'chat' ? [row.key] : [])),
  );
  /** How many chats have no row yet. */
  readonly missing = $derived(this.more ? Math.max(0, this.more.chats - this.chats.length) : 0);
  /** What is typed has no answer yet. */
  readonly searching = $derived(
    this.query.trim() !== '' && this.found.shown !== this.question && this.filterError === null,
  );
  /** How many chats fit that are not listed, because nobody scrolls so far. */
  readonly beyond = $derived.by(() => {
    const { value } = this.found;
    return this.query.trim() === '' || !value ? 0 : Math.max(0, value.total - value.matches.length);
  });

  get scope(): Scope {
    return this.which;
  }

  /** Narrows the list; where a filter is on, it is asked anew: the scope is a part of its question. */
  set scope(scope: Scope) {
    this.which = scope;
    void this.setQuery(this.query);
  }

  /** The span of time that the list keeps to; null for none. */
  get span(): ListSpan | null {
    return this.within;
  }

  set span(span: ListSpan | null) {
    this.within = span;
    void this.setQuery(this.query);
  }

  private get question(): string {
    return `${this.which} ${this.within?.name ?? ''} ${this.query.trim()}`;
  }

  /** A chat that was opened from elsewhere has its row: what narrows the list to others is taken away. */
  reveal(chat: string): void {
    const listed = this.rows.some((row) => row.type === 'chat' && row.chat.id === chat);
    if (listed || !this.byId.has(chat)) return;
    this.which = 'all';
    void this.setQuery('');
  }

  /** Lists the chats of a project in which nobody asked anything, or folds them to one line again. */
  toggleQuiet(project: string): void {
    const next = new Set(this.unfolded);
    if (!next.delete(project)) next.add(project);
    this.unfolded = next;
  }

  /** Folds a project to its header, or lists its chats again. */
  toggleProject(project: string): void {
    const next = new Set(this.folded);
    if (!next.delete(project)) next.add(project);
    this.folded = next;
  }

  /** Folds all projects but one to their headers. */
  foldOthers(project: string): void {
    const groups = this.rows.flatMap((row) => (row.type === 'project' ? [row.project] : []));
    this.folded = new Set(groups.filter((other) => other !== project));
  }

  /** Shows this list. */
  take(list: ChatList): void {
    this.chats = list.chats;
    this.more = list.more ?? null;
    this.seq = list.seq;
    this.loaded = true;
  }

  async load(): Promise<void> {
    // Hints may come faster than answers: one read runs, and one more follows it.
    if (this.reading) {
      this.again = true;
      return;
    }
    this.reading = true;
    try {
      do {
        this.again = false;
        await this.lists.load('', (signal) => this.backend.chats(signal));
      } while (this.again as boolean);
    } finally {
      this.reading = false;
    }
  }

  async setQuery(query: string): Promise<void> {
    this.query = query;
    const q = query.trim();
    if (q === '') {
      this.found.forget();
      return;
    }
    const { question } = this;
    await this.found.load(question, (signal) =>
      this.backend.filter(q, FILTER_LIMIT, this.asked, signal, (part) => {
        if (!signal.aborted) this.found.set(question, part);
      }),
    );
  }

  /** The scope as the engine is asked for it. */
  private get asked(): FilterScope {
    const scope = this.askedScope;
    if (!this.within) return scope;
    const { chats } = this.within;
    return { ...scope, among: scope.among ? scope.among.filter((id) => chats.has(id)) : [...chats] };
  }

  private get askedScope(): FilterScope {
    switch (this.which) {
      case 'all':
        return {};
      case 'live':
        return { live: true };
      case 'starred':
        return { among: [...this.starred] };
      case 'expiring':
        return { expires: EXPIRES_SOON };
    }
  }
}

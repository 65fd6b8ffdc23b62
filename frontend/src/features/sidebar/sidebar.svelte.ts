import type { Backend } from '../../lib/backend/backend';
import type { ChatList, ChatSummary, FilterResult, FilterScope } from '../../lib/backend/types';
import { Resource } from '../../lib/resource.svelte';
import type { SettingsState } from '../settings/settings.svelte';
import type { Scope, SidebarRow } from './rows';
import { EXPIRES_SOON, groupRows, inScope, matchRows } from './rows';

const FILTER_LIMIT = 200;

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
  private readonly lists = new Resource<ChatList>();
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
  private unfolded = $state.raw<ReadonlySet<string>>(new Set());
  private readonly starred = $derived.by(() => new Set(this.settings.value.starred));
  /** How many chats the scopes hold. Old ones are counted when all are there: they come last. */
  readonly counts = $derived.by(() => {
    const n = (scope: Scope) =>
      this.chats.reduce((sum, c) => sum + (inScope(c, scope, this.starred) ? 1 : 0), 0);
    const old = (scope: Scope) => (this.missing > 0 ? 0 : n(scope));
    return { live: n('live'), starred: old('starred'), expiring: old('expiring') };
  });
  readonly rows = $derived.by((): SidebarRow[] => {
    const inside = (chat: ChatSummary) => inScope(chat, this.scope, this.starred);
    if (this.query.trim() !== '') {
      const rows = matchRows(this.found.value?.matches ?? [], this.byId);
      // A star that was taken away since it was asked for counts at once.
      return rows.filter((row) => row.type === 'chat' && inside(row.chat));
    }
    // A scope of few is asked for on purpose: it lists everything in it.
    if (this.scope !== 'all') return groupRows(this.chats.filter(inside));
    const open = this.openChat();
    const keeps = (chat: ChatSummary) => chat.id === open || this.starred.has(chat.id);
    return groupRows(this.chats, { projects: this.unfolded, keeps }, this.more?.projects);
  });
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

  private get question(): string {
    return `${this.which} ${this.query.trim()}`;
  }

  /** Lists the chats of a project in which nobody asked anything, or folds them to one line again. */
  toggleQuiet(project: string): void {
    const next = new Set(this.unfolded);
    if (!next.delete(project)) next.add(project);
    this.unfolded = next;
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
    const read = async (signal: AbortSignal) => {
      const list = await this.backend.chats(signal);
      this.take(list);
      return list;
    };
    try {
      do {
        this.again = false;
        await this.lists.load('', read);
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

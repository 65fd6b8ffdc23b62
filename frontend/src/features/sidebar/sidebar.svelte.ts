import type { Backend } from '../../lib/backend/backend';
import { isAbort, toBackendError } from '../../lib/backend/call';
import type { ChatList, ChatSummary, FilterResult } from '../../lib/backend/types';
import type { SettingsState } from '../settings/settings.svelte';
import type { Scope, SidebarRow } from './rows';
import { groupRows, inScope, matchRows } from './rows';

const FILTER_LIMIT = 200;

/** All chats, and which of them the sidebar shows. */
export class SidebarState {
  chats = $state.raw<readonly ChatSummary[]>([]);
  /** While only the first chats are here: what is known of the others. */
  more = $state.raw<ChatList['more'] | null>(null);
  /** Of the list: what changed after it has a higher one. */
  seq = 0;
  loaded = $state(false);
  error = $state<string | null>(null);
  scope = $state<Scope>('all');
  query = $state('');
  private found = $state.raw<FilterResult | null>(null);
  filterError = $state<string | null>(null);
  private pending: AbortController | null = null;
  private reading = false;
  private again = false;

  constructor(
    private readonly backend: Backend,
    private readonly settings: SettingsState,
    private readonly openChat: () => string | null = () => null,
  ) {}

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
      const rows = matchRows(this.found?.matches ?? [], this.byId);
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
  readonly searching = $derived(
    this.query.trim() !== '' && this.found?.q !== this.query.trim() && this.filterError === null,
  );

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
    this.error = null;
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
        this.take(await this.backend.chats());
      } while (this.again as boolean);
    } catch (error) {
      this.error = toBackendError(error).message;
    } finally {
      this.reading = false;
    }
  }

  async setQuery(query: string): Promise<void> {
    this.query = query;
    this.pending?.abort();
    const q = query.trim();
    if (q === '') {
      this.found = null;
      this.filterError = null;
      return;
    }
    const request = new AbortController();
    this.pending = request;
    try {
      const take = (found: FilterResult) => {
        if (this.pending !== request) return;
        this.found = { ...found, q };
        this.filterError = null;
      };
      take(await this.backend.filter(q, FILTER_LIMIT, request.signal, take));
    } catch (error) {
      if (!isAbort(error)) this.filterError = toBackendError(error).message;
    }
  }
}

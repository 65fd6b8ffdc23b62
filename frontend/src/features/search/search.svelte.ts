import type { Backend } from '../../lib/backend/backend';
import { isAbort, toBackendError } from '../../lib/backend/call';
import type { SearchHit, SearchResult, SearchScope, SearchSort } from '../../lib/backend/types';
import { m } from '../../lib/messages';
import { REST } from '../../lib/keys/press';
import type { Navigator } from '../../navigator.svelte';
import type { Panes } from '../../panes';
import type { SettingsState } from '../settings/settings.svelte';
import type { SidebarState } from '../sidebar/sidebar.svelte';
import type { ThreadState } from '../thread/thread.svelte';
import { Asking, MOST } from './asking.svelte';
import { gathered } from './gathered';
import { patternsOf } from './patterns';
import { HitTrees } from './trees.svelte';

export type ScopeName = 'all' | 'project' | 'chat' | 'branch';

/** The parts of the window that the search state uses. */
export interface SearchHost {
  readonly backend: Backend;
  readonly settings: SettingsState;
  readonly thread: ThreadState;
  readonly chatId: string | null;
  readonly history: { readonly unread: boolean };
  readonly branch: { readonly project: string };
  readonly sidebar: Pick<SidebarState, 'titleOf' | 'branchesOf'>;
  readonly say: (message: string) => void;
  readonly panes: Pick<Panes, 'letGo'>;
  readonly nav: Pick<Navigator, 'search' | 'amend' | 'wish' | 'rememberSearch' | 'returnToPlace'>;
}

/** The matches of one chat: the best one, or all if expanded. */
export interface HitGroup {
  chat: string;
  title: string;
  /** The matches in the title. */
  ranges: [number, number][];
  project: string;
  hits: { hit: SearchHit; index: number }[];
  /** The total number of matches. */
  count: number;
  unfolded: boolean;
}

const RECENT = 20;

/** The full-text search: the query, its matches, and the selected one. */
export class SearchState {
  /** The query; it survives closing the search. */
  query = $state('');
  scope = $state<ScopeName>('all');
  /** The index of the selected match; -1 for none. */
  at = $state(-1);
  private chosen: SearchHit | undefined;
  private lookTimer: ReturnType<typeof setTimeout> | undefined;

  readonly asking: Asking;
  readonly trees: HitTrees;

  constructor(private readonly host: SearchHost) {
    this.trees = new HitTrees(host.backend);
    this.asking = new Asking({
      backend: host.backend,
      get reading() {
        return host.history.unread;
      },
      scope: () => this.within(),
      answered: (result, again) => this.take(result, again),
    });
  }

  /** Whether the search is open: it covers chat list and tree. */
  get open(): boolean {
    return this.host.nav.search !== null;
  }

  get result(): SearchResult | null {
    return this.asking.result;
  }

  /** All matches of the expanded chats. */
  private unfolded = $state.raw<ReadonlyMap<string, readonly SearchHit[]>>(new Map());

  get sort(): SearchSort {
    return this.host.settings.value.searchSort;
  }

  set sort(searchSort: SearchSort) {
    this.host.settings.set({ searchSort });
    this.at = -1;
  }

  /** The matches by chat, in the chosen order. */
  private readonly found = $derived.by(() =>
    gathered(this.asking.result, this.sort).map((group) => {
      const all = this.unfolded.get(group.chat);
      return { ...group, hits: all ?? group.hits, unfolded: all !== undefined };
    }),
  );
  /** The listed matches, in order. */
  readonly hits = $derived(this.found.flatMap((group) => group.hits));
  /** The selected match. */
  get hit(): SearchHit | undefined {
    return this.hits[this.at];
  }

  readonly more = $derived.by(
    () =>
      this.sort === 'time' &&
      (this.result?.hits.length ?? 0) >= this.asking.limit &&
      this.asking.limit < MOST,
  );
  readonly groups = $derived.by(() => {
    let index = 0;
    return this.found.map(({ chat, title, hits, count, unfolded }): HitGroup => {
      const name = this.host.sidebar.titleOf(chat);
      return {
        ...{ chat, title: name, count, unfolded },
        // The match may be of another session's title, or truncated.
        ranges: title?.snippet === name ? title.ranges : [],
        project: hits[0]?.project ?? '',
        hits: hits.map((hit) => ({ hit, index: index++ })),
      };
    });
  });
  readonly saved = $derived.by(() => this.host.settings.value.savedSearches);
  readonly recent = $derived.by(() =>
    this.host.settings.value.recentSearches.toReversed().filter((query) => !this.saved.includes(query)),
  );
  readonly isSaved = $derived(this.saved.includes(this.query.trim()));

  /** Opens the search with a query, or with the last one, which is repeated: the history may have grown. */
  start(query = this.query): void {
    const reopened = !this.open;
    if (reopened) this.trees.forget();
    if (query !== this.query || this.result === null) this.ask(query);
    else {
      this.host.nav.amend({ search: query });
      if (reopened && !this.asking.pending) void this.asking.again();
    }
  }

  /** Follows the location: stops, restarts or completes the search. */
  follow(): void {
    const { search } = this.host.nav;
    if (search === null) this.asking.stop();
    else if (search !== this.query) this.ask(search);
    else this.asking.complete();
  }

  /** Called when more of the history was loaded. */
  grew(): void {
    if (this.open) this.asking.grew();
  }

  /** Closes the search and returns to the place before the first match was shown. */
  leave(): void {
    this.close();
    this.host.thread.patterns = [];
    if (this.at >= 0) this.host.nav.returnToPlace();
  }

  private close(): void {
    this.host.panes.letGo();
    this.host.nav.amend({ search: null });
    this.asking.stop();
    clearTimeout(this.lookTimer);
  }

  ask(query: string): void {
    this.query = query;
    this.host.nav.amend({ search: query });
    this.asking.type(query);
    if (query.trim() !== '') return;
    this.at = -1;
    this.host.thread.patterns = [];
  }

  setScope(scope: ScopeName): void {
    this.scope = scope;
    if (this.open) this.ask(this.query);
    else this.asking.type(this.query);
  }

  private take(result: SearchResult, again: boolean): void {
    const { chosen } = this;
    if (!again) this.unfolded = new Map();
    this.at = again && chosen ? this.hits.findIndex((hit) => isSame(hit, chosen)) : -1;
    this.host.thread.patterns = patternsOf(this.query, result.spans, result.hits);
    if (!result.settled) return;
    const { host } = this;
    void this.trees.follow(
      this.groups.map((g) => g.chat).filter((chat) => host.sidebar.branchesOf(chat) > 1),
    );
  }

  /** Expands or collapses the matches of a chat; the selection stays. */
  async toggleChat(chat: string): Promise<void> {
    const folded = new Map(this.unfolded);
    if (folded.delete(chat)) this.unfolded = folded;
    else {
      const { query } = this;
      try {
        const hits = await this.asking.within({ ...this.within(), chat });
        if (this.query !== query) return;
        this.unfolded = new Map(this.unfolded).set(chat, hits);
      } catch (error) {
        if (!isAbort(error)) this.host.say(m.search_expand_failed({ error: toBackendError(error).message }));
        return;
      }
    }
    const { chosen } = this;
    if (chosen) this.at = this.hits.findIndex((hit) => isSame(hit, chosen));
  }

  private within(): SearchScope {
    const { chatId, thread, branch } = this.host;
    if (this.scope === 'project' && branch.project !== '') return { project: branch.project };
    if (this.scope === 'chat' && chatId !== null) return { chat: chatId };
    if (this.scope === 'branch' && thread.target)
      return { session: thread.target.session, tip: thread.target.tip };
    return {};
  }

  /** Selects a match and shows it in the thread, in `session` if given, which has a copy. */
  look(index: number, session?: string, at: 'soon' | 'now' = 'soon'): void {
    this.choose(index);
    clearTimeout(this.lookTimer);
    if (at === 'now') void this.show(index, session, false);
    else this.lookTimer = setTimeout(() => void this.show(index, session, false), REST);
  }

  /**
   * Opens the selected match, else the first, or the session or message that the query names. Waits for a pending
   * answer. Returns false if there is nothing to open.
   */
  async submit(): Promise<boolean> {
    const { query, asking } = this;
    await asking.now();
    if (asking.pending || this.query !== query) return false;
    if (asking.named) await this.goNamed();
    else if (this.hits.length > 0) await this.go(Math.max(0, this.at));
    else return false;
    return true;
  }

  private choose(index: number): void {
    this.at = index;
    this.chosen = this.hits[index];
  }

  /** Opens a match and closes the search; Back returns to it. */
  async go(index: number, session?: string): Promise<void> {
    const hit = this.hits[index];
    if (!hit) return;
    this.choose(index);
    this.keepRecent();
    this.host.nav.rememberSearch();
    this.close();
    await this.show(index, session, true);
  }

  private async show(index: number, session: string | undefined, remember: boolean): Promise<void> {
    const hit = this.hits[index];
    if (!hit) return;
    const chat = hit.chat ?? hit.session;
    if (hit.kind === 'title') {
      if (remember || this.host.chatId !== chat)
        await this.host.nav.wish({ chat }, remember ? 'new' : 'looked');
      return;
    }
    // A search of a branch shows the copy on that branch.
    const own = this.scope === 'branch' ? this.host.thread.target?.session : undefined;
    const where = session ?? (own && hit.alsoIn.includes(own) ? own : hit.session);
    // A copy may be in another chat.
    const home = this.result?.places[where]?.chat ?? chat;
    const wish = { chat: home, session: where, record: hit.uuid, block: hit.block ?? 0 };
    await this.host.nav.wish(wish, remember ? 'new' : 'looked');
  }

  /** Opens the session or message that the query names. */
  async goNamed(): Promise<void> {
    const { named } = this.asking;
    if (!named) return;
    this.host.nav.rememberSearch();
    this.close();
    const { chat, session, record } = named;
    await this.host.nav.wish(record === '' ? { chat, session } : { chat, session, record, block: 0 });
  }

  private keepRecent(): void {
    const query = this.query.trim();
    const rest = this.host.settings.value.recentSearches.filter((q) => q !== query);
    this.host.settings.set({ recentSearches: [...rest, query].slice(-RECENT) });
  }

  /** Saves the search, or removes it. */
  toggleSaved(): void {
    const query = this.query.trim();
    if (query === '') return;
    const rest = this.saved.filter((q) => q !== query);
    this.host.settings.set({ savedSearches: this.isSaved ? rest : [...rest, query] });
  }

  forgetSaved(query: string): void {
    this.host.settings.set({ savedSearches: this.saved.filter((q) => q !== query) });
  }

  forgetRecent(query: string): void {
    const { recentSearches } = this.host.settings.value;
    this.host.settings.set({ recentSearches: recentSearches.filter((q) => q !== query) });
  }
}

const isSame = (a: SearchHit, b: SearchHit) =>
  a.session === b.session && a.uuid === b.uuid && a.kind === b.kind && a.block === b.block;

import type { Backend } from '../../lib/backend/backend';
import { isAbort, toBackendError } from '../../lib/backend/call';
import type { Named, SearchHit, SearchResult, SearchScope } from '../../lib/backend/types';
import { parseLink } from '../../lib/link';
import type { Navigator } from '../../navigator.svelte';
import type { SettingsState } from '../settings/settings.svelte';
import type { ThreadState } from '../thread/thread.svelte';
import { patternsOf } from './patterns';
import { HitTrees } from './trees.svelte';

export type ScopeName = 'all' | 'project' | 'chat' | 'branch';

/** What a search needs of the window that it is part of. */
export interface SearchHost {
  readonly backend: Backend;
  readonly settings: SettingsState;
  readonly thread: ThreadState;
  readonly chatId: string | null;
  /** The history is being read. */
  readonly reading: boolean;
  /** The directory of the chat that is open; '' where none is. */
  readonly projectPath: string;
  titleOfChat(chat: string): string;
  /** How many ends the tree of a chat has. */
  branchesOf(chat: string): number;
  readonly nav: Pick<Navigator, 'wish' | 'rememberSearch' | 'returnToPlace'>;
}

/** The hits of one chat, in the order of the newest. */
export interface HitGroup {
  chat: string;
  title: string;
  project: string;
  hits: { hit: SearchHit; index: number }[];
}

const FIRST = 50;
const MOST = 500;
const RECENT = 20;
/** A keystroke within this time of the one before is searched for together with it. */
const PAUSE = 40;
/** A hit is looked at when the arrows rest on it this long. */
const LOOK = 90;
/** How often is asked again while the history is still being read. */
const GROWING = 800;
/** … and how many times longer than a search takes, so that it does not slow the reading down. */
const REST = 4;
/** How soon it is asked again when everything has been read. */
const READ = 50;

/** Searching everything: the query, its hits, and the one that is looked at. */
export class SearchState {
  open = $state(false);
  query = $state('');
  scope = $state<ScopeName>('all');
  result = $state.raw<SearchResult | null>(null);
  total = $state<number | null>(null);
  error = $state<string | null>(null);
  loading = $state(false);
  /** What the query names, where it is an id or a link. */
  named = $state.raw<Named | null>(null);
  /** Which hit is looked at; -1 before any. */
  at = $state(-1);
  /** What was typed has no answer yet; the hits are those of what was typed before. */
  private pending = false;
  /** More answers to what was asked are to come. */
  private following = false;
  /** How long the last search took. */
  private took = 0;
  private limit = FIRST;
  private request = new AbortController();
  private timer: ReturnType<typeof setTimeout> | undefined;
  private lookTimer: ReturnType<typeof setTimeout> | undefined;
  private growing: ReturnType<typeof setTimeout> | undefined;

  readonly trees: HitTrees;

  constructor(private readonly host: SearchHost) {
    this.trees = new HitTrees(host.backend);
  }

  readonly hits = $derived(this.result?.hits ?? []);
  readonly more = $derived(this.hits.length >= this.limit && this.limit < MOST);
  readonly groups = $derived.by(() => {
    const groups = new Map<string, HitGroup>();
    this.hits.forEach((hit, index) => {
      const chat = hit.chat ?? hit.session;
      let group = groups.get(chat);
      if (!group) {
        group = {
          chat,
          title: this.host.titleOfChat(chat),
          project: hit.project ?? '',
          hits: [],
        };
        groups.set(chat, group);
      }
      group.hits.push({ hit, index });
    });
    return [...groups.values()];
  });
  /** The hits as they stand in the list: by chat, so not in the order of the answer. */
  private readonly order = $derived(this.groups.flatMap((g) => g.hits.map((h) => h.index)));
  readonly saved = $derived.by(() => this.host.settings.value.savedSearches);
  readonly recent = $derived.by(() =>
    this.host.settings.value.recentSearches.toReversed().filter((query) => !this.saved.includes(query)),
  );
  readonly isSaved = $derived(this.saved.includes(this.query.trim()));

  /** Opens the search, with a query if one is given, else as it was left, asked again: the history went on. */
  start(query?: string): void {
    const reopened = !this.open;
    if (reopened) this.trees.forget();
    this.open = true;
    if (query !== undefined && query !== this.query) this.ask(query);
    else if (this.query.trim() === '') return;
    else if (this.result === null) this.ask(this.query);
    else if (reopened && !this.pending) void this.run(true);
  }

  /** Opens it as it was left; what was still being counted is asked for again. */
  resume(): void {
    this.open = true;
    if (this.result?.complete === false && this.result.problem === null && !this.following)
      void this.run(true);
  }

  /** More of the history has been read: what was found so far may not be all. */
  grew(): void {
    if (!this.open || this.result?.scanned !== false) return;
    const { reading } = this.host;
    if (!reading) this.rest();
    this.growing ??= setTimeout(
      () => {
        this.growing = undefined;
        if (this.following) this.grew();
        else if (this.open && this.query.trim() !== '') void this.run(true);
      },
      reading ? Math.max(GROWING, REST * this.took) : READ,
    );
  }

  private rest(): void {
    clearTimeout(this.growing);
    this.growing = undefined;
  }

  /** Closes it; what was open before any hit was looked at comes back. */
  leave(): void {
    this.open = false;
    this.stop();
    clearTimeout(this.lookTimer);
    this.host.thread.patterns = [];
    if (this.at >= 0) this.host.nav.returnToPlace();
  }

  ask(query: string): void {
    this.query = query;
    this.limit = FIRST;
    clearTimeout(this.timer);
    // The answer to what was typed before is of no use any more.
    this.stop();
    this.pending = query.trim() !== '';
    if (!this.pending) {
      this.result = null;
      this.total = null;
      this.error = null;
      this.named = null;
      this.loading = false;
      this.at = -1;
      this.host.thread.patterns = [];
      return;
    }
    this.loading = true;
    this.timer = setTimeout(() => void this.run(), PAUSE);
  }

  /** Ends what is asked; what has been answered stays. */
  private stop(): void {
    this.request.abort();
    this.following = false;
    this.loading = false;
  }

  setScope(scope: ScopeName): void {
    this.scope = scope;
    this.ask(this.query);
  }

  showMore(): void {
    this.limit = MOST;
    void this.run(true);
  }

  /** Asks again: after an error, or when more has been read. */
  retry(): void {
    if (this.query.trim() !== '') void this.run(true);
  }

  /** Asks; it is answered when the hits that come first are certain. */
  private run(keep = false): Promise<void> {
    this.stop();
    this.request = new AbortController();
    const { signal } = this.request;
    this.loading = true;
    return new Promise((answered) => void this.follow(this.query, keep, signal, answered));
  }

  private async follow(
    query: string,
    keep: boolean,
    signal: AbortSignal,
    answered: () => void,
  ): Promise<void> {
    const { backend } = this.host;
    const begun = Date.now();
    this.following = true;
    const told = (part: SearchResult) => {
      // What an id names is shown before what holds it; what stands is not to shrink.
      if (signal.aborted || part.id !== '' || (keep && !part.settled)) return;
      this.take(part, query, keep);
      if (part.settled) answered();
    };
    try {
      const result = await backend.search(textOf(query), this.within(), this.limit, told, signal);
      const named = result.id === '' ? null : await backend.named(result.id, signal).catch(() => null);
      if (signal.aborted) return;
      this.named = named;
      this.take(result, query, keep);
    } catch (error) {
      if (!signal.aborted && !isAbort(error)) this.error = toBackendError(error).message;
    } finally {
      if (!signal.aborted) {
        this.loading = false;
        this.following = false;
        this.took = Date.now() - begun;
        this.rest();
        this.grew();
      }
      answered();
    }
  }

  private take(result: SearchResult, query: string, keep: boolean): void {
    const chosen = keep || !this.pending ? this.hits[this.at] : undefined;
    if (this.pending) this.named = result.id === '' ? null : this.named;
    this.pending = false;
    this.loading = false;
    this.result = result;
    // While more is being read, the number that was known stands until there is a new one.
    if (!keep || result.total !== null) this.total = result.total;
    this.error = null;
    this.at = chosen ? result.hits.findIndex((hit) => isSame(hit, chosen)) : -1;
    this.host.thread.patterns = patternsOf(query, result.spans, result.hits);
    if (!result.settled) return;
    const { host } = this;
    void this.trees.follow(this.groups.map((g) => g.chat).filter((chat) => host.branchesOf(chat) > 1));
  }

  private within(): SearchScope {
    const { chatId, thread, projectPath } = this.host;
    if (this.scope === 'project' && projectPath !== '') return { project: projectPath };
    if (this.scope === 'chat' && chatId !== null) return { chat: chatId };
    if (this.scope === 'branch' && thread.target)
      return { session: thread.target.session, tip: thread.target.tip };
    return {};
  }

  /** Looks at the next or the previous hit in the thread beside the list. */
  move(by: 1 | -1): void {
    const { order } = this;
    if (order.length === 0) return;
    const place = order.indexOf(this.at);
    const next = place < 0 ? (by > 0 ? 0 : order.length - 1) : place + by;
    const index = order[Math.min(order.length - 1, Math.max(0, next))];
    if (index !== undefined && index !== this.at) this.look(index);
  }

  /** Looks at a hit, in another session that holds it too if one is named. */
  look(index: number, session?: string, at: 'soon' | 'now' = 'soon'): void {
    this.at = index;
    clearTimeout(this.lookTimer);
    if (at === 'now') void this.show(index, session, false);
    else this.lookTimer = setTimeout(() => void this.show(index, session, false), LOOK);
  }

  /**
   * Goes to the hit that is looked at, else to the first, or to what the query names; where the
   * answer to what was typed is still to come, to what that one says. False where there is nothing.
   */
  async submit(): Promise<boolean> {
    const { query } = this;
    if (this.pending) {
      clearTimeout(this.timer);
      await this.run();
      if (this.pending || this.query !== query) return false;
    }
    if (this.named) await this.goNamed();
    else if (this.hits.length > 0) await this.go(Math.max(0, this.at));
    else return false;
    return true;
  }

  /** Goes to a hit: the search closes, and back returns to it as it is. */
  async go(index: number, session?: string): Promise<void> {
    const hit = this.hits[index];
    if (!hit) return;
    clearTimeout(this.lookTimer);
    this.at = index;
    this.keepRecent();
    this.host.nav.rememberSearch();
    this.open = false;
    this.stop();
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
    // On the branch that is searched, the hit is that branch's copy.
    const own = this.scope === 'branch' ? this.host.thread.target?.session : undefined;
    const where = session ?? (own && hit.alsoIn.includes(own) ? own : hit.session);
    // A copy may stand in another chat.
    const home = this.result?.places[where]?.chat ?? chat;
    const wish = { chat: home, session: where, record: hit.uuid, block: hit.block ?? 0 };
    await this.host.nav.wish(wish, remember ? 'new' : 'looked');
  }

  /** Goes to what the query names. */
  async goNamed(): Promise<void> {
    const { named } = this;
    if (!named) return;
    this.host.nav.rememberSearch();
    this.open = false;
    const { chat, session, record } = named;
    await this.host.nav.wish(record === '' ? { chat, session } : { chat, session, record, block: 0 });
  }

  private keepRecent(): void {
    const query = this.query.trim();
    const rest = this.host.settings.value.recentSearches.filter((q) => q !== query);
    this.host.settings.set({ recentSearches: [...rest, query].slice(-RECENT) });
  }

  /** Keeps the search, or forgets it. */
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

/** The engine refuses what is longer than this: the megabytes of a paste need not go there. */
const LONGEST = 9000;

/** A link to a message or a session is searched for as the id that it ends in. */
function textOf(query: string): string {
  const link = parseLink(query);
  return link ? link.record || link.session : query.slice(0, LONGEST);
}

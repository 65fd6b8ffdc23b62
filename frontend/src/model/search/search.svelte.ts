import type { Backend } from '../../lib/backend/backend';
import { isAbort, toBackendError } from '../../lib/backend/call';
import type { SearchHit, SearchResult, SearchScope, SearchSort } from '../../lib/backend/types';
import { m } from '../../lib/messages';
import { REST } from '../../lib/keys/press';
import type { Command } from '../../lib/keys/registry.svelte';
import { parseLink } from '../../lib/link';
import { Resource } from '../../lib/resource.svelte';
import { clockNow } from '../../lib/time/clock.svelte';
import type { Link } from '../../lib/link';
import type { How, Place } from '../place/place.svelte';
import type { RecordWish } from '../place/wish';
import type { Panes } from '../shell/panes';
import type { RecordRef } from '../shell/target';
import type { SettingsState } from '../settings/settings.svelte';
import { listedIn } from '../chats/rows';
import type { SidebarState } from '../chats/sidebar.svelte';
import type { ThreadState } from '../thread/thread.svelte';
import { Asking, MOST } from './asking.svelte';
import { filtersOf, hasFile, withoutFilters } from './chips';
import { dateFilters, dateIn, isOnlyDate } from './dates';
import { type Entry, entryOf, type Extendable, type HitGroup, type Opener } from './entries';
import { gathered } from './gathered';
import { PastSearches } from './past.svelte';
import { patternsOf } from './patterns';
import { Quick } from './quick.svelte';
import { isId, Sections } from './sections.svelte';
import { HitTrees } from './trees.svelte';

export type ScopeName = 'all' | 'project' | 'chat' | 'branch';

/** The longest text that names are searched for. */
const LONGEST_NAME = 200;
/** The longest query that turns are ranked by: longer ones are rejected. */
const LONGEST_QUERY = 9000;

/** How long a new list waits for the answers that come first in it, in milliseconds. */
const PAINT = 150;

/** The parts of the window that the search state uses. */
export interface SearchHost {
  readonly backend: Backend;
  readonly settings: SettingsState;
  readonly thread: ThreadState;
  readonly chatId: string | null;
  readonly history: { readonly unread: boolean };
  readonly branch: { readonly project: string };
  readonly sidebar: Pick<SidebarState, 'titleOf' | 'branchesOf' | 'byId' | 'chats' | 'matching'>;
  readonly say: (message: string) => void;
  readonly panes: Pick<Panes, 'letGo'>;
  readonly place: Place;
  readonly nav: {
    wish(
      wish: { chat: string } & (RecordWish | { session: string } | object),
      how?: How,
      marks?: readonly RegExp[],
    ): Promise<boolean>;
    follow(chat: string, link: Link): Promise<boolean>;
  };
}

/** The box that searches everything: the query, its answers in one list, and the selected entry. */
export class SearchState {
  /** The query; it survives closing the search. */
  query = $state('');
  scope = $state<ScopeName>('all');
  opener = $state<Opener>('turns');
  /** The commands that the list offers. */
  commands = $state.raw<readonly Command[]>([]);
  /** Runs a command that was chosen. */
  onrun: (command: Command) => void = () => undefined;
  /** The key of the selected entry; '' for none. */
  private chosen = $state('');
  private lookTimer: ReturnType<typeof setTimeout> | undefined;
  /** Whether the query is so new that the list still waits. */
  private isNew = $state(false);
  private newTimer: ReturnType<typeof setTimeout> | undefined;
  /** Date words that the reader does not mean as a filter. */
  private ignoredDate = $state('');
  /** Whether the thread shows an entry of the current query. */
  private isShown = $state(false);
  /** How often the search was opened. */
  private openings = 0;
  /** Whether an entry was previewed since the search opened. */
  private previewed = false;

  readonly asking: Asking;
  readonly quick: Quick;
  readonly past: PastSearches;
  readonly trees: HitTrees;

  constructor(private readonly host: SearchHost) {
    this.trees = new HitTrees(host.backend);
    this.quick = new Quick(host.backend);
    this.past = new PastSearches(host.settings);
    this.asking = new Asking({
      backend: host.backend,
      get reading() {
        return host.history.unread;
      },
      scope: () => this.within(),
      answered: (result, again) => this.take(result, again),
    });
    const search = (): SearchState => this;
    this.list = new Sections({
      get query() {
        return search().query;
      },
      get opener() {
        return search().opener;
      },
      get named() {
        return search().asking.named;
      },
      get waits() {
        return search().waits;
      },
      get groups() {
        return search().groups;
      },
      get more() {
        return search().more;
      },
      get commands() {
        return search().commands;
      },
      quick: this.quick,
      past: this.past,
      sidebar: host.sidebar,
    });
  }

  readonly list: Sections;

  /** Whether the search is open: it covers chat list and tree. */
  get open(): boolean {
    return this.host.place.search !== null;
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
    this.chosen = '';
  }

  /** A date in words, unless the reader ignores it. */
  readonly date = $derived.by(() => {
    const date = this.list.prefix === '' ? dateIn(this.query, this.now) : null;
    return date?.text === this.ignoredDate ? null : date;
  });
  /** Whether the query says nothing but this date, which is applied as a filter then. */
  readonly isByDate = $derived.by(
    () => this.date !== null && isOnlyDate(withoutFilters(this.query), this.date),
  );

  get now(): Date {
    return new Date(clockNow.now);
  }

  /** Searches for the words of a date instead of the date. */
  ignoreDate(): void {
    this.ignoredDate = this.date?.text ?? '';
    this.ask(this.query);
  }

  /** Whether the list of the former query stays, because the first answers have not arrived. */
  private get waits(): boolean {
    return this.isNew && (this.quick.loading || (this.list.isExact(this.query) && this.asking.pending));
  }

  /** The number of matches everywhere without the filters, if the query has any. */
  readonly beyond = new Resource<number>();

  /** Counts the matches without filters, where there is none with them. */
  async countBeyond(): Promise<void> {
    const words = withoutFilters(this.query);
    if (words === '' || (words === this.query.trim() && this.scope === 'all')) {
      this.beyond.forget();
      return;
    }
    await this.beyond.load(words, async (signal) => {
      const { total } = await this.host.backend.search(words, {}, 1, () => undefined, signal);
      return total ?? 0;
    });
  }

  /** The matches by chat, in the chosen order. */
  private readonly found = $derived.by(() =>
    gathered(this.asking.result, this.sort).map((group) => {
      const all = this.unfolded.get(group.chat);
      return { ...group, hits: all ?? group.hits, unfolded: all !== undefined };
    }),
  );
  /** What the answered query highlights in the thread; words that the ranking ignores are fillers. */
  readonly patterns = $derived.by((): readonly RegExp[] => {
    const { result } = this.asking;
    const { turns, loading } = this.quick;
    const ranked = loading ? [] : (turns.value?.turns ?? []);
    const words = new Set(ranked.flatMap(({ found, missing }) => [...found, ...missing]));
    return result ? patternsOf(result.query, result.spans, result.hits, words) : [];
  });

  /** The patterns to highlight in the thread while the search is open: only what it found there is marked. */
  get marks(): readonly RegExp[] {
    return this.isShown ? this.patterns : [];
  }

  /** The listed matches, in order. */
  readonly hits = $derived(this.found.flatMap((group) => group.hits));

  /** All entries of the list, in order. */
  get entries(): readonly Entry[] {
    return this.list.entries;
  }

  /** The index of the chosen entry; -1 for none. */
  readonly chosenAt = $derived.by(() => this.entries.findIndex(({ key }) => key === this.chosen));
  /** The index of the selected entry: the chosen one, else the first answer, which Enter opens; -1 for none. */
  readonly at = $derived.by(() => {
    if (this.chosenAt >= 0 || this.list.text === '' || (this.quick.loading && !this.waits))
      return this.chosenAt;
    return this.entries.findIndex((one) => this.isAnswer(one));
  });
  /** The chosen entry: list updates keep the selection, unless the entry disappeared. */
  readonly entry = $derived.by((): Entry | undefined => this.entries[this.chosenAt]);

  /** The record of the selected entry. */
  get hit(): RecordRef | undefined {
    return this.entry && recordOf(this.entry);
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

  /** The query with its misspelt words corrected; null if there are none. */
  readonly instead = $derived.by(() => {
    const { turns, loading } = this.quick;
    const corrected = loading || turns.error !== null ? null : (turns.value?.instead ?? null);
    return corrected === this.query ? null : corrected;
  });

  /** The chats of all answers, to limit the list of chats to; empty until the matches are complete. */
  readonly chats = $derived.by((): ReadonlySet<string> => {
    const { names, turns } = this.quick;
    if (this.query.trim() === '' || this.quick.loading || this.result?.complete === false) return new Set();
    return new Set([
      ...(names.value?.matches ?? []).map(({ chat }) => chat),
      ...(turns.value?.turns ?? []).map(({ chat }) => chat),
      ...(this.result?.chats ?? this.groups).map(({ chat }) => chat),
    ]);
  });

  /** Opens the search with a query, or with the last one, which is repeated: the history may have grown. */
  start(query = this.query, opener: Opener = 'turns'): void {
    const reopened = !this.open;
    this.opener = opener;
    if (reopened) {
      this.openings++;
      this.trees.forget();
      this.list.begin();
      this.previewed = false;
    }
    if (query !== this.query || (this.result === null && query.trim() !== '')) this.ask(query);
    else {
      if (query.trim() === '') this.chosen = '';
      this.host.place.settle({ search: query });
      if (reopened && !this.asking.pending) {
        void this.asking.again();
        void this.quick.again();
      }
    }
  }

  /** Follows the location: stops, restarts or completes the search. */
  follow(): void {
    const { search } = this.host.place;
    if (search === null) this.stop();
    else if (search !== this.query) this.ask(search);
    else {
      this.asking.complete();
      if (this.quick.turns.value === null) void this.quick.again();
    }
  }

  /** Called when more of the history was loaded. */
  grew(): void {
    if (!this.open) return;
    this.asking.grew();
    this.quick.grew(this.host.history.unread);
  }

  /** Closes the search and returns to the place before the first entry was previewed. */
  leave(): void {
    const { previewed } = this;
    this.close();
    this.previewed = false;
    if (previewed) this.host.place.endPreview();
  }

  private close(): void {
    this.host.panes.letGo();
    this.host.place.settle({ search: null });
    this.stop();
    clearTimeout(this.lookTimer);
  }

  /** Aborts all requests. */
  stop(): void {
    this.asking.stop();
    this.quick.stop();
  }

  ask(query: string): void {
    this.query = query;
    this.host.place.settle({ search: query });
    this.type();
  }

  private type(): void {
    const { query } = this;
    this.chosen = '';
    this.isShown = false;
    // An entry of the former query is not previewed any more.
    clearTimeout(this.lookTimer);
    this.list.reset();
    this.isNew = true;
    clearTimeout(this.newTimer);
    this.newTimer = setTimeout(() => (this.isNew = false), PAINT);
    if (!query.includes(this.ignoredDate)) this.ignoredDate = '';
    const asked = this.asked;
    this.asking.type(asked);
    const scope = this.within();
    // An ID alone is a place, not a description.
    const words = parseLink(asked) || isId(asked) ? '' : withoutFilters(asked);
    const isInChat = scope.chat !== undefined || scope.session !== undefined;
    this.quick.ask({
      names: isInChat || this.list.prefix !== '' ? '' : words.slice(0, LONGEST_NAME),
      among:
        scope.project === undefined
          ? null
          : this.host.sidebar.chats.filter((chat) => listedIn(chat) === scope.project).map(({ id }) => id),
      turns: words === '' && !hasFile(asked) && !this.isByDate ? '' : asked.slice(0, LONGEST_QUERY),
      scope,
    });
  }

  /** The query as the engine searches for it. */
  private get asked(): string {
    const { query, date } = this;
    // Commands and projects are found here.
    if (/^[>#@]/.test(query)) return '';
    return date && this.isByDate ? [...filtersOf(query), ...dateFilters(date, this.now)].join(' ') : query;
  }

  setScope(scope: ScopeName): void {
    this.scope = scope;
    if (this.open) this.ask(this.query);
    else this.type();
  }

  private take(result: SearchResult, again: boolean): void {
    if (!again) this.unfolded = new Map();
    if (!result.settled) return;
    const { host } = this;
    void this.trees.follow(
      this.groups.map((g) => g.chat).filter((chat) => host.sidebar.branchesOf(chat) > 1),
    );
  }

  /** Expands or collapses the matches of a chat; the selection stays. */
  async toggleChat(chat: string): Promise<void> {
    const folded = new Map(this.unfolded);
    if (folded.delete(chat)) {
      this.unfolded = folded;
      return;
    }
    const { query } = this;
    try {
      const hits = await this.asking.within({ ...this.within(), chat });
      if (this.query === query) this.unfolded = new Map(this.unfolded).set(chat, hits);
    } catch (error) {
      if (!isAbort(error)) this.host.say(m.search_expand_failed({ why: toBackendError(error).message }));
    }
  }

  private within(): SearchScope {
    const { chatId, thread, branch, sidebar } = this.host;
    const chat = chatId === null ? undefined : sidebar.byId.get(chatId);
    const project = chat ? listedIn(chat) : branch.project;
    if (this.scope === 'project' && project !== '') return { project };
    if (this.scope === 'chat' && chatId !== null) return { chat: chatId };
    if (this.scope === 'branch' && thread.target)
      return { session: thread.target.session, tip: thread.target.tip };
    return {};
  }

  /** Selects an entry, and previews it in the thread. */
  select(entry: Entry | undefined, at: 'soon' | 'now' = 'soon'): void {
    this.chosen = entry?.key ?? '';
    clearTimeout(this.lookTimer);
    if (entry?.kind !== 'chat' && entry?.kind !== 'turn' && entry?.kind !== 'hit') return;
    this.previewed = true;
    this.isShown = entry.kind !== 'chat';
    if (at === 'now') void this.show(entry, false);
    else this.lookTimer = setTimeout(() => void this.show(entry, false), REST);
  }

  /** Selects a match, and previews it. */
  look(index: number, at: 'soon' | 'now' = 'soon'): void {
    const hit = this.hits[index];
    this.select(hit && entryOf.hit(hit, index), at);
  }

  /** The selected entry, else the best one for the current query; waits for a pending answer. */
  async pick(): Promise<Entry | undefined> {
    const { query, entry, openings } = this;
    if (entry) return entry;
    if (this.list.text === '') return undefined;
    await this.quick.now();
    // A search that was closed meanwhile opens nothing.
    const isSame = () => this.open && this.query === query && this.openings === openings;
    const first = () => (isSame() ? this.entries.find((one) => this.isAnswer(one)) : undefined);
    const kind = first()?.kind;
    if (this.list.isExact(query) || (kind !== 'chat' && kind !== 'turn')) await this.asking.now();
    return first();
  }

  /** Whether an entry answers the current query, and can be chosen. */
  private isAnswer(entry: Entry): boolean {
    if (entry.kind === 'hit') return !this.asking.pending;
    return entry.kind !== 'command' || entry.command.reason?.() === undefined;
  }

  /** Opens an entry, and closes the search if the entry is a place. Returns false if it is not. */
  async openEntry(entry: Entry, session?: string): Promise<boolean> {
    switch (entry.kind) {
      case 'past':
        this.ask(entry.query);
        return false;
      case 'more':
        this.extend(entry.of);
        return false;
      case 'command':
        if (entry.command.reason?.() === undefined) this.onrun(entry.command);
        return false;
      case 'turn':
      case 'hit':
        this.past.remember(this.query);
        this.chosen = entry.key;
        this.host.place.rememberResults();
        break;
      case 'named':
        this.host.place.rememberResults();
        break;
      default:
        break;
    }
    this.close();
    await this.show(entry, true, session);
    return true;
  }

  /** Opens a match. */
  async go(index: number): Promise<void> {
    const hit = this.hits[index];
    if (hit) await this.openEntry(entryOf.hit(hit, index));
  }

  /** Lists more entries of a section. */
  private extend(section: Extendable): void {
    if (section === 'turns') this.quick.showMoreTurns();
    else if (section === 'messages') this.asking.showMore();
    else this.list.extend(section);
  }

  private async show(entry: Entry, remember: boolean, session?: string): Promise<void> {
    const { nav, sidebar } = this.host;
    const how = remember ? 'push' : 'preview';
    // A search of a branch shows the copy on that branch.
    const own = this.scope === 'branch' ? (this.host.thread.target?.session ?? '') : '';
    if (entry.kind === 'hit' && entry.hit.kind !== 'title') {
      const { hit } = entry;
      const where = session ?? (hit.alsoIn.includes(own) ? own : hit.session);
      // A copy may be in another chat.
      const chat = this.result?.places[where]?.chat ?? hit.chat ?? hit.session;
      await nav.wish({ chat, session: where, record: hit.uuid, block: hit.block ?? 0 }, how, this.patterns);
    } else if (entry.kind === 'turn') {
      const { best, ...turn } = entry.turn;
      const where = session ?? (turn.alsoIn.includes(own) ? own : turn.session);
      const chat = this.quick.turns.value?.places[where]?.chat ?? turn.chat;
      const record = best.uuid === '' ? turn.uuid : best.uuid;
      await nav.wish({ chat, session: where, record, block: best.block ?? 0 }, how, this.patterns);
    } else if (entry.kind === 'named') {
      const { chat, ...place } = entry.named;
      const link = parseLink(this.query);
      if (link)
        await nav.follow(chat, { ...link, session: place.session, record: link.record || place.record });
      else if (place.record === '') await nav.wish({ chat, session: place.session });
      else await nav.wish({ chat, ...place, block: 0 });
    } else {
      const chat = chatOf(entry, sidebar.chats);
      if (chat !== null && (remember || this.host.chatId !== chat)) await nav.wish({ chat }, how);
    }
  }

  /** Limits the list of chats to those of the answers, and closes the search. */
  showInList(): void {
    const matching = { name: this.query.trim(), chats: this.chats };
    this.past.remember(this.query);
    // A place that is shown clears filters that hide its chat.
    this.leave();
    this.host.sidebar.matching = matching;
  }
}

/** The chat that an entry opens; of a project, the newest one. */
function chatOf(entry: Entry, chats: SidebarState['chats']): string | null {
  if (entry.kind === 'chat') return entry.chat.id;
  if (entry.kind === 'hit') return entry.hit.chat ?? entry.hit.session;
  if (entry.kind === 'project') return chats.find(({ project }) => project === entry.path)?.id ?? null;
  return null;
}

/** The record to continue from: of a turn, the prompt that opens it. */
export function recordOf(entry: Entry): RecordRef | undefined {
  if (entry.kind === 'hit') return entry.hit;
  if (entry.kind !== 'turn') return undefined;
  const { session, uuid, prompt, best } = entry.turn;
  if (prompt !== '') return { session, uuid, kind: 'prompt' };
  return { session, uuid: best.uuid, kind: best.kind || 'reply', agent: best.agent };
}

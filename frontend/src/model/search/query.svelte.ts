import type { Backend } from '../../lib/backend/backend';
import type { SearchResult, SearchScope } from '../../lib/backend/types';
import { parseLink } from '../../lib/link';
import { Resource } from '../../lib/resource.svelte';
import { clockNow } from '../../lib/time/clock.svelte';
import { listedIn } from '../chats/rows';
import type { SidebarState } from '../chats/sidebar.svelte';
import type { ThreadTarget } from '../place/target';
import { Asking } from './asking.svelte';
import { filtersOf, hasFile, isExact, isId, withoutFilters } from './chips';
import { dateFilters, dateIn, isOnlyDate } from './dates';
import { patternsOf } from './patterns';
import { Quick } from './quick.svelte';

export type ScopeName = 'all' | 'project' | 'chat' | 'branch';

/** The longest text that names are searched for. */
const LONGEST_NAME = 200;
/** The longest query that turns are ranked by: longer ones are rejected. */
const LONGEST_QUERY = 9000;

/** How long a new list waits for the answers that come first in it, in milliseconds. */
const PAINT = 150;

/** The parts of the window that scopes are read from. */
export interface ScopeHost {
  readonly backend: Backend;
  readonly thread: { readonly target: ThreadTarget | null };
  readonly chatId: string | null;
  readonly history: { readonly unread: boolean };
  readonly branch: { readonly project: string };
  readonly sidebar: Pick<SidebarState, 'byId' | 'chats'>;
}

/** The query, its scope, and the requests that answer it. */
export class SearchQuery {
  /** It survives closing the search. */
  text = $state('');
  scope = $state<ScopeName>('all');
  /** Whether the query is so new that the list still waits. */
  private isNew = $state(false);
  private newTimer: ReturnType<typeof setTimeout> | undefined;
  /** Date words that the reader does not mean as a filter. */
  private ignoredDate = $state('');
  /** Exact matches. */
  readonly asking: Asking;
  readonly quick: Quick;
  /** The number of matches everywhere without the filters, if the query has any. */
  readonly beyond = new Resource<number>();

  constructor(
    private readonly host: ScopeHost,
    /** Called with each answer or part of one; `again` if the same query was answered before. */
    answered: (result: SearchResult, again: boolean) => void,
  ) {
    this.quick = new Quick(host.backend);
    this.asking = new Asking({
      backend: host.backend,
      get reading() {
        return host.history.unread;
      },
      scope: () => this.within(),
      answered,
    });
  }

  get result(): SearchResult | null {
    return this.asking.result;
  }

  /** Whether the query is for commands or projects, which are found here. */
  private get isLocal(): boolean {
    return /^[>#@]/.test(this.text);
  }

  /** A date in words, unless the reader ignores it. */
  readonly date = $derived.by(() => {
    const date = this.isLocal ? null : dateIn(this.text, this.now);
    return date?.text === this.ignoredDate ? null : date;
  });
  /** Whether the query says nothing but this date, which is applied as a filter then. */
  readonly isByDate = $derived.by(
    () => this.date !== null && isOnlyDate(withoutFilters(this.text), this.date),
  );

  get now(): Date {
    return new Date(clockNow.now);
  }

  /** Searches for the words of a date instead of the date, from the next request on. */
  ignoreDate(): void {
    this.ignoredDate = this.date?.text ?? '';
  }

  /** Whether the list of the former query stays, because the first answers have not arrived. */
  get waits(): boolean {
    return this.isNew && (this.quick.loading || (isExact(this.text) && this.asking.pending));
  }

  /** Counts the matches without filters, where there is none with them. */
  async countBeyond(): Promise<void> {
    const words = withoutFilters(this.text);
    if (words === '' || (words === this.text.trim() && this.scope === 'all')) {
      this.beyond.forget();
      return;
    }
    await this.beyond.load(words, async (signal) => {
      const { total } = await this.host.backend.search(words, {}, 1, () => undefined, signal);
      return total ?? 0;
    });
  }

  /** What the answered query highlights in the thread; words that the ranking ignores are fillers. */
  readonly patterns = $derived.by((): readonly RegExp[] => {
    const { result } = this.asking;
    const { turns, loading } = this.quick;
    const ranked = loading ? [] : (turns.value?.turns ?? []);
    const words = new Set(ranked.flatMap(({ found, missing }) => [...found, ...missing]));
    return result ? patternsOf(result.query, result.spans, result.hits, words) : [];
  });

  /** The query with its misspelt words corrected; null if there are none. */
  readonly instead = $derived.by(() => {
    const { turns, loading } = this.quick;
    const corrected = loading || turns.error !== null ? null : (turns.value?.instead ?? null);
    return corrected === this.text ? null : corrected;
  });

  /** Sends the query after a pause. */
  send(): void {
    this.isNew = true;
    clearTimeout(this.newTimer);
    this.newTimer = setTimeout(() => (this.isNew = false), PAINT);
    if (!this.text.includes(this.ignoredDate)) this.ignoredDate = '';
    const { asked } = this;
    this.asking.type(asked);
    const scope = this.within();
    // An ID alone is a place, not a description.
    const words = parseLink(asked) || isId(asked) ? '' : withoutFilters(asked);
    const isInChat = scope.chat !== undefined || scope.session !== undefined;
    this.quick.ask({
      names: isInChat || this.isLocal ? '' : words.slice(0, LONGEST_NAME),
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
    const { text, date } = this;
    if (this.isLocal) return '';
    return date && this.isByDate ? [...filtersOf(text), ...dateFilters(date, this.now)].join(' ') : text;
  }

  /** The current scope, as the engine knows it. */
  within(): SearchScope {
    const { chatId, thread, branch, sidebar } = this.host;
    const chat = chatId === null ? undefined : sidebar.byId.get(chatId);
    const project = chat ? listedIn(chat) : branch.project;
    if (this.scope === 'project' && project !== '') return { project };
    if (this.scope === 'chat' && chatId !== null) return { chat: chatId };
    if (this.scope === 'branch' && thread.target)
      return { session: thread.target.session, tip: thread.target.tip };
    return {};
  }

  /** Called when more of the history was loaded. */
  grew(): void {
    this.asking.grew();
    this.quick.grew(this.host.history.unread);
  }

  /** Aborts all requests. */
  stop(): void {
    this.asking.stop();
    this.quick.stop();
  }
}

import { REST } from '../../lib/keys/press';
import type { Command } from '../../lib/keys/registry.svelte';
import { type Link, parseLink } from '../../lib/link';
import type { How, Place } from '../place/place.svelte';
import type { RecordWish } from '../place/wish';
import type { SidebarState } from '../chats/sidebar.svelte';
import { Answers, type AnswersHost } from './answers.svelte';
import { isExact } from './chips';
import type { Entry, Opener } from './entries';
import { type ScopeHost, type ScopeName, SearchQuery } from './query.svelte';

/** The parts of the window that the search state uses. */
export interface SearchHost extends ScopeHost, AnswersHost {
  readonly sidebar: Pick<SidebarState, 'titleOf' | 'branchesOf' | 'byId' | 'chats' | 'matching'>;
  readonly panes: { letGo(): void };
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

/** The box that searches everything: what opens and closes it, and what its entries open or preview. */
export class SearchState {
  readonly query: SearchQuery;
  readonly answers: Answers;
  /** Runs a command that was chosen. */
  onrun: (command: Command) => void = () => undefined;
  private lookTimer: ReturnType<typeof setTimeout> | undefined;
  /** Whether the thread shows an entry of the current query. */
  private isShown = $state(false);
  /** How often the search was opened. */
  private openings = 0;
  /** Whether an entry was previewed since the search opened. */
  private previewed = false;

  constructor(private readonly host: SearchHost) {
    this.query = new SearchQuery(host, (result, again) => this.answers.take(result, again));
    this.answers = new Answers(host, this.query);
  }

  /** Whether the search is open: it covers chat list and tree. */
  get open(): boolean {
    return this.host.place.search !== null;
  }

  /** The patterns to highlight in the thread while the search is open: only what it found there is marked. */
  get marks(): readonly RegExp[] {
    return this.isShown ? this.query.patterns : [];
  }

  /** Opens the search with a query, or with the last one, which is repeated: the history may have grown. */
  start(text = this.query.text, opener: Opener = 'turns'): void {
    const { query, answers } = this;
    const reopened = !this.open;
    answers.opener = opener;
    if (reopened) {
      this.openings++;
      answers.trees.forget();
      answers.list.begin();
      this.previewed = false;
    }
    if (text !== query.text || (query.result === null && text.trim() !== '')) this.ask(text);
    else {
      if (text.trim() === '') answers.choose(undefined);
      this.host.place.settle({ search: text });
      if (reopened && !query.asking.pending) {
        void query.asking.again();
        void query.quick.again();
      }
    }
  }

  /** Follows the location: stops, restarts or completes the search. */
  follow(): void {
    const { search } = this.host.place;
    const { text, asking, quick } = this.query;
    if (search === null) this.query.stop();
    else if (search !== text) this.ask(search);
    else {
      asking.complete();
      if (quick.turns.value === null) void quick.again();
    }
  }

  /** Called when more of the history was loaded. */
  grew(): void {
    if (this.open) this.query.grew();
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
    this.query.stop();
    clearTimeout(this.lookTimer);
  }

  ask(text = this.query.text): void {
    this.query.text = text;
    this.host.place.settle({ search: text });
    this.send();
  }

  private send(): void {
    this.answers.choose(undefined);
    this.isShown = false;
    // An entry of the former query is not previewed any more.
    clearTimeout(this.lookTimer);
    this.answers.list.reset();
    this.query.send();
  }

  /** Searches for the words of a date instead of the date. */
  ignoreDate(): void {
    this.query.ignoreDate();
    this.ask();
  }

  setScope(scope: ScopeName): void {
    this.query.scope = scope;
    if (this.open) this.ask();
    else this.send();
  }

  /** Selects an entry, and previews it in the thread. */
  select(entry: Entry | undefined, at: 'soon' | 'now' = 'soon'): void {
    this.answers.choose(entry);
    clearTimeout(this.lookTimer);
    if (entry?.kind !== 'chat' && entry?.kind !== 'turn' && entry?.kind !== 'hit') return;
    this.previewed = true;
    this.isShown = entry.kind !== 'chat';
    if (at === 'now') void this.show(entry, false);
    else this.lookTimer = setTimeout(() => void this.show(entry, false), REST);
  }

  /** The selected entry, else the best one for the current query; waits for a pending answer. */
  async pick(): Promise<Entry | undefined> {
    const { query, answers, openings } = this;
    const { text } = query;
    if (answers.entry) return answers.entry;
    if (answers.list.text === '') return undefined;
    await query.quick.now();
    // A search that was closed meanwhile opens nothing.
    const isSame = () => this.open && query.text === text && this.openings === openings;
    const first = () => (isSame() ? answers.first() : undefined);
    const kind = first()?.kind;
    if (isExact(text) || (kind !== 'chat' && kind !== 'turn')) await query.asking.now();
    return first();
  }

  /** Opens an entry, and closes the search if the entry is a place. Returns false if it is not. */
  async openEntry(entry: Entry, session?: string): Promise<boolean> {
    switch (entry.kind) {
      case 'past':
        this.ask(entry.query);
        return false;
      case 'more':
        this.answers.extend(entry.of);
        return false;
      case 'command':
        if (entry.command.reason?.() === undefined) this.onrun(entry.command);
        return false;
      case 'turn':
      case 'hit':
        this.answers.past.remember(this.query.text);
        this.answers.choose(entry);
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

  private async show(entry: Entry, remember: boolean, session?: string): Promise<void> {
    const { nav, sidebar } = this.host;
    const { quick, result, patterns, scope, text } = this.query;
    const how = remember ? 'push' : 'preview';
    // A search of a branch shows the copy on that branch.
    const own = scope === 'branch' ? (this.host.thread.target?.session ?? '') : '';
    if (entry.kind === 'hit' && entry.hit.kind !== 'title') {
      const { hit } = entry;
      const where = session ?? (hit.alsoIn.includes(own) ? own : hit.session);
      // A copy may be in another chat.
      const chat = result?.places[where]?.chat ?? hit.chat ?? hit.session;
      await nav.wish({ chat, session: where, record: hit.uuid, block: hit.block ?? 0 }, how, patterns);
    } else if (entry.kind === 'turn') {
      const { best, ...turn } = entry.turn;
      const where = session ?? (turn.alsoIn.includes(own) ? own : turn.session);
      const chat = quick.turns.value?.places[where]?.chat ?? turn.chat;
      const record = best.uuid === '' ? turn.uuid : best.uuid;
      await nav.wish({ chat, session: where, record, block: best.block ?? 0 }, how, patterns);
    } else if (entry.kind === 'named') {
      const { chat, ...place } = entry.named;
      const link = parseLink(text);
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
    const { text } = this.query;
    const matching = { name: text.trim(), chats: this.answers.chats };
    this.answers.past.remember(text);
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

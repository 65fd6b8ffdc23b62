import { untrack } from 'svelte';
import type { ChatSummary, FilterMatch, FilterResult } from '../../lib/backend/types';
import type { Command } from '../../lib/keys/registry.svelte';
import { Resource } from '../../lib/resource.svelte';
import type { PaletteHost } from './host';
import { newest } from './newest';
import { projectsFor } from './projects';
import { best } from './score';

const CHATS = 20;
const RECENT = 8;

type EntriesHost = Pick<PaletteHost, 'backend' | 'search' | 'sidebar'>;

/** The entries of the palette for a query. */
export class Entries {
  query = $state('');
  private readonly answers = new Resource<FilterResult>();
  /** The newest chats when the palette opened: the list doesn't change while it is open. */
  private recent = $state.raw<readonly ChatSummary[]>([]);

  constructor(
    private readonly host: EntriesHost,
    private readonly keys: { readonly commands: readonly Command[] },
  ) {}

  /** The prefix of the query: > commands, # chats, @ projects, / full-text search. */
  readonly prefix = $derived(/^[>#@/]/.exec(this.query)?.[0] ?? '');
  private readonly onlyCommands = $derived(this.prefix === '>');
  readonly text = $derived(this.query.slice(this.prefix.length).trim());

  readonly commands = $derived.by(() => {
    if (this.prefix !== '' && !this.onlyCommands) return [];
    const usable = this.keys.commands.filter((c) => !c.local && c.id !== 'palette');
    const most = this.onlyCommands ? 99 : 6;
    if (this.text === '') return usable.slice(0, most).map((one) => ({ one, ranges: [] }));
    return best(this.text, usable, ({ title }) => title)
      .slice(0, most)
      .map(({ one, fit }) => ({ one, ranges: fit.ranges }));
  });

  readonly chats = $derived.by((): { chat: ChatSummary; match: FilterMatch | null }[] => {
    if (!this.ofChats) return [];
    if (this.text === '') return this.recent.map((chat) => ({ chat, match: null }));
    // After an error, the matches are of an earlier query.
    if (this.error !== null) return [];
    return (this.answers.value?.matches ?? []).flatMap((match) => {
      const chat = this.host.sidebar.byId.get(match.chat);
      return chat ? [{ chat, match }] : [];
    });
  });

  readonly projects = $derived.by(() =>
    this.prefix !== '@' && (this.prefix !== '' || this.text === '')
      ? []
      : projectsFor(this.text, this.host.sidebar.chats, this.prefix === '@' ? 30 : 3),
  );

  /** Saved searches, then recent ones. */
  readonly earlier = $derived.by(() =>
    this.prefix === '/'
      ? [...this.host.search.saved, ...this.host.search.recent]
          .filter((q) => q.toLowerCase().includes(this.text.toLowerCase()) && q !== this.text)
          .slice(0, 8)
      : [],
  );

  /** Whether to offer a full-text search. */
  readonly searches = $derived((this.prefix === '' || this.prefix === '/') && this.text !== '');

  /** Whether commands come before chats: if a word of a command's title begins with the query. */
  readonly commandsFirst = $derived(
    this.onlyCommands ||
      (this.text !== '' &&
        this.commands.some(({ one }) =>
          ` ${one.title.toLowerCase()}`.includes(` ${this.text.toLowerCase()}`),
        )),
  );

  /** The values of the enabled entries, in display order. */
  readonly listed = $derived.by((): readonly string[] => {
    const commands = this.commands
      .filter(({ one }) => one.reason?.() === undefined)
      .map(({ one }) => `command ${one.id}`);
    const chats = this.chats.map(({ chat }) => `chat ${chat.id}`);
    return [
      ...(this.commandsFirst ? [...commands, ...chats] : [...chats, ...commands]),
      ...this.projects.map(({ one }) => `project ${one.path}`),
      ...(this.searches ? ['search'] : []),
      ...this.earlier.map((asked) => `earlier ${asked}`),
    ];
  });

  /** Whether there are no entries, not even disabled ones. */
  readonly empty = $derived(this.listed.length === 0 && this.commands.length === 0);

  /** The last answered query. */
  get answered(): string {
    return this.answers.shown;
  }

  /** Why the chats could not be filtered. */
  get error(): string | null {
    return this.answers.error;
  }

  private get ofChats(): boolean {
    return this.prefix === '' || this.prefix === '#';
  }

  /** Called when the palette opens. */
  begin(): void {
    this.recent = newest(this.host.sidebar.chats, RECENT);
  }

  /** Asks the engine for matching chats. */
  ask(): void {
    const { text } = this;
    const asks = text !== '' && this.ofChats;
    untrack(() => {
      if (!asks) this.answers.forget();
      else
        void this.answers.load(text, (signal) =>
          this.host.backend.filter(text, CHATS, {}, signal, (part) => {
            if (!signal.aborted) this.answers.set(text, part);
          }),
        );
    });
  }

  /** Called when the palette closes: clears the query. */
  end(): void {
    this.query = '';
    this.answers.forget();
  }
}

import type { ChatSummary, Named } from '../../lib/backend/types';
import type { Command } from '../../lib/keys/registry.svelte';
import type { SidebarState } from '../chats/sidebar.svelte';
import { isExact } from './chips';
import {
  type Entry,
  type EntryGroup,
  entryOf,
  type Extendable,
  type HitGroup,
  type Opener,
  orderOf,
  type Section,
  type SectionName,
} from './entries';
import { newest } from './newest';
import type { PastSearches } from './past.svelte';
import { projectsFor } from './projects';
import type { Quick } from './quick.svelte';
import { best } from './score';

const CHATS = 6;
const NEWEST = 8;
const PAST = 6;
const COMMANDS = 4;
const PROJECTS = 3;
const ALL = 99;

/** The query, and the answers that the list is made of. */
interface Asked {
  readonly text: string;
  readonly quick: Pick<Quick, 'names' | 'turns' | 'hasMoreTurns'>;
  readonly asking: { readonly named: Named | null };
  /** Whether answers are awaited that come first in the list. */
  readonly waits: boolean;
}

/** The other parts of the list. */
interface Source {
  readonly opener: Opener;
  readonly groups: readonly HitGroup[];
  /** Whether more messages can be requested. */
  readonly more: boolean;
  readonly past: Pick<PastSearches, 'saved' | 'recent'>;
  readonly commands: readonly Command[];
}

/** The commands of the box itself, which it doesn't list. */
const OWN = ['palette', 'search', 'filter', 'search-list'];

/** The list of the box: its sections, and all their entries. */
export class Sections {
  /** The newest chats when the box opened: the list doesn't change while it is open. */
  private recent = $state.raw<readonly ChatSummary[]>([]);
  /** The sections that list more than their first entries. */
  private extended = $state.raw<ReadonlySet<Extendable>>(new Set());

  constructor(
    private readonly source: Source,
    private readonly query: Asked,
    private readonly sidebar: Pick<SidebarState, 'byId' | 'chats'>,
  ) {}

  /** The prefix of the query: > commands, # or @ projects. */
  readonly prefix = $derived.by(() => /^[>#@]/.exec(this.query.text)?.[0] ?? '');
  readonly text = $derived.by(() => this.query.text.slice(this.prefix.length).trim());
  private readonly empty = $derived.by(() => this.query.text.trim() === '');

  private readonly commands = $derived.by((): Entry[] => {
    const usable = this.source.commands.filter((c) => !c.local && !OWN.includes(c.id));
    const most = this.prefix === '>' ? ALL : COMMANDS;
    if (this.text === '') return usable.slice(0, most).map((command) => entryOf.command(command, []));
    return best(this.text, usable, ({ title }) => title)
      .slice(0, most)
      .map(({ one, fit }) => entryOf.command(one, fit.ranges));
  });

  private readonly past = $derived.by((): Entry[] => {
    const { saved, recent } = this.source.past;
    const queries = [
      ...saved.map((q) => entryOf.past(q, true)),
      ...recent.map((q) => entryOf.past(q, false)),
    ];
    return queries.slice(0, Math.max(PAST, saved.length));
  });

  private readonly chats = $derived.by((): Entry[] => {
    if (this.empty) {
      // The list of chats may have been loaded after that.
      const recent = this.recent.length > 0 ? this.recent : newest(this.sidebar.chats, NEWEST);
      return recent.map((chat) => entryOf.chat(chat, null));
    }
    const { names } = this.query.quick;
    // After an error, the matches are of an earlier query.
    if (names.error !== null) return [];
    const found = (names.value?.matches ?? []).flatMap((match) => {
      const chat = this.sidebar.byId.get(match.chat);
      return chat ? [entryOf.chat(chat, match)] : [];
    });
    if (this.extended.has('chats') || found.length <= CHATS) return found;
    return [...found.slice(0, CHATS), entryOf.more('chats')];
  });

  private readonly turns = $derived.by((): Entry[] => {
    const { turns, hasMoreTurns } = this.query.quick;
    if (turns.error !== null) return [];
    const found = (turns.value?.turns ?? []).map((turn) => entryOf.turn(turn));
    return hasMoreTurns ? [...found, entryOf.more('turns')] : found;
  });

  private readonly messages = $derived.by((): EntryGroup[] => {
    const groups = this.source.groups.map((chat): EntryGroup => ({
      entries: chat.hits.map(({ hit, index }) => entryOf.hit(hit, index)),
      chat,
    }));
    return this.source.more ? [...groups, { entries: [entryOf.more('messages')] }] : groups;
  });

  private readonly projects = $derived.by((): Entry[] => {
    const only = this.prefix === '#' || this.prefix === '@';
    if (!only && this.text === '') return [];
    return projectsFor(this.text, this.sidebar.chats, only ? CHATS * 5 : PROJECTS).map(({ one, ranges }) =>
      entryOf.project(one.path, one.name, ranges),
    );
  });

  /** Whether a word of a listed command begins with the query. */
  private readonly beginsCommand = $derived.by(() => {
    const typed = ` ${this.text.toLowerCase()}`;
    return (
      this.text !== '' &&
      this.commands.some((e) => e.kind === 'command' && ` ${e.command.title.toLowerCase()}`.includes(typed))
    );
  });

  private of(name: SectionName): readonly EntryGroup[] {
    if (name === 'messages') return this.messages;
    const { named } = this.query.asking;
    if (name === 'named') return named ? [{ entries: [entryOf.named(named)] }] : [];
    return [{ entries: this[name] }];
  }

  /** The sections of the last list that was complete, or late. */
  private painted: Section[] = [];
  readonly list = $derived.by((): Section[] => {
    if (!this.query.waits) this.painted = this.sections();
    return this.painted;
  });

  private sections(): Section[] {
    // An ID alone answers with its place.
    if (this.query.asking.named) return [{ name: 'named', groups: this.of('named') }];
    const order = {
      ...{ opener: this.source.opener, prefix: this.prefix, empty: this.empty },
      ...{ command: this.beginsCommand, exact: isExact(this.query.text) },
    };
    return orderOf(order)
      .map((name) => ({ name, groups: this.of(name).filter(({ entries }) => entries.length > 0) }))
      .filter(({ groups }) => groups.length > 0);
  }

  /** All entries, in order. */
  readonly entries = $derived(this.list.flatMap(({ groups }) => groups.flatMap(({ entries }) => entries)));

  /** Called when the box opens. */
  begin(): void {
    this.recent = newest(this.sidebar.chats, NEWEST);
  }

  extend(section: Extendable): void {
    this.extended = new Set(this.extended).add(section);
  }

  /** Called for a new query. */
  reset(): void {
    if (this.extended.size > 0) this.extended = new Set();
  }
}

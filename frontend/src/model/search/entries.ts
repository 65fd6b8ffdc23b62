import type { ChatSummary, FilterMatch, Named, Range, RankedTurn, SearchHit } from '../../lib/backend/types';
import type { Command } from '../../lib/keys/registry.svelte';

/** The first section of the list: titles for going somewhere, turns for finding text. */
export type Opener = 'chats' | 'turns';

export type SectionName = 'named' | 'past' | 'chats' | 'turns' | 'messages' | 'commands' | 'projects';

/** A section that can list more than its first entries. */
export type Extendable = 'chats' | 'turns' | 'messages';

/** One option of the list. The key identifies it: the selection follows it through updates. */
export type Entry = { key: string } & (
  | { kind: 'named'; named: Named }
  | { kind: 'past'; query: string; saved: boolean }
  | { kind: 'chat'; chat: ChatSummary; match: FilterMatch | null }
  | { kind: 'turn'; turn: RankedTurn }
  | { kind: 'hit'; hit: SearchHit; index: number }
  | { kind: 'command'; command: Command; ranges: Range[] }
  | { kind: 'project'; path: string; name: string; ranges: Range[] }
  | { kind: 'more'; of: Extendable }
);

export type EntryOf<K extends Entry['kind']> = Extract<Entry, { kind: K }>;

/** Entries under a heading; `chat` if they are the matches of one chat. */
export interface EntryGroup {
  entries: readonly Entry[];
  chat?: HitGroup;
}

export interface Section {
  name: SectionName;
  groups: readonly EntryGroup[];
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

export const hitKey = ({ session, uuid, kind, block }: SearchHit) =>
  `hit ${session} ${uuid} ${kind} ${String(block ?? 0)}`;

export const entryOf = {
  named: (named: Named): Entry => ({ kind: 'named', key: `named ${named.session} ${named.record}`, named }),
  past: (query: string, saved: boolean): Entry => ({ kind: 'past', key: `past ${query}`, query, saved }),
  chat: (chat: ChatSummary, match: FilterMatch | null): Entry => ({
    ...{ kind: 'chat', key: `chat ${chat.id}`, chat, match },
  }),
  turn: (turn: RankedTurn): Entry => ({ kind: 'turn', key: `turn ${turn.session} ${turn.uuid}`, turn }),
  hit: (hit: SearchHit, index: number): EntryOf<'hit'> => ({ kind: 'hit', key: hitKey(hit), hit, index }),
  command: (command: Command, ranges: Range[]): Entry => ({
    ...{ kind: 'command', key: `command ${command.id}`, command, ranges },
  }),
  project: (path: string, name: string, ranges: Range[]): Entry => ({
    ...{ kind: 'project', key: `project ${path}`, path, name, ranges },
  }),
  more: (of: Extendable): Entry => ({ kind: 'more', key: `more ${of}`, of }),
};

/** What decides the order of the sections. */
export interface Order {
  opener: Opener;
  prefix: string;
  /** Nothing is typed. */
  empty: boolean;
  /** The query asks for exact matches. */
  exact: boolean;
  /** A word of a command begins with the query. */
  command: boolean;
}

/** The sections in the order in which they are listed. */
export function orderOf({ opener, prefix, empty, exact, command }: Order): SectionName[] {
  if (prefix === '>') return ['commands'];
  if (prefix !== '') return ['projects'];
  const byOpener: SectionName[] = opener === 'chats' ? ['chats', 'turns'] : ['turns', 'chats'];
  if (empty) return opener === 'chats' ? ['chats', 'past', 'commands'] : ['past', 'chats', 'commands'];
  const list: SectionName[] = exact ? ['messages', ...byOpener] : [...byOpener, 'messages'];
  list.push('commands', 'projects');
  const first: SectionName[] = ['named'];
  // A search for text is not meant to run a command.
  if (command && opener === 'chats') first.push('commands');
  return [...new Set([...first, ...list])];
}

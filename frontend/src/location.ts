import type { AgentStep, Left } from './features/thread/agents';
import type { Spot, ThreadTarget } from './features/thread/target';

/** Where the reader is. It is a value: it is kept, compared, gone to again, and never changed. */
export interface Location {
  readonly chat: string;
  /** The branch; null while the chat's tree is still to say which is meant. */
  readonly branch: { readonly session: string; readonly tip: string } | null;
  /** The agents that are open alone there, each in the one before it. */
  readonly agents: readonly AgentStep[];
  /** The node that is marked in the tree. */
  readonly segment: string | null;
  readonly spot: Spot;
  /** The way to a row that was looked for, with all that has to be open to see it. */
  readonly found: readonly number[];
  /** How it was left: what was open, and how far in which row the view began. */
  readonly left: Left | null;
  /** The results of a search stand over the chats and the tree. */
  readonly search: boolean;
}

/** A chat of which nothing else is known yet. */
export function chatAt(chat: string): Location {
  return { chat, branch: null, agents: [], segment: null, spot: 'end', found: [], left: null, search: false };
}

export function targetOf({ branch, agents }: Location): ThreadTarget | null {
  if (!branch) return null;
  return agents.length > 0 ? { ...branch, agents } : { ...branch };
}

/** The same place, however it was left. */
export function samePlace(a: Location, b: Location): boolean {
  return keyOf(a) === keyOf(b);
}

function keyOf({ chat, branch, agents, segment, spot, found, search }: Location): string {
  const way = agents.map(({ ref }) => ref);
  return JSON.stringify([
    chat,
    branch?.session,
    branch?.tip,
    way,
    segment,
    found.length > 0 ? found : spot,
    search,
  ]);
}

/** A place that a start goes to: a record rather than a row, for rows may have moved meanwhile. */
export interface Bookmark {
  chat: string;
  session: string;
  tip: string;
  /** The record at the top of the view, and how far in its row the view began; '' for the end. */
  record: string;
  block: number;
  offset: number;
}

export function bookmarkText({ chat, session, tip, record, block, offset }: Bookmark): string {
  return [chat, session, tip, record, block, Math.round(offset)].join(' ');
}

/** Reads what was kept; null where it says nothing. */
export function parseBookmark(text: string): Bookmark | null {
  const [chat, session, tip, record, block, offset] = text.split(' ');
  if (!chat || !session || tip === undefined || record === undefined) return null;
  return { chat, session, tip, record, block: Number(block) || 0, offset: Number(offset) || 0 };
}

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
  /** What is looked for in the thread; null where the find bar is closed. */
  readonly find: string | null;
  /** What is searched for, with the results over the chats and the tree; null where they are closed. */
  readonly search: string | null;
}

/** A chat of which nothing else is known yet. */
export function chatAt(chat: string): Location {
  return {
    chat,
    branch: null,
    agents: [],
    segment: null,
    spot: 'end',
    found: [],
    left: null,
    find: null,
    search: null,
  };
}

export function targetOf({ branch, agents }: Location): ThreadTarget | null {
  if (!branch) return null;
  return agents.length > 0 ? { ...branch, agents } : { ...branch };
}

/** The same place, however it was left and whatever is looked for in it. */
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
    search !== null,
  ]);
}

import type { AgentStep, Left } from './agents';
import type { Spot, ThreadTarget } from './target';

/** A location in the window: an immutable value that can be saved, compared and opened again. */
export interface Location {
  readonly chat: string;
  /** The branch; null until the chat's tree is loaded, which decides it. */
  readonly branch: { readonly session: string; readonly tip: string } | null;
  /** The agents that are open alone, each inside the one before it. */
  readonly agents: readonly AgentStep[];
  /** The selected node of the tree. */
  readonly segment: string | null;
  readonly spot: Spot;
  /** The path to a found row: the rows that have to be expanded to show it, and the row itself. */
  readonly found: readonly number[];
  /** The saved view: the expanded rows, and the scroll position as an offset in a row. */
  readonly left: Left | null;
  /** The text of the find bar; null if it is closed. */
  readonly find: string | null;
  /** The query of the search results over chats and tree; null if they are closed. */
  readonly search: string | null;
}

/** The location of a chat before its branch is known. */
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

/** Whether two locations are the same, regardless of the saved view and the find bar. */
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

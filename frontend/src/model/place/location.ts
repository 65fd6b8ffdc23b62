import { agentKey, type AgentStep, type Left } from './agents';
import type { Branch, Spot } from './target';
import type { Wish } from './wish';

/** A location in the window: an immutable value that can be saved, compared and opened again. */
export interface Location {
  readonly chat: string;
  /** The branch; null until the wish is resolved. */
  readonly branch: Branch | null;
  /** What the tree or the engine has to resolve; null for the end of the newest branch. */
  readonly wish: Wish | null;
  /** The agents that are open alone, each inside the one before it. */
  readonly agents: readonly AgentStep[];
  /** The selected node of the tree. */
  readonly segment: string | null;
  readonly spot: Spot;
  /** The path to a found row: the rows that have to be expanded to show it, and the row itself. */
  readonly found: readonly number[];
  /** The patterns of the search that led here, to highlight in the text. */
  readonly marks: readonly RegExp[];
  /** The saved view: the expanded rows, and the scroll position as an offset in a row. */
  readonly left: Left | null;
  /** The text of the find bar; null if it is closed. */
  readonly find: string | null;
  /** The query of the search results over chats and tree; null if they are closed. */
  readonly search: string | null;
}

/** The end of the newest branch of a chat, or what a wish in it leads to. */
export function chatAt(chat: string, wish: Wish | null = null): Location {
  return {
    chat,
    branch: null,
    wish,
    agents: [],
    segment: null,
    spot: 'end',
    found: [],
    marks: [],
    left: null,
    find: null,
    search: null,
  };
}

/** Key of the thread that a location shows; '' until its branch is known. A branch that grows keeps its key. */
export function threadKey({ branch, agents }: Pick<Location, 'branch' | 'agents'>): string {
  if (!branch) return '';
  return JSON.stringify([branch.session, branch.follow ?? branch.tip, ...agents.map(agentKey)]);
}

/** Whether two locations are the same, regardless of the saved view, the find bar and the highlights. */
export function samePlace(a: Location, b: Location): boolean {
  return keyOf(a) === keyOf(b);
}

function keyOf(location: Location): string {
  const { chat, branch, wish, segment, spot, found, search } = location;
  return JSON.stringify([
    chat,
    branch ? threadKey(location) : wish,
    segment,
    found.length > 0 ? found : spot,
    search !== null,
  ]);
}

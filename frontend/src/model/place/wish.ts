import type { AgentRef } from '../../lib/backend/types';

/** A target in a chat that the tree or the engine resolves to a location. */
export type Wish =
  /** The branch through a node. */
  | { readonly segment: string }
  /** The end of the session's active branch. */
  | { readonly session: string }
  | RecordWish;

/**
 * A record, on the branch that ends at `tip` if it is there. `offset` is the scroll offset in its row,
 * `agents` are the agents around it that are open alone.
 */
export interface RecordWish {
  readonly session: string;
  readonly record: string;
  readonly block: number;
  readonly tip?: string;
  readonly offset?: number | null;
  readonly agents?: readonly AgentRef[];
  /** Opens the newest branch if the record is gone, or in another chat, instead of showing an error. */
  readonly quiet?: boolean;
}

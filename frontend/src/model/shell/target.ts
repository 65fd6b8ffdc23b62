import type { Row, SearchHit, Segment } from '../../lib/backend/types';

/** The record of a search hit. */
export type RecordRef = Pick<SearchHit, 'session' | 'uuid' | 'kind' | 'agent' | 'sidechain'>;

/** What a command acts on: a menu passes its own row, a key what the focused pane marks. */
export type Target =
  /** A chat of the list; `session` is the one that has its newest branch. */
  | { readonly kind: 'chat'; readonly chat: string; readonly session: string }
  /** A node of the tree. */
  | { readonly kind: 'node'; readonly segment: Segment }
  | { readonly kind: 'hit'; readonly hit: RecordRef }
  /** A prompt of the open thread, by its index. */
  | { readonly kind: 'turn'; readonly turn: number }
  /** A row of the open thread; a number if it may not be loaded. */
  | { readonly kind: 'row'; readonly row: Row | number };

/** An agent of the thread: the row that started it, and the path to it. */
export interface AgentAt {
  readonly row: Row;
  readonly rows: readonly number[];
}

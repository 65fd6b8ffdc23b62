import type { Skeleton } from '../../lib/backend/types';
import type { AgentStep } from './agents';

/**
 * The branch of a location: the one on which a session continues, whatever its last record is by now, or the one
 * that ends at a record.
 */
export type Branch =
  | { readonly session: string; readonly follow: true; readonly tip?: undefined }
  | { readonly session: string; readonly tip: string; readonly follow?: undefined };

export function isSameBranch(a: Branch | null, b: Branch | null): boolean {
  return a?.session === b?.session && a?.tip === b?.tip && a?.follow === b?.follow;
}

/** What the engine is asked for: a branch by its last record, and the agents that are open in it. */
export interface ThreadTarget {
  session: string;
  /** '' for the session's active branch. */
  tip: string;
  /** The open agents, each inside the one before it; the last one is shown. */
  agents?: readonly AgentStep[];
}

/** A position in a branch: a row, the id of a segment (its first row), or the end. */
export type Spot = number | 'end' | (string & {});

/** The state of the open branch's file. */
export type Loss = NonNullable<Skeleton['loss']> | 'rewritten';

/** A scroll target; `stamp` tells equal jumps apart. */
export interface Jump {
  row: number | 'end';
  /** Offset in the row at which the view begins, in pixels. */
  offset: number;
  stamp: number;
}

/** A search result and its path: a row of the branch, then of the agent in it. */
export interface Found {
  rows: readonly number[];
  stamp: number;
}

/** Returns the key of a row's expanded state: "r12", or "r12/3" for a row of the agent in it. */
export function rowId(rows: readonly number[]): string {
  return `r${rows.join('/')}`;
}

/** Returns the path of a row from its key. */
export function rowsOf(id: string): number[] {
  return id.slice(1).split('/').map(Number);
}

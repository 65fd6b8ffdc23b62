import type { Skeleton } from '../../lib/backend/types';
import { type AgentStep, agentKey } from './agents';

export interface ThreadTarget {
  session: string;
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
export interface Shown {
  rows: readonly number[];
  stamp: number;
}

/** Targets with equal keys are the same thread. */
export function keyOf({ session, tip, agents = [] }: ThreadTarget): string {
  return [session, tip, ...agents.map(agentKey)].join(' ');
}

/** Returns the key of a row's expanded state: "r12", or "r12/3" for a row of the agent in it. */
export function rowId(rows: readonly number[]): string {
  return `r${rows.join('/')}`;
}

/** Returns the path of a row from its key. */
export function rowsOf(id: string): number[] {
  return id.slice(1).split('/').map(Number);
}

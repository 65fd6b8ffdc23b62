import type { Skeleton } from '../../lib/backend/types';
import { type AgentStep, agentKey } from './agents';

export interface ThreadTarget {
  session: string;
  tip: string;
  /** The agents of the branch that are open alone, each in the one before it: the last is shown. */
  agents?: readonly AgentStep[];
}

/** Where in a branch: a row, the first row of the segment with this id, or the end. */
export type Spot = number | 'end' | (string & {});

/** What has happened to the file of the open branch. */
export type Loss = NonNullable<Skeleton['loss']> | 'rewritten';

/** Where the view should go; `stamp` makes two equal wishes two wishes. */
export interface Jump {
  row: number | 'end';
  /** How far in the row the view is to begin, in pixels. */
  offset: number;
  stamp: number;
}

/** A row that was looked for, and the way into it: a row of the branch, then of the agent in it. */
export interface Shown {
  rows: readonly number[];
  stamp: number;
}

/** Two targets with one key are the same thread. */
export function keyOf({ session, tip, agents = [] }: ThreadTarget): string {
  return [session, tip, ...agents.map(agentKey)].join(' ');
}

/** Under which a row remembers what is open: "r12", and "r12/3" for a row of the agent in it. */
export function rowId(rows: readonly number[]): string {
  return `r${rows.join('/')}`;
}

/** The way to a row, by the name under which it remembers what is open. */
export function rowsOf(id: string): number[] {
  return id.slice(1).split('/').map(Number);
}

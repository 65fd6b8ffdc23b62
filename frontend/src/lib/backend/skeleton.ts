import { unpackRows } from './skeleton-rows';
import { Turns } from './turns';
import type { Skeleton, TurnInfo } from './types';

/** Consecutive turns, stored in columns: a long thread has tens of thousands. */
export interface TurnColumns {
  from: number;
  texts: string[];
  /** In Unix milliseconds, as differences to the turn before; 0 if unknown. */
  times: number[];
  ms: number[];
  tokens: number[];
  /** The tokens in the model's context after each turn, and how many fit; 0 if unknown. */
  contexts: number[];
  windows: number[];
  /** Indices in `names`. */
  models: number[];
  branches: number[];
  names: string[];
}

/** A skeleton as the engine sends it, or what came since an older one. */
export interface SkeletonWire extends Omit<Skeleton, 'turns' | 'rows'> {
  /** The first row that was sent; those before it are as they were. */
  from?: number;
  rows: string;
  turns: TurnColumns;
}

export function turnsFrom(columns: TurnColumns): TurnInfo[] {
  const { texts, times, ms, tokens, contexts, windows, models, branches, names } = columns;
  let at = 0;
  return texts.map((text, i) => {
    at += times[i] ?? 0;
    return {
      text,
      time: at === 0 ? '' : new Date(at).toISOString(),
      model: names[models[i] ?? 0] ?? '',
      gitBranch: names[branches[i] ?? 0] ?? '',
      tokens: tokens[i] ?? 0,
      context: contexts[i] ?? 0,
      window: windows[i] ?? 0,
      ms: ms[i] ?? 0,
    };
  });
}

/** `known` is the skeleton that the request said the window has. */
export function skeletonFrom({ from = 0, ...wire }: SkeletonWire, known?: Skeleton): Skeleton {
  const { rows, begins } = unpackRows(wire.rows, wire.total, from, known?.rows);
  const before = known ? known.turns.rows.slice(0, firstFrom(known.turns.rows, from)) : [];
  const turns = new Turns(from > 0 ? [...before, ...begins] : begins);
  turns.take(wire.turns.from, turnsFrom(wire.turns));
  return { ...wire, rows, turns };
}

/** The index of the first of these sorted rows that is not before a row. */
function firstFrom(sorted: readonly number[], row: number): number {
  let low = 0;
  let high = sorted.length;
  while (low < high) {
    const mid = (low + high) >> 1;
    if ((sorted[mid] ?? 0) < row) low = mid + 1;
    else high = mid;
  }
  return low;
}

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
  /** Indices in `names`. */
  models: number[];
  branches: number[];
  names: string[];
}

/** A skeleton as the engine sends it. */
export interface SkeletonWire extends Omit<Skeleton, 'turns' | 'rows'> {
  rows: string;
  turns: TurnColumns;
}

export function turnsFrom({ texts, times, ms, tokens, models, branches, names }: TurnColumns): TurnInfo[] {
  let at = 0;
  return texts.map((text, i) => {
    at += times[i] ?? 0;
    return {
      text,
      time: at === 0 ? '' : new Date(at).toISOString(),
      model: names[models[i] ?? 0] ?? '',
      gitBranch: names[branches[i] ?? 0] ?? '',
      tokens: tokens[i] ?? 0,
      ms: ms[i] ?? 0,
    };
  });
}

export function skeletonFrom(wire: SkeletonWire): Skeleton {
  const { rows, begins } = unpackRows(wire.rows, wire.total);
  const turns = new Turns(begins);
  turns.take(wire.turns.from, turnsFrom(wire.turns));
  return { ...wire, rows, turns };
}

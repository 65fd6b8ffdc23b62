import { unpackRows } from './skeleton-rows';
import { Turns } from './turns';
import type { Skeleton, TurnInfo } from './types';

/** Turns that follow one another, column by column: a long thread has tens of thousands. */
export interface TurnColumns {
  from: number;
  texts: string[];
  /** In Unix milliseconds, from the turn before; those unknown are 0. */
  times: number[];
  ms: number[];
  tokens: number[];
  /** Places in `names`. */
  models: number[];
  branches: number[];
  names: string[];
}

/** A skeleton as it comes over the wire. */
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

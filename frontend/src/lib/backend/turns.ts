import type { Skeleton, TurnInfo } from './types';

/** The turns of a thread, column by column: a long one has tens of thousands. */
export interface TurnColumns {
  rows: number[];
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
export interface SkeletonWire extends Omit<Skeleton, 'turns'> {
  turns: TurnColumns;
}

/** A turn writes its time only where it is shown, which few of a long thread are. */
class Turn implements TurnInfo {
  constructor(
    readonly row: number,
    readonly text: string,
    private readonly at: number,
    readonly model: string,
    readonly gitBranch: string,
    readonly tokens: number,
    readonly ms: number,
  ) {}

  get time(): string {
    return this.at === 0 ? '' : new Date(this.at).toISOString();
  }
}

export function skeletonFrom(wire: SkeletonWire): Skeleton {
  const { rows, texts, times, ms, tokens, models, branches, names } = wire.turns;
  let at = 0;
  const turns = rows.map((row, i) => {
    at += times[i] ?? 0;
    const model = names[models[i] ?? 0] ?? '';
    const branch = names[branches[i] ?? 0] ?? '';
    return new Turn(row, texts[i] ?? '', at, model, branch, tokens[i] ?? 0, ms[i] ?? 0);
  });
  return { ...wire, turns };
}

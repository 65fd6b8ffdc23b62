import type { LoadOutput, LoadTurn, ResumeLoad } from '../../lib/backend/types';

/** A line of the list: a turn, or one of its outputs. */
export interface LoadRow {
  turn: LoadTurn;
  /** From 1. */
  number: number;
  /** null for the turn itself. */
  output: LoadOutput | null;
}

/** The lines of the list; `unfolded` holds the turns whose outputs are shown. */
export function loadRows(load: ResumeLoad, unfolded: ReadonlySet<string>): LoadRow[] {
  return load.turns.flatMap((turn, nth) => {
    const row = { turn, number: nth + 1 };
    const outputs = unfolded.has(turn.record) ? turn.outputs : [];
    return [{ ...row, output: null }, ...outputs.map((output) => ({ ...row, output }))];
  });
}

/** The choice that a list shows, item by item. */
export function itemsOf(load: ResumeLoad): string[] {
  return load.turns.flatMap(({ record, state, outputs }) => [
    ...(state === 'out' ? [`turn:${record}`] : []),
    ...(state === 'steps' ? [`steps:${record}`] : []),
    ...outputs.flatMap((o) => [
      ...(o.out ? [`output:${o.record}`] : []),
      ...(o.picturesOut ? [`picture:${o.record}`] : []),
    ]),
  ]);
}

/** True if a line can be left out. An output goes with its turn. */
export const canLeave = ({ turn, output }: LoadRow): boolean =>
  !turn.stays && (output === null || turn.state === 'whole');

/** True if all of a line is loaded. */
export const isLoaded = ({ turn, output }: LoadRow): boolean =>
  turn.state === 'whole' && !(output?.out || output?.picturesOut);

/** The choice after a line is checked or unchecked. */
export function toggled(load: ResumeLoad, { turn, output }: LoadRow): string[] {
  const items = itemsOf(load);
  if (output === null) {
    const own = [`turn:${turn.record}`, `steps:${turn.record}`];
    const rest = items.filter((item) => !own.includes(item));
    return turn.state === 'whole' ? [...rest, `turn:${turn.record}`] : rest;
  }
  const own = [`output:${output.record}`, `picture:${output.record}`];
  const rest = items.filter((item) => !own.includes(item));
  if (output.out || output.picturesOut) return rest;
  return [...rest, output.tool === '' ? `picture:${output.record}` : `output:${output.record}`];
}

/** The choice after the steps of a turn are left out, or loaded again. */
export function toggledSteps(load: ResumeLoad, { turn }: LoadRow): string[] {
  const own = [`turn:${turn.record}`, `steps:${turn.record}`];
  const rest = itemsOf(load).filter((item) => !own.includes(item));
  return turn.state === 'steps' ? rest : [...rest, `steps:${turn.record}`];
}

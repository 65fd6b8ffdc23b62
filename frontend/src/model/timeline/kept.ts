import type { Colouring, Grouping } from './lanes';
import type { View } from './scale';

/** The saved state of the timeline. */
export interface Kept {
  grouping: Grouping;
  colouring: Colouring;
  height: number;
  /** Null for all time. */
  view: View | null;
}

export function keptText({ grouping, colouring, height, view }: Kept): string {
  const span = view ? [Math.round(view.from), Math.round(view.to)] : [];
  return [grouping, colouring, height, ...span].join(' ');
}

/** Returns null for malformed text. */
export function parseKept(text: string): Kept | null {
  const [grouping, colouring, height, from, to] = text.split(' ');
  if (grouping !== 'project' && grouping !== 'all') return null;
  if (colouring !== 'project' && colouring !== 'model') return null;
  const view = { from: Number(from), to: Number(to) };
  const known = Number.isFinite(view.from) && Number.isFinite(view.to) && view.to > view.from;
  return { grouping, colouring, height: Number(height) || 26, view: known ? view : null };
}

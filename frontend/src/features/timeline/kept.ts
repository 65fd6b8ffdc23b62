import type { Colouring, Grouping } from './lanes';
import type { View } from './scale';

/** How the picture was left. */
export interface Kept {
  grouping: Grouping;
  colouring: Colouring;
  height: number;
  /** Null: all there is, however much that will be. */
  view: View | null;
}

export function keptText({ grouping, colouring, height, view }: Kept): string {
  const span = view ? [Math.round(view.from), Math.round(view.to)] : [];
  return [grouping, colouring, height, ...span].join(' ');
}

/** Null where the text says nothing that can be shown. */
export function parseKept(text: string): Kept | null {
  const [grouping, colouring, height, from, to] = text.split(' ');
  if (grouping !== 'project' && grouping !== 'all') return null;
  if (colouring !== 'project' && colouring !== 'model') return null;
  const view = { from: Number(from), to: Number(to) };
  const known = Number.isFinite(view.from) && Number.isFinite(view.to) && view.to > view.from;
  return { grouping, colouring, height: Number(height) || 26, view: known ? view : null };
}

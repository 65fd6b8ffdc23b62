import type { View } from './scale';

/** The saved view of the timeline; null for all time. */
export const viewText = (view: View | null): string =>
  view ? `${String(Math.round(view.from))} ${String(Math.round(view.to))}` : 'all';

/** Older versions wrote the order, the colors and the height of the rows before the view. Returns null for malformed text. */
export function parseView(text: string): View | null {
  const [from = NaN, to = NaN] = text.split(' ').slice(-2).map(Number);
  return Number.isFinite(from) && to > from ? { from, to } : null;
}

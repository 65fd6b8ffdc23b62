import type { TreeRow } from './rows';

/** The ids of a row, its ancestors and its descendants; null if nothing is to be highlighted. */
export function highlightFrom(rows: readonly TreeRow[], start: number): ReadonlySet<string> | null {
  const from = rows[start]?.item;
  if (!from || rows.length < 2) return null;
  const highlighted = new Set<string>([from.id]);
  // Children are always above their parents.
  let up = from.parent;
  for (let i = start + 1; up !== null && i < rows.length; i++) {
    const item = rows[i]?.item;
    if (item?.id !== up) continue;
    highlighted.add(item.id);
    up = item.parent;
  }
  const below = new Set<string>([from.id]);
  for (let i = start - 1; i >= 0; i--) {
    const item = rows[i]?.item;
    if (!item?.parent || !below.has(item.parent)) continue;
    below.add(item.id);
    highlighted.add(item.id);
  }
  return highlighted;
}

/** The number of highlighted branches in the bundle below each row. */
export function highlightedInBundle(
  rows: readonly TreeRow[],
  highlighted: ReadonlySet<string>,
  bundled: (row: TreeRow) => boolean,
  index: (id: string) => number,
): Int32Array {
  const bright = new Int32Array(rows.length + 1);
  rows.forEach((row, at) => {
    const { parent } = row.item;
    if (parent === null || !highlighted.has(row.item.id) || !highlighted.has(parent) || !bundled(row)) return;
    bright[at] = (bright[at] ?? 0) + 1;
    const end = index(parent);
    bright[end] = (bright[end] ?? 0) - 1;
  });
  for (let at = 1; at < bright.length; at++) bright[at] = (bright[at] ?? 0) + (bright[at - 1] ?? 0);
  return bright;
}

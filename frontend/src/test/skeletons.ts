import type { Items } from '../model/thread/items';
import { SkeletonRows, type SkeletonRow } from '../lib/backend/skeleton-rows';

/** The rows of a skeleton one by one. */
export function rowsOf(rows: SkeletonRows): SkeletonRow[] {
  return Array.from(rows.kinds, (kind, i) => [
    kind,
    rows.lines[i] ?? 0,
    rows.chars[i] ?? 0,
    rows.turns[i] ?? 0,
    rows.flags[i] ?? 0,
    rows.records[i] ?? 0,
  ]);
}

/** The rows of a skeleton, changed. */
export function changed(rows: SkeletonRows, change: (rows: SkeletonRow[]) => SkeletonRow[]): SkeletonRows {
  return SkeletonRows.of(change(rowsOf(rows)));
}

/** What a thread lists, a word each: `r3` is row 3, `f3` the fold that begins with it. */
export function itemNames(items: Items | null): string[] {
  return [...(items ?? [])].map((item) => {
    if (item.type === 'unattached' || item.type === 'internal') return item.type;
    return `${item.type === 'unreadable' ? 'u' : item.type.slice(0, 1)}${item.row}`;
  });
}

import type { Skeleton } from '../../lib/backend/types';
import { Flag } from '../../lib/backend/types';
import type { Items } from '../../model/thread/items';
import type { ThreadState } from '../../model/thread/thread.svelte';

const EDITS = new Set(['Edit', 'MultiEdit', 'Write', 'NotebookEdit']);

/** Returns the next item for the cursor, skipping headings; -1 if there is none. */
export function stepItem(items: Items, from: number, by: 1 | -1): number {
  for (let i = from + by; i >= 0 && i < items.length; i += by) {
    const type = items.at(i)?.type;
    if (type !== 'unattached' && type !== 'internal') return i;
  }
  return -1;
}

/**
 * Returns the next row with a failure or a file edit; null if there is none. Failures are known for
 * all rows, edits only for loaded ones.
 */
export function stepNotable(
  { rows }: Skeleton,
  nameOf: (row: number) => string | undefined,
  from: number,
  by: 1 | -1,
): number | null {
  for (let row = from + by; row >= 0 && row < rows.length; row += by)
    if (rows.has(row, Flag.error) || EDITS.has(nameOf(row) ?? '')) return row;
  return null;
}

/** Moves the cursor to the next failure or edit; returns false if there is none. */
export function goToNotable(thread: ThreadState, by: 1 | -1): boolean {
  const { skeleton } = thread;
  if (!skeleton) return false;
  const nameOf = (row: number) => {
    const read = thread.row(row);
    return read?.kind === 'tool' ? read.tool.name : undefined;
  };
  const next = stepNotable(
    skeleton,
    nameOf,
    thread.cursorRow ?? thread.scroll.topRow - (by === 1 ? 1 : 0),
    by,
  );
  if (next === null) return false;
  thread.opened.unfold(next);
  thread.moveCursor(thread.itemAt(next));
  return true;
}

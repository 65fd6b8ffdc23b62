import type { Skeleton } from '../../lib/backend/types';
import { Flag } from '../../lib/backend/types';
import type { Items } from './items';
import type { ThreadState } from './thread.svelte';

const EDITS = new Set(['Edit', 'MultiEdit', 'Write', 'NotebookEdit']);

/** The item of the thread that the keys go to from here; headings are passed over. -1 where there is none. */
export function stepItem(items: Items, from: number, by: 1 | -1): number {
  for (let i = from + by; i >= 0 && i < items.length; i += by) {
    const type = items.at(i)?.type;
    if (type !== 'unattached' && type !== 'internal') return i;
  }
  return -1;
}

/**
 * The next row after this one in which something failed or a file was written; null where there is
 * none. What a call did is known of the rows that are here: failures are known of all.
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

/** Goes to the next failure or edit from where the reader is. False where there is none. */
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
    thread.cursorRow ?? thread.place.topRow - (by === 1 ? 1 : 0),
    by,
  );
  if (next === null) return false;
  thread.opened.unfold(next);
  thread.moveCursor(thread.itemAt(next));
  return true;
}

import type { Row, Skeleton } from '../../lib/backend/types';
import { Flag } from '../../lib/backend/types';
import type { Items } from '../../model/thread/items';
import { PAGE } from '../../model/thread/pages.svelte';
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

/** Returns the next failed row; -1 if there is none. Failures are known for all rows. */
export function stepFailure({ rows }: Skeleton, from: number, by: 1 | -1): number {
  for (let row = from + by; row >= 0 && row < rows.length; row += by)
    if (rows.has(row, Flag.error)) return row;
  return -1;
}

/** The row that a step begins from, which the step itself skips. */
const start = (thread: ThreadState, by: 1 | -1) =>
  thread.cursor.row ?? thread.scroll.topRow - (by === 1 ? 1 : 0);

function goTo(thread: ThreadState, row: number): void {
  thread.opened.unfold(row);
  thread.cursor.move(thread.itemAt(row), 'third');
}

/** Moves the cursor to the next failure; returns false if there is none. */
export function goToFailure(thread: ThreadState, by: 1 | -1): boolean {
  const next = thread.skeleton ? stepFailure(thread.skeleton, start(thread, by), by) : -1;
  if (next >= 0) goTo(thread, next);
  return next >= 0;
}

/**
 * Moves the cursor to the next row that edits a file; returns false if there is none. Which tool a row
 * calls is known only once it is loaded, so this loads the pages that may hold an edit.
 */
export async function goToEdit(thread: ThreadState, by: 1 | -1): Promise<boolean> {
  const { skeleton, target } = thread;
  if (!skeleton || !target) return false;
  const { rows } = skeleton;
  let page: { from: number; rows: readonly Row[] } = { from: 0, rows: [] };
  for (let row = start(thread, by) + by; row >= 0 && row < rows.length; row += by) {
    if (rows.kindOf(row) !== 'tool' || rows.has(row, Flag.quiet | Flag.sidechain)) continue;
    let read = thread.pages.row(row) ?? page.rows[row - page.from];
    if (!read) {
      const from = by === 1 ? row : Math.max(0, row - PAGE + 1);
      page = { from, rows: (await thread.source.rows(target, from, PAGE)).rows };
      if (thread.target !== target) return true;
      // A response may end early.
      read = page.rows[row - from] ?? (await thread.pages.readRow(row));
    }
    if (read?.kind !== 'tool' || !EDITS.has(read.tool.name)) continue;
    goTo(thread, row);
    return true;
  }
  return false;
}

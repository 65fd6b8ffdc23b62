import type { Row, Skeleton, SkeletonRows } from '../../lib/backend/types';
import { Flag } from '../../lib/backend/types';
import { saidRows } from './skeleton-diff';
import { isHook, Items } from './items';

function isQuiet(rows: SkeletonRows, row: number): boolean {
  if (row >= rows.length || rows.kindOf(row) !== 'tool') return false;
  return rows.has(row, Flag.quiet) && !rows.has(row, Flag.error | Flag.sidechain | Flag.images);
}

/** Maps the first failed hook of each turn that has several to their number. */
function hooksByTurn(rows: SkeletonRows): Map<number, number> {
  const out = new Map<number, number>();
  let first = -1;
  for (let row = 0; row < rows.length; row++) {
    if (!isHook(rows, row)) continue;
    if (first < 0 || rows.turns[row] !== rows.turns[first]) first = row;
    else out.set(first, (out.get(first) ?? 1) + 1);
  }
  return out;
}

/** Reports whether only the signature of the thinking was recorded. */
export function isUnrecorded(row: Row): boolean {
  return row.kind === 'thinking' && row.text.trim() === '';
}

/** The length that the skeleton gives for an empty text: its quotes. */
const QUOTES = 2;

/** Like isUnrecorded, for a row that is not loaded. */
function isEmptyThinking(rows: SkeletonRows, row: number): boolean {
  return rows.kindOf(row) === 'thinking' && (rows.chars[row] ?? 0) <= QUOTES;
}

/** Returns the number of visible rows that a branch has grown by. */
export function newRows(before: Skeleton | null, now: Skeleton): number {
  const all = saidRows(now);
  let grown = all - saidRows(before);
  for (let row = all - grown; row < all; row++) if (isEmptyThinking(now.rows, row)) grown--;
  return grown;
}

/** The number of equal calls in a row that fold, whatever became of them. */
const REPEATS = 3;

/** What decides about the runs of a thread. */
interface Run {
  rows: SkeletonRows;
  splits: ReadonlyMap<number, number>;
  /** Whether a row is not shown: it does not split a run. */
  isHidden: (row: number) => boolean;
}

/**
 * Returns the row after the run of calls that begins at a row, or the row itself if it has fewer than
 * `least`. Unrecorded thinking and hidden rows do not split a run.
 */
function endOfRun(
  { rows, splits, isHidden }: Run,
  from: number,
  least: number,
  isPart: (row: number) => boolean,
): number {
  let calls = 0;
  let end = from;
  for (let row = from; row < rows.length; row++) {
    const part = isPart(row);
    if (!part && (calls === 0 || !(isEmptyThinking(rows, row) || isHidden(row)))) break;
    if (row > from && rows.has(row, Flag.segment)) break;
    if (part) {
      calls++;
      end = row + 1;
    }
    if (splits.has(row)) break;
  }
  return calls < least ? from : end;
}

/**
 * Returns the row after the equal calls that begin at a row, or the row itself if they are few, or all
 * quiet: those are in a run of quiet calls, which names them.
 */
function endOfRepeats(run: Run, from: number): number {
  const { rows } = run;
  const isCall = (row: number) => rows.kindOf(row) === 'tool' && !rows.has(row, Flag.sidechain | Flag.images);
  const end = endOfRun(
    run,
    from,
    REPEATS,
    (row) => isCall(row) && (row === from || rows.has(row, Flag.repeats)),
  );
  for (let row = from; row < end; row++) if (isCall(row) && !isQuiet(rows, row)) return end;
  return from;
}

/** Returns the row after the fold that begins at a row, or the row itself if none does. */
function endOfFold(run: Run, from: number): number {
  const end = endOfRepeats(run, from);
  if (end > from) return end;
  const { rows } = run;
  const startsRepeats = (row: number) => !rows.has(row, Flag.repeats) && endOfRepeats(run, row) > row;
  return endOfRun(run, from, 2, (row) => isQuiet(rows, row) && (row === from || !startsRepeats(row)));
}

/**
 * Maps a branch's skeleton to the items of the thread: rows, folded runs of quiet or equal tool calls, a line for
 * the failed hooks of a turn, and switchers where the chat forks. Depends on the skeleton alone, so that nothing moves when contents
 * arrive. Unrecorded thinking is listed only if thinking is shown: some clients record no other
 * (2.1.114, 2.1.205), and it would clutter the thread.
 */
export function displayItems(
  skeleton: Skeleton,
  openFolds: ReadonlySet<number>,
  showThinking = false,
): Items {
  const { rows } = skeleton;
  const splits = new Map(skeleton.splits.map((s, i) => [s.row, i]));
  const bad = skeleton.unreadable ?? [];
  const hooks = hooksByTurn(rows);
  /** The first failed hook of the current turn, if there are several. */
  let hook = -1;
  /** Whether the line of its turn stands for a failed hook. */
  const isHidden = (row: number) =>
    hook >= 0 &&
    row > hook &&
    !openFolds.has(hook) &&
    isHook(rows, row) &&
    rows.turns[row] === rows.turns[hook];
  const run = { rows, splits, isHidden };
  const most = rows.length + openFolds.size + splits.size + bad.length + 2;
  const out = new Items(skeleton, openFolds, most);
  const unattached = skeleton.unattached ?? 0;
  const internal = skeleton.internal ?? 0;
  const own = saidRows(skeleton);
  const addInternal = (row: number) => {
    if (internal > 0) out.add('internal', row, own < rows.length ? 1 : 0);
  };
  const addRow = (i: number, inFold: boolean) => {
    if (i === own) addInternal(i);
    if (unattached > 0 && i === own - unattached) out.add('unattached', i);
    const count = hooks.get(i);
    if (count !== undefined) out.add('hooks', (hook = i), count);
    const isFolded = (count !== undefined && !openFolds.has(i)) || isHidden(i);
    if (!isFolded && (showThinking || !isEmptyThinking(rows, i))) out.add('row', i, inFold ? 1 : 0);
    addSplit(i);
  };
  let told = 0;
  /** Adds the unreadable lines up to and after a row. */
  const addUnreadable = (row: number) => {
    for (let at = bad[told]; at && at.row <= row; at = bad[++told]) out.add('unreadable', at.row, told);
  };
  const addSplit = (i: number) => {
    addUnreadable(i);
    const split = splits.get(i);
    if (split !== undefined && (skeleton.splits[split]?.branches.length ?? 0) > 1) out.add('split', i, split);
  };
  addUnreadable(-1);
  for (let i = 0; i < rows.length;) {
    const end = endOfFold(run, i);
    if (end === i) {
      addRow(i, false);
      i++;
      continue;
    }
    const open = openFolds.has(i);
    out.add('fold', i, end);
    for (let r = i; open && r < end; r++) addRow(r, true);
    if (!open) addSplit(end - 1);
    i = end;
  }
  if (own === rows.length) addInternal(Math.max(0, own - 1));
  return out;
}

export interface SegmentStart {
  row: number;
  id: string;
}

/** Returns the last turn that begins in a tree node of the branch; -1 if there is none. */
export function lastTurnIn(skeleton: Skeleton, starts: readonly SegmentStart[], segment: string): number {
  const at = starts.findIndex(({ id }) => id === segment);
  const [from, next] = [starts[at]?.row, starts[at + 1]?.row ?? skeleton.total];
  const turn = lastAt(skeleton.turns.rows, next - 1);
  return from !== undefined && (skeleton.turns.rows[turn] ?? -1) >= from ? turn : -1;
}

/** Returns the index of the last entry that is at most row; -1 if there is none. */
export function lastAt(sorted: readonly number[], row: number): number {
  let low = -1;
  let high = sorted.length - 1;
  while (low < high) {
    const mid = (low + high + 1) >> 1;
    if ((sorted[mid] ?? 0) <= row) low = mid;
    else high = mid - 1;
  }
  return low;
}

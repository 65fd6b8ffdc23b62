import type { Skeleton, SkeletonRow, Split, TurnInfo, Unreadable } from '../../lib/backend/types';
import { Flag, ROW_KINDS } from '../../lib/backend/types';
import { saidRows } from './grown';

/**
 * The skeleton of a branch to what the thread lists: rows, folded runs of quiet tool calls, and the
 * switchers where the chat split. Pure, and made from the skeleton alone, so that nothing moves
 * when the contents arrive.
 */
export type DisplayItem =
  | { type: 'row'; key: string; row: number; turn: TurnInfo | null; turnNumber: number; inFold: boolean }
  | { type: 'fold'; key: string; from: number; to: number; open: boolean }
  | { type: 'split'; key: string; split: Split }
  | { type: 'unattached'; key: string; row: number; count: number }
  | { type: 'unreadable'; key: string; row: number; at: Unreadable }
  | { type: 'internal'; key: string; row: number; count: number; shown: boolean };

export function kindOf(row: SkeletonRow): (typeof ROW_KINDS)[number] {
  return ROW_KINDS[row[0]] ?? 'notice';
}

function isQuiet(row: SkeletonRow | undefined): boolean {
  if (!row || kindOf(row) !== 'tool') return false;
  const flags = row[4];
  return (flags & Flag.quiet) !== 0 && (flags & (Flag.error | Flag.sidechain | Flag.images)) === 0;
}

export function displayItems(skeleton: Skeleton, openFolds: ReadonlySet<number>): DisplayItem[] {
  const { rows } = skeleton;
  const turns = new Map(skeleton.turns.map((t) => [t.row, t]));
  const splits = new Map(skeleton.splits.map((s) => [s.row, s]));
  const out: DisplayItem[] = [];
  const unattached = skeleton.unattached ?? 0;
  const internal = skeleton.internal ?? 0;
  const own = saidRows(skeleton);
  const addInternal = (row: number) => {
    if (internal > 0)
      out.push({ type: 'internal', key: 'internal', row, count: internal, shown: own < rows.length });
  };
  const addRow = (i: number, inFold: boolean) => {
    if (i === own) addInternal(i);
    if (unattached > 0 && i === own - unattached)
      out.push({ type: 'unattached', key: 'unattached', row: i, count: unattached });
    const turnNumber = rows[i]?.[3] ?? 0;
    out.push({ type: 'row', key: `r${i}`, row: i, turn: turns.get(i) ?? null, turnNumber, inFold });
    addSplit(i);
  };
  const bad = skeleton.unreadable ?? [];
  let told = 0;
  /** Lines that no row shows, up to and behind a row. */
  const addUnreadable = (row: number) => {
    for (let at = bad[told]; at && at.row <= row; at = bad[++told])
      out.push({ type: 'unreadable', key: `u${at.ref}`, row: at.row, at });
  };
  const addSplit = (i: number) => {
    addUnreadable(i);
    const split = splits.get(i);
    if (split && split.branches.length > 1) out.push({ type: 'split', key: `s${i}`, split });
  };
  addUnreadable(-1);
  for (let i = 0; i < rows.length;) {
    let end = i;
    while (isQuiet(rows[end]) && (end === i || !starts(rows[end]))) {
      end++;
      if (splits.has(end - 1)) break;
    }
    if (end - i < 2) {
      addRow(i, false);
      i++;
      continue;
    }
    const open = openFolds.has(i);
    out.push({ type: 'fold', key: `f${i}`, from: i, to: end, open });
    for (let r = i; open && r < end; r++) addRow(r, true);
    if (!open) addSplit(end - 1);
    i = end;
  }
  if (own === rows.length) addInternal(Math.max(0, own - 1));
  return out;
}

function starts(row: SkeletonRow | undefined): boolean {
  return row !== undefined && (row[4] & Flag.segment) !== 0;
}

/** The first skeleton row that an item shows. */
export function rowOf(item: DisplayItem | undefined): number {
  if (!item) return 0;
  if (item.type === 'fold') return item.from;
  return item.type === 'split' ? item.split.row : item.row;
}

/** The item that shows a skeleton row; rows come in order, so it is searched by halves. */
export function itemIndexOf(items: readonly DisplayItem[], row: number): number {
  let low = 0;
  let high = items.length - 1;
  while (low < high) {
    const mid = (low + high + 1) >> 1;
    if (rowOf(items[mid]) <= row) low = mid;
    else high = mid - 1;
  }
  // Several items may begin at one row (a fold and its first row): the first of them is meant.
  while (low > 0 && rowOf(items[low - 1]) === row) low--;
  return low;
}

export interface SegmentStart {
  row: number;
  id: string;
}

/**
 * Which tree node begins at which row. Told by the engine; else the flags are laid against the path
 * from its end, because the beginning may lie in another file.
 */
export function segmentStarts(skeleton: Skeleton, path: readonly string[]): SegmentStart[] {
  if (skeleton.segments && skeleton.segments.length > 0) return skeleton.segments;
  const flagged = skeleton.rows.flatMap((row, i) => ((row[4] & Flag.segment) !== 0 ? [i] : []));
  if (flagged[0] !== 0) flagged.unshift(0);
  const out: SegmentStart[] = [];
  for (let k = 1; k <= Math.min(flagged.length, path.length); k++) {
    const row = flagged[flagged.length - k];
    const id = path[path.length - k];
    if (row !== undefined && id !== undefined) out.unshift({ row, id });
  }
  return out;
}

/** The last entry that begins at or before a row. */
export function lastAt(sorted: readonly { row: number }[], row: number): number {
  let low = -1;
  let high = sorted.length - 1;
  while (low < high) {
    const mid = (low + high + 1) >> 1;
    if ((sorted[mid]?.row ?? 0) <= row) low = mid;
    else high = mid - 1;
  }
  return low;
}

/** How high an item will be, before it was ever drawn: the scroll bar is right from the start. */
export function estimateHeight(
  item: DisplayItem,
  rows: readonly SkeletonRow[],
  width: number,
  showThinking: boolean,
): number {
  if (item.type === 'fold' || item.type === 'unreadable') return 30;
  if (item.type === 'split' || item.type === 'unattached' || item.type === 'internal') return 50;
  const row = rows[item.row];
  if (!row) return 30;
  const [, lines, chars, , flags] = row;
  const header = item.turn ? 40 : 0;
  // Fitted to the heights that prose has in real threads: half of its lines part paragraphs, and the
  // last line of each is not full.
  const prose = (inner: number) => {
    const perLine = Math.max(20, Math.floor(inner / 7));
    return Math.max(22, 11.6 * lines + (27 * chars) / perLine);
  };
  const limit = (height: number, most: number) => (height > 24 * most ? 22 * most + 28 : height);
  const images = (flags & Flag.images) !== 0 ? 188 : 0;
  switch (kindOf(row)) {
    case 'prompt':
      return header + 20 + limit(prose(width - 30), PROMPT_LINES) + images;
    case 'command':
      return header + 42;
    case 'reply':
      return header + 9 + limit(prose(width), REPLY_LINES);
    case 'thinking':
      return showThinking ? 28 + 0.9 * limit(prose(width - 24), REPLY_LINES) : 28;
    case 'compaction':
      return 50;
    case 'notice':
      return 10 + 18 * Math.min(Math.max(1, Math.ceil((7 * chars) / (width - 24)), lines), NOTICE_LINES);
    case 'tool':
      return 30;
  }
}

/** Beyond these a text is cut until it is opened, so that no row is higher than a few screens. */
export const PROMPT_LINES = 24;
export const REPLY_LINES = 400;
export const NOTICE_LINES = 6;

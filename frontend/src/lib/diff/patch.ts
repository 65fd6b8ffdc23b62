import { structuredPatch } from 'diff';
import type { Json } from '../backend/types';

export interface Hunk {
  oldStart: number;
  newStart: number;
  lines: string[];
}

/** Reads the hunks that a transcript recorded; anything malformed is left out. */
export function hunksOf(value: Json | undefined): Hunk[] {
  if (!Array.isArray(value)) return [];
  return value.flatMap((h): Hunk[] => {
    if (h === null || typeof h !== 'object' || Array.isArray(h) || !Array.isArray(h.lines)) return [];
    return [
      {
        oldStart: typeof h.oldStart === 'number' ? h.oldStart : 1,
        newStart: typeof h.newStart === 'number' ? h.newStart : 1,
        lines: h.lines.filter((l): l is string => typeof l === 'string'),
      },
    ];
  });
}

/** Lines around a change. */
const CONTEXT = 3;
/** Looking for the least change takes time with the square of it: beyond so many lines the window would stand still. */
const MOST_EDITS = 400;

/** Hunks of two texts, for calls that recorded none. */
export function hunksBetween(before: string, after: string): Hunk[] {
  const options = { context: CONTEXT, maxEditLength: MOST_EDITS };
  return structuredPatch('a', 'b', before, after, '', '', options)?.hunks ?? replaced(before, after);
}

/** All from the first line that differs to the last one, in one hunk. */
function replaced(before: string, after: string): Hunk[] {
  const [a, b] = [before.split('\n'), after.split('\n')];
  if (a.at(-1) === '' && b.at(-1) === '') {
    a.pop();
    b.pop();
  }
  const most = Math.min(a.length, b.length);
  let head = 0;
  while (head < most && a[head] === b[head]) head++;
  let tail = 0;
  while (tail < most - head && a.at(-1 - tail) === b.at(-1 - tail)) tail++;
  const from = Math.max(0, head - CONTEXT);
  const end = a.length - tail;
  const lines = [
    ...a.slice(from, head).map((line) => ` ${line}`),
    ...a.slice(head, end).map((line) => `-${line}`),
    ...b.slice(head, b.length - tail).map((line) => `+${line}`),
    ...a.slice(end, end + CONTEXT).map((line) => ` ${line}`),
  ];
  return [{ oldStart: from + 1, newStart: from + 1, lines }];
}

export function diffStat(hunks: readonly Hunk[]): { added: number; removed: number } {
  let added = 0;
  let removed = 0;
  for (const hunk of hunks) {
    for (const line of hunk.lines) {
      if (line.startsWith('+')) added++;
      else if (line.startsWith('-')) removed++;
    }
  }
  return { added, removed };
}

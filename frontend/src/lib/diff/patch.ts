import { structuredPatch } from 'diff';
import type { Json } from '../backend/types';

export interface Hunk {
  oldStart: number;
  newStart: number;
  lines: string[];
}

/** Parses the hunks of a transcript; malformed ones are left out. */
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

/** The number of context lines around a change. */
const CONTEXT = 3;
/** The search for the smallest diff is quadratic: beyond this many changed lines it would block the window. */
const MOST_EDITS = 400;

/** Computes the hunks between two texts, for calls without recorded ones. */
export function hunksBetween(before: string, after: string): Hunk[] {
  const options = { context: CONTEXT, maxEditLength: MOST_EDITS };
  return structuredPatch('a', 'b', before, after, '', '', options)?.hunks ?? replaced(before, after);
}

/** One hunk from the first different line to the last one. */
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

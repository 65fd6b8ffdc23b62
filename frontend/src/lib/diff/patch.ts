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

/** Hunks of two texts, for calls that recorded none. */
export function hunksBetween(before: string, after: string): Hunk[] {
  return structuredPatch('a', 'b', before, after, '', '', { context: 3 }).hunks;
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

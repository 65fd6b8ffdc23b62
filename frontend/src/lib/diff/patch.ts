import { diffWordsWithSpace, structuredPatch } from 'diff';
import type { Json } from '../backend/types';

export interface DiffPart {
  text: string;
  mark: boolean;
}

export interface DiffLine {
  kind: 'same' | 'add' | 'del' | 'gap';
  old: number | null;
  new: number | null;
  parts: DiffPart[];
}

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

/** Lines ready to draw, with word marks where a line was changed into another. */
export function diffLines(hunks: readonly Hunk[]): DiffLine[] {
  const out: DiffLine[] = [];
  hunks.forEach((hunk, i) => {
    if (i > 0) out.push({ kind: 'gap', old: null, new: null, parts: [] });
    let oldAt = hunk.oldStart;
    let newAt = hunk.newStart;
    for (let l = 0; l < hunk.lines.length;) {
      const line = hunk.lines[l] ?? '';
      const sign = line[0];
      if (sign !== '-' && sign !== '+') {
        if (sign !== '\\')
          out.push({ kind: 'same', old: oldAt++, new: newAt++, parts: plain(line.slice(1)) });
        l++;
        continue;
      }
      const dels: string[] = [];
      const adds: string[] = [];
      while (hunk.lines[l]?.startsWith('-')) dels.push((hunk.lines[l++] ?? '').slice(1));
      while (hunk.lines[l]?.startsWith('+')) adds.push((hunk.lines[l++] ?? '').slice(1));
      const pairs = dels.length === adds.length ? dels.map((d, k) => words(d, adds[k] ?? '')) : [];
      dels.forEach((d, k) =>
        out.push({ kind: 'del', old: oldAt++, new: null, parts: pairs[k]?.del ?? plain(d) }),
      );
      adds.forEach((a, k) =>
        out.push({ kind: 'add', old: null, new: newAt++, parts: pairs[k]?.add ?? plain(a) }),
      );
    }
  });
  return out;
}

function plain(text: string): DiffPart[] {
  return [{ text, mark: false }];
}

function words(before: string, after: string): { del: DiffPart[]; add: DiffPart[] } | undefined {
  if (before.length + after.length > 2_000) return undefined;
  const parts = diffWordsWithSpace(before, after);
  const kept = parts.reduce((n, p) => n + (p.added || p.removed ? 0 : p.value.trim().length), 0);
  // Two lines that share little are two lines, not one line changed.
  if (kept * 3 < Math.max(before.trim().length, after.trim().length)) return undefined;
  return {
    del: parts.filter((p) => !p.added).map((p) => ({ text: p.value, mark: p.removed })),
    add: parts.filter((p) => !p.removed).map((p) => ({ text: p.value, mark: p.added })),
  };
}

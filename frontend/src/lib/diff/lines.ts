import { diffWordsWithSpace } from 'diff';
import type { Hunk } from './patch';

export interface DiffPart {
  text: string;
  mark: boolean;
}

export interface DiffLine {
  kind: 'same' | 'add' | 'del' | 'gap';
  old: number | null;
  new: number | null;
  parts: DiffPart[];
  /** Of a gap: its index (0 = before the first hunk), and the number of hidden lines if known. */
  gap?: { index: number; hidden: number | null };
}

/** The file before the edit, and the gaps to fill from it. */
export interface Context {
  lines: readonly string[];
  open: ReadonlySet<number>;
}

/**
 * Converts hunks to lines, with word marks in changed lines. There are gaps between hunks, and before the
 * first and after the last one if lines are known to be there; expanded gaps are filled from the file.
 */
export function diffLines(hunks: readonly Hunk[], context?: Context): DiffLine[] {
  const out: DiffLine[] = [];
  let oldAt = 1;
  let newAt = 1;
  hunks.forEach((hunk, i) => {
    const hidden = hunk.oldStart - oldAt;
    // Hunks without line numbers all start at line 1.
    if (hidden > 0 || i > 0) between(out, i, hidden > 0 ? hidden : null, oldAt, newAt, context);
    oldAt = hunk.oldStart;
    newAt = hunk.newStart;
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
  const rest = context ? context.lines.length - oldAt + 1 : 0;
  if (rest > 0) between(out, hunks.length, rest, oldAt, newAt, context);
  return out;
}

/** Appends a gap, or its lines if it is expanded. */
function between(
  out: DiffLine[],
  index: number,
  hidden: number | null,
  oldAt: number,
  newAt: number,
  context: Context | undefined,
): void {
  if (hidden === null || !context?.open.has(index)) {
    out.push({ kind: 'gap', old: null, new: null, parts: [], gap: { index, hidden } });
    return;
  }
  for (let k = 0; k < hidden; k++) {
    const text = context.lines[oldAt - 1 + k] ?? '';
    out.push({ kind: 'same', old: oldAt + k, new: newAt + k, parts: plain(text) });
  }
}

/** One row of the side-by-side view: the old line and the new one. */
export interface SplitRow {
  left: DiffLine | null;
  right: DiffLine | null;
}

/** Pairs removed lines with the added lines that follow them, in order. */
export function splitRows(lines: readonly DiffLine[]): SplitRow[] {
  const out: SplitRow[] = [];
  for (let i = 0; i < lines.length;) {
    const line = lines[i];
    if (!line) break;
    if (line.kind === 'same' || line.kind === 'gap') {
      out.push({ left: line, right: line });
      i++;
      continue;
    }
    const dels: DiffLine[] = [];
    const adds: DiffLine[] = [];
    for (; lines[i]?.kind === 'del'; i++) dels.push(lines[i] as DiffLine);
    for (; lines[i]?.kind === 'add'; i++) adds.push(lines[i] as DiffLine);
    for (let k = 0; k < Math.max(dels.length, adds.length); k++)
      out.push({ left: dels[k] ?? null, right: adds[k] ?? null });
  }
  return out;
}

function plain(text: string): DiffPart[] {
  return [{ text, mark: false }];
}

function words(before: string, after: string): { del: DiffPart[]; add: DiffPart[] } | undefined {
  if (before.length + after.length > 2_000) return undefined;
  const parts = diffWordsWithSpace(before, after);
  const kept = parts.reduce((n, p) => n + (p.added || p.removed ? 0 : p.value.trim().length), 0);
  // Lines with little in common are shown as two lines, not as one changed line.
  if (kept * 3 < Math.max(before.trim().length, after.trim().length)) return undefined;
  return {
    del: parts.filter((p) => !p.added).map((p) => ({ text: p.value, mark: p.removed })),
    add: parts.filter((p) => !p.removed).map((p) => ({ text: p.value, mark: p.added })),
  };
}

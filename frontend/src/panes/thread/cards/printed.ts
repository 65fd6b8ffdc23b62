/** The kind of an output line: part of a diff, or a line that reports a failure. */
export type LineKind = 'plain' | 'bad' | 'add' | 'del' | 'hunk' | 'file';

/** Consecutive lines of one kind, each with its line break. */
export interface Run {
  kind: LineKind;
  text: string;
}

const HUNK = /^@@ -\d+(?:,(\d+))? \+\d+(?:,(\d+))? @@/;
const HEAD =
  /^(diff --git |index [0-9a-f]+\.\.|(new|deleted) file mode |(old|new) mode |similarity index |rename (from|to) |--- |\+\+\+ |Binary files )/;
const FAILED =
  /\b(errors?|fatal|panic(ked)?|exceptions?|failed|failures?|fails?|denied|refused|aborted|cannot|can't|could not|no such file|not found|undefined|unexpected|segmentation fault)\b|[a-z](Error|Exception)\b|^\s*([✗✘×✖]|E\s{2,})/i;
/** Zero counts of failures, which report success. */
const PASSED =
  /\b(0|no|without) (errors?|failures?|failed|warnings and errors)\b|\b(errors?|failures?|failed)[:=] ?0\b/i;
/** A failed output of at most so many lines is marked as a whole. */
const SHORT = 3;

/** Classifies the lines of an output. Diff lines are counted by their hunks, so that a list with dashes is no diff. */
export function printed(text: string, failed: boolean): Run[] {
  const lines = text.split('\n');
  const kinds = diffKinds(lines);
  if (failed) {
    lines.forEach((line, i) => {
      if (kinds[i] === 'plain' && FAILED.test(line) && !PASSED.test(line)) kinds[i] = 'bad';
    });
    if (!kinds.includes('bad') && lines.length <= SHORT) kinds.fill('bad');
  }
  const runs: Run[] = [];
  lines.forEach((line, i) => {
    const kind = kinds[i] ?? 'plain';
    const last = runs.at(-1);
    if (last?.kind === kind) last.text += `${line}\n`;
    else runs.push({ kind, text: `${line}\n` });
  });
  return runs;
}

function diffKinds(lines: readonly string[]): LineKind[] {
  let before = 0;
  let after = 0;
  let inDiff = false;
  return lines.map((line, i): LineKind => {
    if (before > 0 || after > 0) {
      if (line.startsWith('\\')) return 'file';
      if (!line.startsWith('+')) before--;
      if (!line.startsWith('-')) after--;
      return line.startsWith('+') ? 'add' : line.startsWith('-') ? 'del' : 'plain';
    }
    const hunk = HUNK.exec(line);
    if (hunk) {
      before = Number(hunk[1] ?? 1);
      after = Number(hunk[2] ?? 1);
      inDiff = true;
      return 'hunk';
    }
    const opens =
      line.startsWith('diff --git ') || (line.startsWith('--- ') && lines[i + 1]?.startsWith('+++ '));
    inDiff = opens === true || (inDiff && HEAD.test(line));
    return inDiff ? 'file' : 'plain';
  });
}

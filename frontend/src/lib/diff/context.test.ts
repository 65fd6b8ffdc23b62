import { expect, it } from 'vitest';
import { diffLines, splitRows, type DiffLine } from './lines';
import { hunksBetween } from './patch';
import { paint, sideText } from './paint';

const draw = (lines: readonly DiffLine[]) =>
  lines.map((l) =>
    l.gap
      ? `~${l.gap.index}:${l.gap.hidden ?? '?'}`
      : `${l.old ?? ''}:${l.new ?? ''} ${l.parts.map((p) => p.text).join('')}`,
  );

const before = Array.from({ length: 30 }, (_, i) => `line ${i + 1}`);
const after = before.flatMap((l, i) => (i === 9 ? [`${l}!`, 'more'] : i === 24 ? [] : [l]));
const hunks = hunksBetween(before.join('\n'), after.join('\n'));

it('says how many lines stand before and between the hunks', () => {
  expect(draw(diffLines(hunks)).filter((l) => l.startsWith('~'))).toEqual(['~0:6', '~1:8']);
});

it('opens one gap and leaves the others', () => {
  const lines = draw(diffLines(hunks, { lines: before, open: new Set([1]) }));
  expect(lines.filter((l) => l.startsWith('~'))).toEqual(['~0:6', '~2:2']);
  expect(lines).toContain('15:16 line 15');
});

it('shows the whole file on both sides when every gap is open', () => {
  const lines = diffLines(hunks, { lines: before, open: new Set([0, 1, 2]) });
  expect(sideText(lines, 'old')).toBe(before.join('\n'));
  expect(sideText(lines, 'new')).toBe(after.join('\n'));
  expect(
    lines.filter((l) => l.kind === 'same').every((l) => before[(l.old ?? 0) - 1] === after[(l.new ?? 0) - 1]),
  ).toBe(true);
});

it('sets removed lines beside the added ones', () => {
  const rows = splitRows(diffLines(hunksBetween('a\nb\nc\n', 'a\nB\nB2\nc\n')));
  const side = (l: DiffLine | null) => l?.parts.map((p) => p.text).join('') ?? '·';
  expect(rows.map((r) => `${side(r.left)} | ${side(r.right)}`)).toEqual([
    'a | a',
    'b | B',
    '· | B2',
    'c | c',
  ]);
});

it('lays the colours of both sides under the word marks', () => {
  const lines = diffLines(hunksBetween('x = one + two\n', 'x = one + three\n'));
  // The word before the equals sign is coloured on the old side, the last one on the new side.
  const painted = paint(lines, [[0, 1, 0]], [[8, 7, 1]]);
  expect(painted.map((parts) => parts.map((p) => `${p.mark ? '«' : ''}${p.text}/${p.tok}`))).toEqual([
    ['x/tok-keyword', ' = one + /', '«two/'],
    ['x = one /', '+ /tok-string', '«three/tok-string'],
  ]);
});

it('carries a token over the ends of lines', () => {
  const lines = diffLines(hunksBetween('a\n', 'one\ntwo\nthree\n'));
  const added = paint(lines, [], [[1, 8, 4]]).filter((_, i) => lines[i]?.kind === 'add');
  expect(added.map((parts) => parts.map((p) => `${p.text}/${p.tok === '' ? '-' : 'c'}`).join(' '))).toEqual([
    'o/- ne/c',
    'two/c',
    't/c hree/-',
  ]);
});

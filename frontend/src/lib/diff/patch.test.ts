import { expect, it } from 'vitest';
import { diffLines } from './lines';
import { diffStat, hunksBetween, hunksOf } from './patch';

const art = (before: string, after: string) =>
  diffLines(hunksBetween(before, after)).map(
    (l) =>
      `${l.old ?? ''}:${l.new ?? ''} ${{ same: ' ', add: '+', del: '-', gap: '~' }[l.kind]}${l.parts.map((p) => (p.mark ? `«${p.text}»` : p.text)).join('')}`,
  );

it('numbers lines and marks the words that changed', () => {
  expect(art('a\nuse(auth, logging)\nz\n', 'a\nuse(auth, limit, logging)\nz\n')).toEqual([
    '1:1  a',
    '2: -use(auth, logging)',
    ':2 +use(auth, «limit, »logging)',
    '3:3  z',
  ]);
});

it('marks nothing in lines that share nothing', () => {
  expect(art('one two three\n', 'vier fünf\n')).toEqual(['1: -one two three', ':1 +vier fünf']);
});

it('puts a gap between hunks', () => {
  const before = Array.from({ length: 30 }, (_, i) => `line ${i}`);
  const after = before.map((l, i) => (i === 2 || i === 27 ? `${l}!` : l));
  expect(art(before.join('\n'), after.join('\n')).filter((l) => l.includes('~'))).toHaveLength(1);
});

it('reads recorded hunks and leaves out what is malformed', () => {
  const hunks = hunksOf([
    { oldStart: 3, newStart: 4, lines: [' a', '-b', 7, '+c', '\\ No newline at end of file'] },
    null,
    'x',
    {},
  ]);
  expect(hunks).toHaveLength(1);
  expect(diffStat(hunks)).toEqual({ added: 1, removed: 1 });
  expect(diffLines(hunks).map((l) => [l.kind, l.old, l.new])).toEqual([
    ['gap', null, null],
    ['same', 3, 4],
    ['del', 4, null],
    ['add', null, 5],
  ]);
  expect(hunksOf('no')).toEqual([]);
});

it('does not look for the least change of texts that have little in common', () => {
  const lines = (word: string) => Array.from({ length: 5_000 }, (_, i) => `${word} ${String(i)}`);
  const text = (word: string) => ['a', 'b', 'c', 'd', ...lines(word), 'y', 'z', ''].join('\n');
  const [hunk, ...others] = hunksBetween(text('old'), text('new'));
  expect(others).toEqual([]);
  expect([hunk?.oldStart, hunk?.newStart]).toEqual([2, 2]);
  expect(hunk?.lines.slice(0, 4)).toEqual([' b', ' c', ' d', '-old 0']);
  expect(hunk?.lines.slice(-3)).toEqual(['+new 4999', ' y', ' z']);
  expect(diffStat(hunk ? [hunk] : [])).toEqual({ added: 5_000, removed: 5_000 });
});

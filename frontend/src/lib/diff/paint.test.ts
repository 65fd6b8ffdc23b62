import { describe, expect, it } from 'vitest';
import type { Token } from '../highlight/protocol';
import { tokenClass } from '../highlight/protocol';
import { diffLines, splitRows } from './lines';
import { paint, sideText } from './paint';
import { hunksBetween } from './patch';

const lines = (before: string, after: string) => diffLines(hunksBetween(before, after));
const token = (at: number, length: number, kind = 0): Token => [at, length, kind];
const painted = (before: string, after: string, old: Token[], fresh: Token[]) =>
  paint(lines(before, after), old, fresh).map((parts) =>
    parts.map(({ text, mark, tok }) => `${mark ? '*' : ''}${tok === '' ? '' : '#'}${text}`).join('|'),
  );

describe('a side of a diff', () => {
  it('reads as the file did', () => {
    const of = lines('a\nold\nz\n', 'a\nnew\nnewer\nz\n');
    expect(sideText(of, 'old')).toBe('a\nold\nz');
    expect(sideText(of, 'new')).toBe('a\nnew\nnewer\nz');
  });
});

describe('colours', () => {
  it('lie under the words of the line that they are of', () => {
    // old side "a\nlet x\nz", new side "a\nlet y\nz"
    expect(painted('a\nlet x\nz\n', 'a\nlet y\nz\n', [token(2, 3)], [token(2, 3), token(8, 1)])).toEqual([
      'a',
      '#let| |*x',
      '#let| |*y',
      '#z',
    ]);
  });

  it('of several lines go on in the next, and on each side by itself', () => {
    // A comment over all lines of the new side, none on the old one.
    expect(painted('a\nb\nc\n', 'a\nB\nc\n', [], [token(0, 5)])).toEqual(['#a', 'b', '#B', '#c']);
  });

  it('leave out what they leave out', () => {
    expect(painted('x\n', 'one two\n', [], [token(4, 3)])).toEqual(['x', 'one |#two']);
    expect(painted('x\n', 'y\n', [], [])).toEqual(['x', 'y']);
  });

  it('split where a marked word begins within one', () => {
    const parts = paint(lines('aa bb cc\n', 'aa bx cc\n'), [], [token(0, 8, 1)]).at(-1) ?? [];
    expect(parts.map(({ text }) => text).join('')).toBe('aa bx cc');
    expect(new Set(parts.map(({ tok }) => tok))).toEqual(new Set([tokenClass(token(0, 8, 1))]));
    expect(parts.some(({ mark }) => mark)).toBe(true);
  });

  it('never lose a letter, whatever tokens there are', () => {
    const of = lines('let a = 1\nsame\nlet b = 2\n', 'let a = 10\nsame\nconst b = 2\nmore\n');
    const text = sideText(of, 'new');
    for (let step = 1; step < 9; step++) {
      const tokens = Array.from({ length: Math.ceil(text.length / step) }, (_, i) =>
        token(i * step, step, i % 3),
      );
      const out = paint(of, tokens, tokens).map((parts) => parts.map(({ text }) => text).join(''));
      expect(out).toEqual(of.map((line) => line.parts.map(({ text }) => text).join('')));
    }
  });
});

it('two columns put what was removed beside what came for it', () => {
  const rows = splitRows(lines('a\nb\nc\nz\n', 'a\nB\nz\nnew\n'));
  const say = (row: (typeof rows)[number]) =>
    [row.left, row.right].map((line) => line?.parts.map(({ text }) => text).join('') ?? '·').join(' | ');
  expect(rows.map(say)).toEqual(['a | a', 'b | B', 'c | ·', 'z | z', '· | new']);
});

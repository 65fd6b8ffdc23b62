import { describe, expect, it } from 'vitest';
import type { Row, Segment, Skeleton } from '../../lib/backend/types';
import { commonPart, sideBySide, sideOf } from './compare';

const turn = (row: number, text: string) => ({ row, text, time: '', tokens: 10, ms: 1000 });
const branch = (segments: [number, string][], turns: number[], total: number): Skeleton => ({
  session: 's',
  tip: 't',
  total,
  seq: 1,
  rows: [],
  splits: [],
  turns: turns.map((row) => turn(row, `asked at ${row}`)),
  segments: segments.map(([row, id]) => ({ row, id })),
});
const tool = (turn: number, name: string, file: string, status: 'ok' | 'error' = 'ok'): Row => ({
  kind: 'tool',
  uuid: '',
  time: '',
  index: 0,
  turn,
  tool: { id: '', name, status, input: { file_path: file }, result: '', images: 0 },
});
const leaf = { id: 'leaf', session: 's', tip: 't' } as Segment;

describe('where two branches part', () => {
  const a = branch(
    [
      [0, 'root'],
      [4, 'left'],
    ],
    [0, 2, 4],
    6,
  );

  it('after the last segment that both go through', () => {
    const b = branch(
      [
        [0, 'root'],
        [4, 'right'],
        [8, 'later'],
      ],
      [0, 2, 4, 8],
      9,
    );
    expect(commonPart(a, b)).toEqual({ turns: 2, text: 'asked at 2', rows: [4, 4] });
  });

  it('at the end of the one that the other goes on from', () => {
    expect(commonPart(branch([[0, 'root']], [0, 2], 4), a)).toEqual({
      turns: 2,
      text: 'asked at 2',
      rows: [4, 4],
    });
  });

  it('at once where nothing is shared', () => {
    expect(commonPart(a, branch([[0, 'other']], [0], 2))).toEqual({ turns: 0, text: '', rows: [0, 0] });
  });

  it('adds up what came after', () => {
    const rows = [tool(2, 'Edit', '/a.go'), tool(2, 'Read', '/a.go'), tool(2, 'Write', '/b.go', 'error')];
    const side = sideOf(leaf, a, 3, rows);
    expect(side.turns).toEqual([
      { number: 3, row: 4, text: 'asked at 4', time: '', tokens: 10, ms: 1000, tools: 3 },
    ]);
    expect([side.tokens, side.ms, side.failed, side.cut]).toEqual([10, 1000, 1, false]);
    expect([...side.files]).toEqual([['/a.go', { reads: 1, writes: 1 }]]);
    expect(sideOf(leaf, a, 0, rows).cut).toBe(true);
  });

  it('puts two lists beside each other by name', () => {
    const lines = sideBySide(new Map([['b', 1]]), new Map([...[['a', 2]], ['b', 3]] as [string, number][]));
    expect(lines).toEqual([
      { name: 'a', sides: [undefined, 2] },
      { name: 'b', sides: [1, 3] },
    ]);
  });
});

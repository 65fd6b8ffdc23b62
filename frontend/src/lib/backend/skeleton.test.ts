import { expect, it } from 'vitest';
import wire from '../../../../testdata/wire/thread.json';
import more from '../../../../testdata/wire/turns.json';
import { skeletonFrom, turnsFrom, type SkeletonWire } from './skeleton';
import { Turns } from './turns';
import { Flag } from './types';

const sent = wire as unknown as SkeletonWire;
const infos = (turns: Turns) => turns.rows.map((_, i) => turns.at(i));

it('reads rows that come packed', () => {
  const { rows, turns, total, segments, splits } = skeletonFrom(sent);
  expect([rows.length, rows.kindOf(0), rows.kindOf(1)]).toEqual([total, 'prompt', 'reply']);
  // As in the file, in quotes.
  expect([rows.lines[0], rows.chars[0]]).toEqual([1, '"Add a rate limiter"'.length]);
  expect(segments?.every(({ row }) => rows.has(row, Flag.segment))).toBe(true);
  expect(splits.every(({ row }) => rows.has(row, Flag.split))).toBe(true);
  expect(turns.rows.map((row) => rows.turns[row])).toEqual(turns.rows.map((_, i) => i + 1));
  expect(rows.records.every((record) => record >= 0)).toBe(true);
});

it('reads turns that come column by column', () => {
  const { turns } = skeletonFrom(sent);
  expect(turns.length).toBeGreaterThan(2);
  expect(turns.at(0)).toMatchObject({ text: 'Add a rate limiter', gitBranch: 'main' });
  const times = infos(turns).map((turn) => turn?.time);
  expect(times).toEqual([...times].sort());
  expect(times[0]).toMatch(/^2026-11-03T09:0\d:\d\d\.\d{3}Z$/);
  expect(infos(turns).every((turn) => (turn?.ms ?? 0) > 0)).toBe(true);
  expect(turns.at(0)?.model).toMatch(/^claude-/);
  expect(infos(turns).every((turn) => (turn?.context ?? 0) > 0 && turn?.window === 200_000)).toBe(true);
  expect(turnsFrom(more)).toEqual(infos(turns).slice(1, 3));
});

it('has no time where none was recorded, and goes on with the next one', () => {
  const times = [86_400_000, -86_400_000, 172_800_000];
  expect(turnsFrom({ ...sent.turns, texts: ['', '', ''], times }).map((turn) => turn.time)).toEqual([
    '1970-01-02T00:00:00.000Z',
    '',
    '1970-01-03T00:00:00.000Z',
  ]);
});

it('keeps what is known of turns that a thread goes on with, but for the last', () => {
  const turn = (row: number) => ({ row, text: `turn ${row}`, time: '' });
  const before = Turns.of([0, 2, 4, 6].map(turn));
  const after = new Turns([0, 2, 5, 6, 8]);
  after.inherit(before, 7);
  expect(infos(after).map((known) => known?.text)).toEqual([
    'turn 0',
    'turn 2',
    undefined,
    undefined,
    undefined,
  ]);
  const grown = new Turns([0, 2, 4, 6, 8]);
  grown.inherit(before, 8);
  expect(infos(grown).map((known) => known?.text)).toEqual([
    'turn 0',
    'turn 2',
    'turn 4',
    undefined,
    undefined,
  ]);
});

it('adds the rows that came to those that it has', () => {
  const whole = skeletonFrom(sent);
  // What the engine sends of it after eight rows: the differences are to the row before.
  const rows = [...Array(sent.total - 8).keys()].map((i) => i + 8);
  const bytes: number[] = [];
  const varint = (value: number) => {
    for (; value >= 128; value = Math.floor(value / 128)) bytes.push((value % 128) + 128);
    bytes.push(value);
  };
  const difference = (by: number) => varint(by < 0 ? -2 * by - 1 : 2 * by);
  const { kinds, flags, lines, chars, records, turns } = whole.rows;
  for (const row of rows) {
    const of = (column: ArrayLike<number>, at = row) => column[at] ?? 0;
    const by = of(turns) - of(turns, row - 1);
    const begins = whole.turns.rows.includes(row);
    bytes.push(of(kinds) | (by === 0 ? 0 : 8) | (begins ? 16 : 0), of(flags));
    varint(of(lines));
    varint(of(chars));
    difference(of(records) - of(records, row - 1));
    if (by !== 0) difference(by);
  }
  const packed = btoa(String.fromCharCode(...bytes));
  const grown = skeletonFrom({ ...sent, from: 8, rows: packed }, whole);
  expect(grown.rows).toEqual(whole.rows);
  expect(grown.turns.rows).toEqual(whole.turns.rows);
});

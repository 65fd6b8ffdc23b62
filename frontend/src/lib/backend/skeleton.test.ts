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

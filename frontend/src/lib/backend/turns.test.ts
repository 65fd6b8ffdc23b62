import { expect, it } from 'vitest';
import wire from '../../../../testdata/wire/thread.json';
import { skeletonFrom, type SkeletonWire } from './turns';

const sent = wire as unknown as SkeletonWire;

it('reads turns that come column by column', () => {
  const { turns, total } = skeletonFrom(sent);
  expect(turns).toHaveLength(sent.turns.rows.length);
  expect(turns[0]).toMatchObject({ row: 0, text: 'Add a rate limiter', gitBranch: 'main' });
  const times = turns.map((turn) => turn.time);
  expect(times).toEqual([...times].sort());
  expect(times[0]).toMatch(/^2026-11-03T09:0\d:\d\d\.\d{3}Z$/);
  expect(turns.every((turn) => turn.row < total && (turn.ms ?? 0) > 0)).toBe(true);
  expect(turns[0]?.model).toMatch(/^claude-/);
});

it('has no time where none was recorded, and goes on with the next one', () => {
  const none = { ...sent.turns, rows: [0, 2, 4], times: [86_400_000, -86_400_000, 172_800_000] };
  expect(skeletonFrom({ ...sent, turns: none }).turns.map((turn) => turn.time)).toEqual([
    '1970-01-02T00:00:00.000Z',
    '',
    '1970-01-03T00:00:00.000Z',
  ]);
});

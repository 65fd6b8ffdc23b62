import { describe, expect, it } from 'vitest';
import type { Segment, TurnInfo } from '../../lib/backend/types';
import { thousands } from '../../lib/text';
import { contextAfter, goesOn, idleBefore, took } from './between';

const turn = (time: string, more: Partial<TurnInfo> = {}): TurnInfo => ({ text: '', time, ...more });
const at = (minutes: number) => new Date(Date.UTC(2026, 10, 1, 9) + minutes * 60_000).toISOString();

describe('how long nothing happened before a turn', () => {
  it.each([
    [29, ''],
    [30, '30 minutes later'],
    [89, '89 minutes later'],
    [91, '2 hours later'],
    [35 * 60, '35 hours later'],
    [36 * 60, '2 days later'],
    [10 * 24 * 60, '10 days later'],
    [-60, ''],
  ])('%d minutes: %s', (minutes, said) => {
    expect(idleBefore(turn(at(0)), turn(at(minutes)))).toBe(said);
  });

  it('leaves out what the turn before took', () => {
    expect(idleBefore(turn(at(0), { ms: 50 * 60_000 }), turn(at(60)))).toBe('');
    expect(idleBefore(turn(at(0), { ms: 20 * 60_000 }), turn(at(60)))).toBe('40 minutes later');
  });

  it('says nothing of what is not known', () => {
    expect([
      idleBefore(undefined, turn(at(60))),
      idleBefore(turn(at(0)), undefined),
      idleBefore(turn(''), turn(at(60))),
    ]).toEqual(['', '', '']);
  });
});

it.each([
  ['resume', 'resumed as 0f4522e6'],
  ['fork', 'forked as 0f4522e6'],
  ['rewind', 'rewound'],
  ['root', ''],
])('says how a node goes on: %s', (edge, said) => {
  const segment = { edge, session: '0f4522e6-1111-4222-8333-444455556666' } as unknown as Segment;
  expect(goesOn(segment)).toBe(said);
  expect(goesOn(null)).toBe('');
});

it('says what a turn took, where that is worth a word', () => {
  expect(took(turn('', { ms: 130_000, tokens: 3_100 }), thousands)).toBe('2 m 10 s · 3.1k new tokens');
  expect(took(turn('', { ms: 900 }), thousands)).toBe('');
  expect(took(turn('', { tokens: 12 }), thousands)).toBe('12 new tokens');
});

it('says how full the context is after a turn, as far as that is known', () => {
  expect(contextAfter(turn('', { context: 84_000, window: 200_000 }), thousands)).toBe(
    'Context: 84k of 200k tokens (42%)',
  );
  expect(contextAfter(turn('', { context: 84_000 }), thousands)).toBe('Context: 84k tokens');
  expect(contextAfter(turn('', { window: 200_000 }), thousands)).toBe('');
});

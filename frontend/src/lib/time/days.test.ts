import { describe, expect, it } from 'vitest';
import { clock, dateOf, dayName } from './relative';
import { keptFor, shownOf } from '../text';

const now = new Date(2026, 10, 20, 0, 30).getTime();
const at = (...parts: [number, number, number, number?, number?]) => new Date(...parts);

describe('the day of a group', () => {
  it.each([
    [at(2026, 10, 20, 0, 0), 'Today'],
    [at(2026, 10, 19, 23, 59), 'Yesterday'],
    [at(2026, 10, 18, 23, 59), 'Wed 18 Nov'],
    [at(2025, 10, 20, 12), 'Thu, 20 Nov 2025'],
    [at(2026, 2, 29, 12), 'Sun 29 Mar'],
  ])('%s is %s', (day, name) => {
    expect(dayName(day.toISOString(), now)).toBe(name);
  });

  it('is none where there is no date', () => {
    expect([dayName('', now), clock('')]).toEqual(['No date', '']);
  });

  it('has its year where that is another', () => {
    expect([dateOf(at(2026, 0, 1).getTime(), now), dateOf(at(2024, 11, 31).getTime(), now)]).toEqual([
      '1 Jan',
      '31 Dec 2024',
    ]);
    expect(clock(at(2026, 0, 1, 9, 5).toISOString())).toBe('09:05:00');
  });
});

describe('words', () => {
  it.each([
    ['default', 'default'],
    ['user', 'user settings: ~/s.json'],
    ['project', 'project settings: ~/s.json'],
    ['local', 'local project settings: ~/s.json'],
    ['managed', 'managed settings: ~/s.json'],
  ] as const)('say why sessions are kept: %s', (scope, why) => {
    expect(keptFor({ days: 30, scope, file: '~/s.json' })).toBe(
      `Claude Code keeps sessions for 30 days (${why})`,
    );
  });

  it('offer no button for three more lines', () => {
    expect([shownOf(10, 10), shownOf(13, 10), shownOf(14, 10), shownOf(0, 10)]).toEqual([10, 13, 10, 0]);
  });
});

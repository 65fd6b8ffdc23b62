import { expect, it } from 'vitest';
import { absoluteTime, age, clockOf, dayOf, newDay, timeOfDay } from './relative';

const now = new Date(2026, 10, 20, 14, 2).getTime();
const at = (...parts: [number, number, number, number?, number?]) => new Date(...parts).toISOString();

it('says how long ago it was', () => {
  const ago = (minutes: number) => age(new Date(now - minutes * 60_000).toISOString(), now);
  const day = 24 * 60;
  expect([-3, 1, 29, 90, 23 * 60, 3 * day, 15 * day, 90 * day, 800 * day].map(ago)).toEqual([
    'now',
    'now',
    '25 m',
    '1 h',
    '23 h',
    '3 d',
    '2 w',
    '22 Aug',
    'Sept 2024',
  ]);
  expect(age('', now)).toBe('');
});

it('says the time of day, and the day when it was another', () => {
  expect(timeOfDay(at(2026, 10, 20, 12, 5), now)).toBe('12:05');
  expect(timeOfDay(at(2026, 10, 3, 12, 5), now)).toBe('3 Nov 12:05');
  expect(timeOfDay('?', now)).toBe('');
});

it('says since when', () => {
  expect(dayOf(at(2026, 10, 3), now)).toBe('3 Nov');
  expect(dayOf(at(2026, 10, 20, 8, 0), now)).toBe('today, 08:00');
  expect(absoluteTime('nonsense')).toBe('');
});

it('says the day where it is another than before', () => {
  expect(newDay(at(2026, 10, 3, 12, 5), undefined, now)).toBe('3 Nov');
  expect(newDay(at(2026, 10, 3, 18, 40), at(2026, 10, 3, 12, 5), now)).toBe('');
  expect(newDay(at(2026, 10, 4, 0, 1), at(2026, 10, 3, 23, 59), now)).toBe('4 Nov');
  expect(newDay('?', undefined, now)).toBe('');
  expect(clockOf(at(2026, 10, 3, 18, 40))).toBe('18:40');
});

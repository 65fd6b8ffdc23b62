import { expect, it } from 'vitest';
import { absoluteTime, clockOrDay, dayOf, relativeTime, timeOfDay } from './relative';

const now = new Date(2026, 10, 20, 14, 2).getTime();
const at = (...parts: [number, number, number, number?, number?]) => new Date(...parts).toISOString();

it('says times as short as can be', () => {
  expect(relativeTime(at(2026, 10, 20, 14, 1), now)).toBe('14:01');
  expect(relativeTime(new Date(now - 20_000).toISOString(), now)).toBe('now');
  expect(relativeTime(at(2026, 10, 20, 9, 5), now)).toBe('09:05');
  expect(relativeTime(at(2026, 10, 19, 23, 59), now)).toBe('Thu');
  expect(relativeTime(at(2026, 10, 14, 0, 1), now)).toBe('Sat');
  expect(relativeTime(at(2026, 10, 3), now)).toBe('3 Nov');
  expect(relativeTime(at(2025, 10, 3), now)).toBe('3 Nov 2025');
  expect(relativeTime('', now)).toBe('');
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

it('says the day of the first in a list, the time of those that follow on that day', () => {
  expect(clockOrDay(at(2026, 10, 3, 12, 5), undefined)).toBe('3 Nov');
  expect(clockOrDay(at(2026, 10, 3, 18, 40), at(2026, 10, 3, 12, 5))).toBe('18:40');
  expect(clockOrDay(at(2026, 10, 4, 0, 1), at(2026, 10, 3, 23, 59))).toBe('4 Nov');
  expect(clockOrDay('?', undefined)).toBe('');
});

import { expect, it } from 'vitest';
import { localeOf } from './locale';

it.each([
  ['en', ['en-GB', 'de'], { language: 'en', locale: 'en-GB' }],
  ['de', ['en-US', 'de-CH'], { language: 'de', locale: 'de-CH' }],
  ['ja', ['en-US', 'C'], { language: 'ja', locale: 'ja' }],
  ['', ['de'], { language: 'en', locale: 'en' }],
  ['xx', [], { language: 'en', locale: 'en' }],
])('a page served in "%s" on a system of %j has %j', (served, preferred, expected) => {
  expect(localeOf(served, preferred)).toEqual(expected);
});

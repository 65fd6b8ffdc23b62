import { expect, it } from 'vitest';
import {
  filtersOf,
  isExact,
  setFilters,
  toggleValue,
  toggleWord,
  valuesOf,
  withFilter,
  withoutFilters,
  wordsOf,
} from './chips';

it('takes quotes and slashes as one word', () => {
  expect(wordsOf('token "rate  limit" -in:tools /a b\\/c/ project:"my app" x')).toEqual([
    'token',
    '"rate  limit"',
    '-in:tools',
    '/a b\\/c/',
    'project:"my app"',
    'x',
  ]);
  expect(wordsOf('/usr/local bin')).toEqual(['/usr/local', 'bin']);
  expect(wordsOf('"open end')).toEqual(['"open end']);
  expect(wordsOf('  ')).toEqual([]);
});

it('adds values to a list, and takes them out', () => {
  expect(toggleValue('bucket', 'in', 'prompts')).toBe('bucket in:prompts');
  expect(toggleValue('bucket in:prompts', 'in', 'replies')).toBe('bucket in:prompts,replies');
  expect(toggleValue('in:prompts,replies bucket', 'in', 'prompts')).toBe('in:replies bucket');
  expect(toggleValue('bucket in:replies', 'in', 'replies')).toBe('bucket');
});

it('leaves alone what is not the filter', () => {
  expect(valuesOf('-in:tools "in:quoted" in:titles', 'in')).toEqual(['titles']);
  expect(withFilter('"a after:7d b" after:30d', 'after', '7d')).toBe('"a after:7d b" after:7d');
  expect(withFilter('x after:30d', 'after', null)).toBe('x');
});

it('has a chip for every filter: its own, or one that names it', () => {
  const set = setFilters('x in:tools,titles after:7d is:failed is:superseded before:2026-11-23 tool:Bash');
  expect(set.map(({ label }) => label)).toEqual([
    'Tools',
    'Titles',
    '7 days',
    'Failed calls',
    'is:superseded',
    'before:2026-11-23',
    'tool:Bash',
  ]);
  expect(set[0]?.without).toBe('x in:titles after:7d is:failed is:superseded before:2026-11-23 tool:Bash');
  expect(set[6]?.without).toBe('x in:tools,titles after:7d is:failed is:superseded before:2026-11-23');
  expect(toggleWord('x is:leaf', 'is:failed')).toBe('x is:leaf is:failed');
  expect(toggleWord('x is:leaf is:failed', 'is:leaf')).toBe('x is:failed');
});

it('tells what is looked for from what narrows it', () => {
  const query = 'rate "in: quotes" in:prompts -tool:Bash http://x after:7d';
  expect(filtersOf(query)).toEqual(['in:prompts', '-tool:Bash', 'after:7d']);
  expect(withoutFilters(query)).toBe('rate "in: quotes" http://x');
});

it.each([
  ['"rate limit"', true],
  ['is:leaf after:7d', true],
  ['/lim.t/', true],
  ['0c5e8a1f-3b2d', true],
  ['rate limit is:leaf', false],
])('tells whether %s asks for exact matches', (query, exact) => {
  expect(isExact(query)).toBe(exact);
});

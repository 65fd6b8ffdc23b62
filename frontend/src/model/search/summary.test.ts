import { expect, it } from 'vitest';
import type { SearchResult } from '../../lib/backend/types';
import wire from '../../../../testdata/wire/search.json';
import { progressOf, summaryOf } from './summary';

const whole = wire as unknown as SearchResult;
const answer = (values: Partial<SearchResult>): SearchResult => ({ ...whole, ...values });
const hits = (n: number) => Array.from({ length: n }, () => whole.hits[0]).filter((hit) => hit !== undefined);
const part = { complete: false, total: null, looked: 170, blocks: 500 };

it('says how much was found, and how far that was looked for', () => {
  const summary = (values: Partial<SearchResult>, total: number | null, chats = 3) =>
    summaryOf(answer(values), total, chats);
  expect(summary({ hits: hits(12) }, 12)).toBe('12 matches in 3 chats');
  expect(summary({ hits: hits(50) }, 1204)).toBe('1,204 matches · Newest 50 shown');
  expect(summary({ hits: [] }, 0, 0)).toBe('0 matches');
  expect(summary({ ...part, hits: hits(1), counted: 1 }, null, 1)).toBe(
    '1 match in 1 chat so far · 34% searched',
  );
  expect(summary({ ...part, hits: hits(50), counted: 812 }, null)).toBe(
    '812 matches so far · Newest 50 shown · 34% searched',
  );
  expect(summary({ ...part, hits: [], counted: 0 }, null, 0)).toBe('Searching… · 34% searched');
  expect(summary({ ...part, problem: { from: 0, to: 1, message: 'no' } }, null)).toBe('');
});

it('says how many files have been searched while more are being read', () => {
  const reading = { scanned: false, files: 1204, filesOf: 2600 };
  expect(summaryOf(answer({ ...reading, hits: hits(2) }), 2, 1)).toBe(
    '2 matches in 1 chat so far · Searched 1,204 of 2,600 files',
  );
  expect(progressOf(answer({ ...part, ...reading }))).toBe('Searched 1,204 of 2,600 files');
  expect(progressOf(answer({ scanned: false, files: 9, filesOf: 9 }))).toBe('History is still being scanned');
  expect(progressOf(answer({}))).toBe('');
});

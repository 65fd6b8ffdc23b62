import { expect, it } from 'vitest';
import type { SearchResult } from '../../lib/backend/types';
import wire from '../../../../testdata/wire/search.json';
import { farOf, saidOf } from './said';

const whole = wire as unknown as SearchResult;
const answer = (values: Partial<SearchResult>): SearchResult => ({ ...whole, ...values });
const hits = (n: number) => Array.from({ length: n }, () => whole.hits[0]).filter((hit) => hit !== undefined);
const part = { complete: false, total: null, looked: 170, blocks: 500 };

it('says how much was found, and how far that was looked for', () => {
  const said = (values: Partial<SearchResult>, total: number | null, chats = 3) =>
    saidOf(answer(values), total, chats);
  expect(said({ hits: hits(12) }, 12)).toBe('12 hits in 3 chats');
  expect(said({ hits: hits(50) }, 1204)).toBe('1,204 hits, the newest 50 shown');
  expect(said({ hits: [] }, 0, 0)).toBe('0 hits');
  expect(said({ ...part, hits: hits(1), counted: 1 }, null, 1)).toBe(
    '1 hit so far in 1 chat · 34 % searched',
  );
  expect(said({ ...part, hits: hits(50), counted: 812 }, null)).toBe(
    '812 hits so far, the newest 50 shown · 34 % searched',
  );
  expect(said({ ...part, hits: [], counted: 0 }, null, 0)).toBe('Searching… 34 % searched');
  expect(said({ ...part, problem: { from: 0, to: 1, message: 'no' } }, null)).toBe('');
});

it('says how many files have been searched while more are being read', () => {
  const reading = { scanned: false, files: 1204, filesOf: 2600 };
  expect(saidOf(answer({ ...reading, hits: hits(2) }), 2, 1)).toBe(
    '2 hits so far in 1 chat · searched 1,204 of 2,600 files',
  );
  expect(farOf(answer({ ...part, ...reading }))).toBe('searched 1,204 of 2,600 files');
  expect(farOf(answer({ scanned: false, files: 9, filesOf: 9 }))).toBe('the history is still being read');
  expect(farOf(answer({}))).toBe('');
});

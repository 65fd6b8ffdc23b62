import { describe, expect, it } from 'vitest';
import {
  bytes,
  chatName,
  dollars,
  duration,
  firstLine,
  marked,
  middle,
  modelName,
  clientId,
  shortId,
  shortPath,
  thousands,
  unmarked,
} from './text';

describe('words for numbers', () => {
  it('measures', () => {
    expect([0, 999, 1500, 12_345, 3_200_000_000].map(bytes)).toEqual([
      '0 B',
      '999 B',
      '1.5 KB',
      '12 KB',
      '3.2 GB',
    ]);
    expect([7, 18_240, 156_000, 999_800].map(thousands)).toEqual(['7', '18.2k', '156k', '1M']);
  });
  it('times', () => {
    expect([40, 1_900, 9_990, 52_000, 221_000, 180_000, 7_260_000, 200_000_000, -1].map(duration)).toEqual([
      '40 ms',
      '1.9 s',
      '10 s',
      '52 s',
      '3 m 41 s',
      '3 m',
      '2 h 1 m',
      '2 d',
      '',
    ]);
  });
});

describe('names', () => {
  it('of models', () => {
    const names = [
      'claude-opus-4-5-20251101',
      'opus-4-5',
      'claude-3-7-sonnet-20250219',
      'claude-sonnet-4-20250514',
      '<synthetic>',
    ];
    expect(names.map(modelName)).toEqual(['opus 4.5', 'opus 4.5', 'sonnet 3.7', 'sonnet 4', '<synthetic>']);
  });
  it('of sessions', () => {
    expect(shortId('ce66e75e-0c1a-4b7e-9d4f-6a1b2c3d4e5f')).toBe('ce66e75e');
    expect(shortId('ce66e75e-0c1a-4b7e-9d4f-6a1b2c3d4e5f~2')).toBe('ce66e75e~2');
    expect(clientId('ce66e75e-0c1a-4b7e-9d4f-6a1b2c3d4e5f~2')).toBe('ce66e75e-0c1a-4b7e-9d4f-6a1b2c3d4e5f');
    expect(clientId('agent-notes')).toBe('agent-notes');
    expect(shortId('agent-notes')).toBe('agent-notes');
  });
  it('of long paths', () => {
    expect(middle('a/b', 10)).toBe('a/b');
    expect(middle('/very/long/path/to/a/file.go', 14)).toBe('/ver…a/file.go');
  });
  it('by their first line', () => {
    expect(firstLine('\n  \n  x \ny')).toBe('x');
    expect(firstLine('')).toBe('');
  });
});

describe('marks', () => {
  it('count runes, not units', () => {
    expect(
      marked('資料庫🌱ab', [
        [1, 2],
        [3, 5],
      ]),
    ).toEqual([
      { text: '資', hit: false },
      { text: '料', hit: true },
      { text: '庫', hit: false },
      { text: '🌱a', hit: true },
      { text: 'b', hit: false },
    ]);
  });
  it('bear ranges that are out of order or out of the text', () => {
    expect(
      marked('abc', [
        [2, 9],
        [0, 1],
      ]),
    ).toEqual([
      { text: 'ab', hit: false },
      { text: 'c', hit: true },
    ]);
    expect(marked('', [[0, 1]])).toEqual([]);
  });
});

describe('the name of a chat', () => {
  it('says what is there where nobody asked anything', () => {
    expect(chatName({ title: 'Token bucket', turns: 0, agents: 2 })).toBe('Token bucket');
    expect(chatName({ title: '', turns: 0, agents: 2 })).toBe('Agents only');
    expect(chatName({ title: '', turns: 1, agents: 2 })).toBe('Untitled');
    expect(chatName({ title: '', turns: 0, agents: 0 })).toBe('Untitled');
  });
});

it('says a line of Markdown without its marks', () => {
  expect(unmarked('## The `tide` is **high**: see [the chart](docs/chart.md)')).toBe(
    'The tide is high: see the chart',
  );
  expect(unmarked('hay[0](x y) of a * b, C#')).toBe('hay[0](x y) of a * b, C#');
});

it('says paths from the project on', () => {
  expect(shortPath('/a/b/c', '/a/')).toBe('b/c');
  expect(shortPath('/ab/c', '/a')).toBe('/ab/c');
  expect(shortPath('/a/b', '')).toBe('/a/b');
  expect(shortPath('C:\\a\\src\\b.cs', 'C:\\a')).toBe('src\\b.cs');
});

it('dollars are to the cent, and a trace of one is said', () => {
  expect(dollars(0)).toBe('$0.00');
  expect(dollars(0.001)).toBe('< $0.01');
  expect(dollars(1234.5)).toBe('$1,234.50');
});

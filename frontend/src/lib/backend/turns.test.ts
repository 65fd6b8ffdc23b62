import { describe, expect, it } from 'vitest';
import { Turns } from './turns';

const info = (text: string) => ({ text, time: '' });
const rows = (n: number) => Array.from({ length: n }, (_, i) => i * 10);

describe('the turns of a thread', () => {
  it('are asked for by pages, each once', () => {
    const turns = new Turns(rows(450));
    expect(turns.missing(190, 210)).toEqual([
      { from: 0, count: 200 },
      { from: 200, count: 200 },
    ]);
    expect(turns.missing(0, 399), 'they are on their way').toEqual([]);
    expect(turns.missing(400, 9_999), 'the last page is shorter').toEqual([{ from: 400, count: 50 }]);
    expect(new Turns([]).missing(0, 10)).toEqual([]);
    expect(new Turns(rows(3)).missing(-5, 1)).toEqual([{ from: 0, count: 3 }]);
  });

  it('are asked for again where a page did not come', () => {
    const turns = new Turns(rows(300));
    turns.missing(0, 299);
    turns.failed(200);
    expect(turns.missing(0, 299)).toEqual([{ from: 200, count: 100 }]);
  });

  it('are not asked for where they are known', () => {
    const turns = Turns.of([
      { row: 0, ...info('one') },
      { row: 4, ...info('two') },
    ]);
    expect([turns.at(1)?.text, turns.at(2), turns.missing(0, 1)]).toEqual(['two', undefined, []]);
    turns.take(1, [info('two, changed')]);
    expect(turns.at(1)?.text).toBe('two, changed');
  });

  it('keep what was known of those that end before a row, where they begin at the same rows', () => {
    const before = new Turns([0, 10, 20, 30]);
    before.take(0, ['a', 'b', 'c', 'd'].map(info));
    const grown = new Turns([0, 10, 20, 30, 40]);
    grown.inherit(before, 35);
    expect([0, 1, 2, 3, 4].map((i) => grown.at(i)?.text)).toEqual(['a', 'b', 'c', undefined, undefined]);
    const moved = new Turns([0, 12, 20, 30]);
    moved.take(2, [info('its own')]);
    moved.inherit(before, 1_000);
    expect([0, 1, 2, 3].map((i) => moved.at(i)?.text)).toEqual(['a', undefined, 'its own', undefined]);
  });
});

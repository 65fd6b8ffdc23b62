import { describe, expect, it } from 'vitest';
import wire from '../../../../testdata/wire/search.json';
import { followedSearch } from './following';
import type { SearchResult } from './types';

const whole = wire as unknown as SearchResult;

/** An engine that answers from a list, one for every request for hits. */
function engine(answers: (Partial<SearchResult> | Error)[]) {
  const asked: URL[] = [];
  const ask = <T>(path: string, signal?: AbortSignal): Promise<T> => {
    if (signal?.aborted) return Promise.reject(new DOMException('aborted', 'AbortError'));
    const url = new URL(path, 'http://engine');
    asked.push(url);
    if (url.pathname.endsWith('/end')) return Promise.resolve({} as T);
    const next = answers.shift();
    if (next instanceof Error) return Promise.reject(next);
    if (!next) return new Promise(() => undefined);
    return Promise.resolve({ ...whole, complete: false, total: null, ...next } as T);
  };
  const of = (name: string) => asked.map((url) => url.searchParams.get(name));
  return { ask, asked, of };
}

describe('a search that is followed', () => {
  it('asks until it is complete, each time for what comes after', async () => {
    const { ask, of } = engine([
      { seen: 1, counted: 3 },
      { seen: 4, counted: 90 },
      { complete: true, total: 120 },
    ]);
    const told: number[] = [];
    const search = followedSearch(ask, 'w');
    const result = await search('a b', { chat: 'c', tip: '' }, 50, (part) => told.push(part.counted));
    expect(told).toEqual([3, 90]);
    expect(result.total).toBe(120);
    expect(of('seen')).toEqual(['0', '1', '4']);
    expect(new Set(of('ask'))).toEqual(new Set(['w-1']));
    expect(of('q')[0]).toBe('a b');
    expect(of('chat')[0]).toBe('c');
    expect(of('tip')[0]).toBeNull();
  });

  it('names what it asks for, and says nothing more of what is wrong', async () => {
    const problem = { from: 0, to: 1, message: 'no' };
    const { ask, of } = engine([{ problem }, { complete: true }]);
    const search = followedSearch(ask, 'w');
    expect((await search('/(', {}, 50, () => undefined)).problem).toEqual(problem);
    await search('a', {}, 50, () => undefined);
    expect(of('ask')).toEqual(['w-1', 'w-2']);
  });

  it('ends what is left, once, and not what is complete', async () => {
    const { ask, asked } = engine([{ complete: true }, { seen: 1 }]);
    const search = followedSearch(ask, 'w');
    const done = new AbortController();
    await search('a', {}, 50, () => undefined, done.signal);
    done.abort();
    expect(asked).toHaveLength(1);
    const left = new AbortController();
    const aborted = search('b', {}, 50, () => left.abort(), left.signal);
    await expect(aborted).rejects.toThrow('aborted');
    const ends = asked.filter((url) => url.pathname === '/api/end');
    expect(ends.map((url) => url.search)).toEqual(['?ask=w-2']);
  });

  it('fails as its requests do', async () => {
    const { ask } = engine([{ seen: 1 }, new Error('the index is gone')]);
    await expect(followedSearch(ask)('a', {}, 50, () => undefined)).rejects.toThrow('the index is gone');
  });
});

import { describe, expect, it } from 'vitest';
import type { SearchHit, SearchResult } from '../../lib/backend/types';
import { gathered } from './gathered';

const hit = (chat: string | undefined, uuid: string, kind = 'reply') =>
  ({ ...(chat === undefined ? {} : { chat }), session: `s-${uuid}`, uuid, kind }) as unknown as SearchHit;
const result = (hits: SearchHit[], chats?: SearchResult['chats']) =>
  ({ hits, ...(chats ? { chats } : {}) }) as unknown as SearchResult;
const said = (found: ReturnType<typeof gathered>) =>
  found.map(
    ({ chat, title, hits, count }) =>
      `${chat}${title ? '!' : ''} ${hits.map((h) => h.uuid).join('')} ${count}`,
  );

const hits = [hit('a', '1'), hit('b', '2'), hit('a', '3'), hit('b', '4', 'title'), hit('c', '5', 'title')];

describe('what was found, by chat', () => {
  it('by time has all hits of a chat, in the order in which they come', () => {
    expect(said(gathered(result(hits), 'time'))).toEqual(['a 13 2', 'b! 24 2', 'c! 5 1']);
  });

  it('by relevance has one of each, titles first, until all is counted', () => {
    expect(said(gathered(result(hits), 'relevance'))).toEqual(['b! 2 2', 'c! 5 1', 'a 1 2']);
  });

  it('by relevance is the engine’s order and best hit, once that is known', () => {
    const [one, , , title] = hits as [SearchHit, SearchHit, SearchHit, SearchHit];
    const chats = [
      { chat: 'b', count: 7, title, best: null },
      { chat: 'a', count: 9, title: null, best: one },
    ] as unknown as SearchResult['chats'];
    expect(said(gathered(result(hits, chats), 'relevance'))).toEqual(['b! 4 7', 'a 1 9']);
    expect(said(gathered(result(hits, chats), 'time')), 'by time it says how many there are').toEqual([
      'a 13 9',
      'b! 24 7',
      'c! 5 1',
    ]);
  });

  it('belongs to its session where no chat is known', () => {
    expect(said(gathered(result([hit(undefined, '1'), hit(undefined, '2')]), 'time'))).toEqual([
      's-1 1 1',
      's-2 2 1',
    ]);
  });

  it('is nothing before there is an answer', () => {
    expect(gathered(null, 'time')).toEqual([]);
  });
});

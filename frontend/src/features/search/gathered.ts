import type { SearchHit, SearchResult, SearchSort } from '../../lib/backend/types';

/** What was found in a chat. */
export interface Gathered {
  chat: string;
  /** A title that matches. */
  title: SearchHit | null;
  /** Those that are listed, as they come. */
  hits: readonly SearchHit[];
  count: number;
}

/**
 * An answer by chats. By relevance each has its best hit, in the order of the engine; until that has counted all,
 * the newest ones stand for them, titles first. By time each has those of the newest that stand in it.
 */
export function gathered(result: SearchResult | null, sort: SearchSort): Gathered[] {
  if (!result) return [];
  if (sort === 'relevance' && result.chats)
    return result.chats.map(({ chat, count, title, best }) => ({
      ...{ chat, count, title },
      hits: [best ?? title].filter((hit) => hit !== null),
    }));
  const counts = new Map(result.chats?.map(({ chat, count }) => [chat, count]));
  const groups = new Map<string, Gathered & { hits: SearchHit[] }>();
  for (const hit of result.hits) {
    const chat = hit.chat ?? hit.session;
    const group = groups.get(chat) ?? { chat, title: null, hits: [], count: counts.get(chat) ?? 0 };
    groups.set(chat, group);
    if (hit.kind === 'title') group.title ??= hit;
    group.hits.push(hit);
  }
  const list = [...groups.values()].map((group) => ({
    ...group,
    count: Math.max(group.count, group.hits.length),
  }));
  if (sort === 'time') return list;
  const first = (group: Gathered) => group.hits.find(({ kind }) => kind !== 'title') ?? group.hits[0];
  return [...list.filter((g) => g.title !== null), ...list.filter((g) => g.title === null)].map((group) => ({
    ...group,
    hits: [first(group)].filter((hit) => hit !== undefined),
  }));
}

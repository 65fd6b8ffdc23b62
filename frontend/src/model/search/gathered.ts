import type { SearchHit, SearchResult, SearchSort } from '../../lib/backend/types';

/** The matches in a chat. */
export interface Gathered {
  chat: string;
  /** The match of its title. */
  title: SearchHit | null;
  /** The listed matches, in order. */
  hits: readonly SearchHit[];
  count: number;
}

/**
 * Groups an answer by chat. By relevance, each chat has its best match, in the engine's order; until the engine has
 * counted all, the newest match of each is used, titles first. By time, each chat has its share of the newest matches.
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

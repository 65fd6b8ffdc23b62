import { hitOf, placesIn } from './fake-search';
import type { FakeChat } from './fake-history';
import type { RankedResult, RankedTurn, Row, SearchScope } from './types';

const textOf = (row: Row) => (row.kind === 'tool' ? row.tool.result : row.text).toLowerCase();

/** Turns by how many of the words they have, the newest first among equals. */
export function fakeRanked(
  chats: readonly FakeChat[],
  query: string,
  scope: SearchScope,
  limit: number,
): RankedResult {
  const words = query.toLowerCase().split(/\s+/).filter(Boolean);
  const turns = chats
    .filter((chat) => scope.chat === undefined || chat.id === scope.chat)
    .filter((chat) => scope.project === undefined || chat.project === scope.project)
    .flatMap((chat) => turnsOf(chat, words, scope.session))
    .sort((a, b) => b.score - a.score || Date.parse(b.time ?? '') - Date.parse(a.time ?? ''));
  return {
    ...{ query, problem: null, instead: null, total: turns.length, turns: turns.slice(0, limit) },
    spans: [...query.matchAll(/\S+/g)].map((m) => ({
      from: m.index,
      to: m.index + m[0].length,
      kind: 'word' as const,
    })),
    places: Object.fromEntries(chats.flatMap(placesIn)),
    ...{ scanned: true, files: chats.length, filesOf: chats.length },
  };
}

function turnsOf(chat: FakeChat, words: string[], session?: string): RankedTurn[] {
  return chat.segments
    .filter((segment) => session === undefined || segment.session === session)
    .flatMap((segment) => {
      const turns: Row[][] = [];
      for (const row of segment.rows) {
        if (row.kind === 'prompt' || turns.length === 0) turns.push([]);
        turns.at(-1)?.push(row);
      }
      return turns.flatMap((rows) => {
        const found = words.filter((word) => rows.some((row) => textOf(row).includes(word)));
        const [first] = rows;
        const best = rows
          .map((row) => ({ row, has: found.filter((word) => textOf(row).includes(word)) }))
          .sort((a, b) => b.has.length - a.has.length)[0];
        const hit = best && hitOf(chat, segment.session, best.row, best.has);
        if (!first || !hit) return [];
        const last = rows.filter((row) => row.kind === 'reply').at(-1);
        return [
          {
            ...{ session: segment.session, uuid: first.uuid, chat: chat.id, project: chat.project },
            title: chat.sessions.find((s) => s.id === segment.session)?.title ?? '',
            prompt: first.kind === 'prompt' ? first.text : '',
            ...{ time: first.time ?? null, score: found.length, found },
            missing: words.filter((word) => !found.includes(word)),
            best: { uuid: hit.uuid, kind: hit.kind, snippet: hit.snippet, ranges: hit.ranges },
            closing: last?.kind === 'reply' && last.uuid !== hit.uuid ? last.text : '',
            ...{ alsoIn: [], segment: segment.id, tip: segment.tip },
          },
        ];
      });
    });
}

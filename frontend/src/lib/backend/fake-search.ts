import type { FakeChat } from './fake-history';
import type { HitPlace, Row, SearchHit, SearchResult, SearchScope } from './types';

const textOf = (row: Row) => (row.kind === 'tool' ? row.tool.result : row.text);

/** Plain words, all of which a row must contain; enough for tests and for the page without an engine. */
export function fakeSearch(
  chats: readonly FakeChat[],
  query: string,
  scope: SearchScope,
  limit: number,
): SearchResult {
  const words = query.toLowerCase().split(/\s+/).filter(Boolean);
  const spans = [...query.matchAll(/\S+/g)].map((m) => ({
    from: m.index,
    to: m.index + m[0].length,
    kind: 'word' as const,
  }));
  const answer = {
    ...{ query, spans, problem: null, id: '', complete: true, settled: true, seen: 1 },
    ...{ counted: 0, looked: 1, blocks: 1, scanned: true, files: chats.length, filesOf: chats.length },
    places: Object.fromEntries(chats.flatMap(placesIn)),
  };
  if (query.startsWith('/(')) {
    const bad = { from: 0, to: query.length };
    return {
      ...answer,
      spans: [{ ...bad, kind: 'bad' }],
      problem: { ...bad, message: 'This is no regular expression.' },
      hits: [],
      total: null,
    };
  }
  const hits = chats
    .filter((chat) => scope.chat === undefined || chat.id === scope.chat)
    .filter((chat) => scope.project === undefined || chat.project === scope.project)
    .flatMap((chat) =>
      chat.segments
        .filter((segment) => scope.session === undefined || segment.session === scope.session)
        .flatMap((segment) => segment.rows.map((row) => hitOf(chat, segment.session, row, words))),
    )
    .filter((hit) => hit !== null)
    .sort((a, b) => Date.parse(b.time ?? '') - Date.parse(a.time ?? ''));
  const inChats = new Map<string, SearchHit[]>();
  for (const hit of hits) inChats.set(hit.chat ?? '', [...(inChats.get(hit.chat ?? '') ?? []), hit]);
  return {
    ...answer,
    ...{ hits: hits.slice(0, limit), total: hits.length, counted: hits.length, inChats: inChats.size },
    chats: [...inChats].map(([chat, all]) => ({
      chat,
      count: all.length,
      title: null,
      best: all[0] ?? null,
    })),
  };
}

export function placesIn(chat: FakeChat): [string, HitPlace][] {
  return chat.sessions.map((s, i) => [
    s.id,
    {
      chat: chat.id,
      title: s.title,
      at: i + 1,
      of: chat.sessions.length,
      relation: s.relation,
      superseded: s.superseded,
    },
  ]);
}

export function hitOf(chat: FakeChat, session: string, row: Row, words: string[]): SearchHit | null {
  const text = textOf(row);
  const at = words.map((word) => text.toLowerCase().indexOf(word));
  if (words.length === 0 || at.some((i) => i < 0)) return null;
  const from = Math.max(0, Math.min(...at) - 30);
  const snippet = text.slice(from, from + 160).replaceAll('\n', ' ');
  return {
    session,
    uuid: row.uuid,
    kind: row.kind === 'tool' ? 'result' : row.kind === 'compaction' ? 'summary' : row.kind,
    time: row.time,
    snippet,
    ranges: words.flatMap((word, i): [number, number][] => {
      const start = (at[i] ?? 0) - from;
      return start < snippet.length ? [[start, start + word.length]] : [];
    }),
    alsoIn: [],
    chat: chat.id,
    project: chat.project,
  };
}

import { summary } from './fake-branches';
import type { FakeChat } from './fake-history';
import type { FilterMatch, FilterResult, FilterScope, Range } from './types';

/** Letters in order, anywhere: enough of a fuzzy match for a fake. */
function fuzzy(query: string, text: string): Range[] | null {
  const ranges: Range[] = [];
  const letters = [...text.toLowerCase()];
  let at = 0;
  for (const c of query.toLowerCase()) {
    while (at < letters.length && letters[at] !== c) at++;
    if (at >= letters.length) return null;
    const last = ranges.at(-1);
    if (last?.[1] === at) last[1] = at + 1;
    else ranges.push([at, at + 1]);
    at++;
  }
  return ranges;
}

/** The chats whose title, or else whose project, has the letters of the query. */
export function fakeFilter(
  chats: readonly FakeChat[],
  q: string,
  limit: number,
  scope: FilterScope,
): FilterResult {
  const inScope = chats.filter((chat) => {
    const { live, expiresInDays } = summary(chat);
    const soon = expiresInDays !== null && expiresInDays <= (scope.expires ?? 0);
    return (
      (!scope.live || live) &&
      (scope.expires === undefined || soon) &&
      (scope.among?.includes(chat.id) ?? true)
    );
  });
  const matches = inScope.flatMap((chat): FilterMatch[] => {
    const ranges = fuzzy(q, chat.title);
    if (ranges) return [{ chat: chat.id, field: 'title', text: chat.title, ranges }];
    const other = fuzzy(q, chat.projectName);
    return other ? [{ chat: chat.id, field: 'project', text: chat.projectName, ranges: other }] : [];
  });
  return { q, total: matches.length, complete: true, matches: matches.slice(0, limit) };
}

import type { SearchResult } from '../../lib/backend/types';
import { m } from '../../lib/messages';
import { count, percent } from '../../lib/text';

/**
 * The line below the query: the number of turns that it describes, of matches, and the progress of the search. `total`
 * is null until all are counted.
 */
export function summaryOf(result: SearchResult, total: number | null, chats: number, turns = 0): string {
  if (result.problem !== null) return '';
  const shown = result.hits.length;
  const progress = total !== null && result.scanned ? '' : progressOf(result);
  const parts =
    total === null && shown === 0
      ? [m.word_searching()]
      : matches(result, total ?? result.counted, shown === 0 ? null : chats);
  const described = turns > 0 ? m.count_turns({ count: turns }) : '';
  return [described, ...parts, progress].filter((part) => part !== '').join(' · ');
}

/** "12 matches in 3 chats", or "1,204 matches so far" and "Newest 50 shown". */
function matches(result: SearchResult, found: number, chats: number | null): string[] {
  const shown = result.hits.length;
  const isFinal = result.complete && result.scanned;
  const inChats = result.chats ? (result.inChats ?? chats) : found > shown ? null : chats;
  if (inChats !== null) {
    const counts = { count: found, chats: inChats };
    return [isFinal ? m.search_matches_chats(counts) : m.search_matches_chats_so_far(counts)];
  }
  return [
    isFinal ? m.count_matches({ count: found }) : m.search_matches_so_far({ count: found }),
    found > shown ? m.search_newest_shown({ count: count(shown) }) : '',
  ];
}

/** "Searched 1,204 of 2,600 files" while the history is loading, "34% searched" during a long search, or ''. */
export function progressOf(result: SearchResult): string {
  if (!result.scanned) {
    return result.filesOf > result.files
      ? m.search_searched_files({ files: result.files, total: result.filesOf })
      : m.search_history_loading();
  }
  if (result.complete || result.blocks === 0) return '';
  return m.search_searched_share({
    percent: percent(Math.floor((100 * result.looked) / result.blocks) / 100),
  });
}

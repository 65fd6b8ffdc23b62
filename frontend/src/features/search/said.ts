import type { SearchResult } from '../../lib/backend/types';
import { count, plural } from '../../lib/text';

/** What the line under the query says of an answer: how much there is, and how far that was looked for. */
export function saidOf(result: SearchResult, total: number | null, chats: number): string {
  if (result.problem !== null) return '';
  const shown = result.hits.length;
  const far = total !== null && result.scanned ? '' : farOf(result);
  if (total === null && shown === 0) return far === '' ? 'Searching…' : `Searching… ${far}`;
  const n = total ?? result.counted;
  const so = result.complete && result.scanned ? '' : ' so far';
  const rest = result.chats
    ? ` in ${plural(result.inChats ?? chats, 'chat')}`
    : n > shown
      ? `, the newest ${count(shown)} shown`
      : shown > 0
        ? ` in ${plural(chats, 'chat')}`
        : '';
  return `${plural(n, 'hit')}${so}${rest}${far === '' ? '' : ` · ${far}`}`;
}

/** "searched 1,204 of 2,600 files" while the history is being read, "34 % searched" where it takes long. */
export function farOf(result: SearchResult): string {
  if (!result.scanned) {
    return result.filesOf > result.files
      ? `searched ${count(result.files)} of ${plural(result.filesOf, 'file')}`
      : 'the history is still being read';
  }
  if (result.complete || result.blocks === 0) return '';
  return `${Math.floor((100 * result.looked) / result.blocks)} % searched`;
}

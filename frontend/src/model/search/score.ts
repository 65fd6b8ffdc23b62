import type { Range } from '../../lib/backend/types';

/** How well a name matches a query: higher scores are better, and the ranges are highlighted. */
export interface Fit {
  score: number;
  ranges: Range[];
}

const isWord = /[\p{L}\p{N}]/u;

/** The index of `part` in `text`, preferably at the start of a word; -1 if it is not there. */
function find(text: string, part: string): { at: number; begins: boolean } {
  const first = text.indexOf(part);
  for (let at = first; at >= 0; at = text.indexOf(part, at + 1))
    if (at === 0 || !isWord.test(text.charAt(at - 1))) return { at, begins: true };
  return { at: first, begins: false };
}

/**
 * Scores a name for a query by the engine's rules for chats. Best is a prefix, then the start of a word, then a word
 * for each word of the query, then a substring. Anything else is null: scattered letters don't match.
 */
export function fit(query: string, name: string): Fit | null {
  const typed = query.trim().toLowerCase();
  const text = name.toLowerCase();
  // Letters that change length in lower case would shift the ranges.
  const marks = (ranges: Range[]) =>
    text.length === name.length && [...name].length === name.length ? ranges : [];
  const whole = find(text, typed);
  const range: Range = [whole.at, whole.at + typed.length];
  if (whole.at === 0) return { score: 4, ranges: marks([range]) };
  if (whole.begins) return { score: 3, ranges: marks([range]) };
  const words = typed.split(/\s+/);
  if (words.length > 1) {
    const found = words.map((word) => ({ word, ...find(text, word) }));
    if (found.every(({ begins }) => begins)) {
      const ranges = found.map(({ at, word }): Range => [at, at + word.length]).sort(([a], [b]) => a - b);
      return { score: 2, ranges: marks(ranges) };
    }
  }
  return whole.at > 0 ? { score: 1, ranges: marks([range]) } : null;
}

/** The matches, best first; the order of equals is stable. */
export function best<T>(
  query: string,
  all: readonly T[],
  nameOf: (one: T) => string,
): { one: T; fit: Fit }[] {
  return all
    .flatMap((one) => {
      const found = fit(query, nameOf(one));
      return found ? [{ one, fit: found }] : [];
    })
    .sort((a, b) => b.fit.score - a.fit.score);
}

import type { Range } from '../../lib/backend/types';

/** How a name fits what was typed: better ones are higher, and the ranges say why. */
export interface Fit {
  score: number;
  ranges: Range[];
}

const isWord = /[\p{L}\p{N}]/u;

/** Where a text stands in another one, the first place at which a word begins before all others; -1 for nowhere. */
function place(text: string, part: string): { at: number; begins: boolean } {
  const first = text.indexOf(part);
  for (let at = first; at >= 0; at = text.indexOf(part, at + 1))
    if (at === 0 || !isWord.test(text.charAt(at - 1))) return { at, begins: true };
  return { at: first, begins: false };
}

/**
 * How a query fits a name, by the rules that the engine has for chats: first what begins with it, then where
 * a word does, then what has a word for each of its words, then what contains it. Letters here and there are
 * no match: null.
 */
export function fit(query: string, name: string): Fit | null {
  const typed = query.trim().toLowerCase();
  const text = name.toLowerCase();
  // Letters that are written otherwise in small would shift what is marked.
  const marks = (ranges: Range[]) =>
    text.length === name.length && [...name].length === name.length ? ranges : [];
  const whole = place(text, typed);
  const range: Range = [whole.at, whole.at + typed.length];
  if (whole.at === 0) return { score: 4, ranges: marks([range]) };
  if (whole.begins) return { score: 3, ranges: marks([range]) };
  const words = typed.split(/\s+/);
  if (words.length > 1) {
    const places = words.map((word) => ({ word, ...place(text, word) }));
    if (places.every(({ begins }) => begins)) {
      const ranges = places.map(({ at, word }): Range => [at, at + word.length]).sort(([a], [b]) => a - b);
      return { score: 2, ranges: marks(ranges) };
    }
  }
  return whole.at > 0 ? { score: 1, ranges: marks([range]) } : null;
}

/** What fits, the best first; equals stay in their order. */
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

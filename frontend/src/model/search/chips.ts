import { parseLink } from '../../lib/link';
import { m } from '../../lib/messages';

/** The filters that are chips above the matches. Each is a word of the query, which alone defines the search. */

/** The values of `in:`. */
export const FIELDS = ['prompts', 'replies', 'tools', 'results', 'thinking', 'titles'] as const;

export const TIMES = [
  { value: '1d', label: m.word_today },
  { value: '7d', label: () => m.search_time_days({ days: 7 }) },
  { value: '30d', label: () => m.search_time_days({ days: 30 }) },
] as const;

export const STATES = [
  { value: 'leaf', label: m.search_state_leaf },
  { value: 'fork', label: m.search_state_fork },
  { value: 'live', label: m.word_running_small },
  { value: 'failed', label: m.search_state_failed },
  { value: 'starred', label: m.word_starred },
  { value: 'bookmarked', label: m.search_state_bookmarked },
] as const;

/** The words of a query; quoted and regular expressions are one word. */
export function wordsOf(query: string): string[] {
  return query.match(/-?(?:\w+:)?(?:"[^"]*"?|\/(?:[^/\\]|\\.)+\/(?=\s|$)|\S)\S*/g) ?? [];
}

const say = (words: readonly string[]) => words.join(' ');

/** The values of a filter in a query: `in:prompts,replies` has two. */
export function valuesOf(query: string, key: string): string[] {
  return wordsOf(query)
    .filter((word) => word.startsWith(`${key}:`))
    .flatMap((word) => word.slice(key.length + 1).split(','))
    .filter((value) => value !== '');
}

/** Adds a value to a filter that may have several, or removes it. */
export function toggleValue(query: string, key: string, value: string): string {
  const had = valuesOf(query, key);
  const now = had.includes(value) ? had.filter((v) => v !== value) : [...had, value];
  return withFilter(query, key, now.length > 0 ? now.join(',') : null);
}

/** Adds a word, or removes it. */
export const toggleWord = (query: string, word: string): string =>
  wordsOf(query).includes(word) ? withoutWord(query, word) : say([...wordsOf(query), word]);

/** Sets a filter that has one value, or removes it; it keeps its position. */
export function withFilter(query: string, key: string, value: string | null): string {
  const words = wordsOf(query);
  const at = words.findIndex((word) => word.startsWith(`${key}:`));
  const rest = words.filter((word) => !word.startsWith(`${key}:`));
  if (value !== null) rest.splice(at < 0 ? rest.length : at, 0, `${key}:${value}`);
  return say(rest);
}

const isFilter = (word: string) =>
  /^-?(?:in|project|tool|file|branch|model|before|after|is|pr|tag|note(?=:.)):/.test(word);
const isQuoted = (word: string) => /^"|^\/.+\/$/.test(word);

/** Whether a query may be the ID of a session or a message, or the beginning of one. */
export const isId = (query: string): boolean =>
  /^(?=.*\d)[0-9a-f]{8}(?:-[0-9a-f]{0,4}){0,3}(?:-[0-9a-f]{0,12})?$/i.test(query.trim());

/** Whether a query asks for exact matches: a phrase, a regular expression, or filters alone; or names something by its ID. */
export function isExact(query: string): boolean {
  if (parseLink(query) !== null || isId(query)) return true;
  const words = wordsOf(query);
  return words.some(isQuoted) || (words.length > 0 && words.every(isFilter) && !hasFile(query));
}

/** Whether a query names a file: alone, it is answered with the turns that touched it. */
export const hasFile = (query: string): boolean => valuesOf(query, 'file').length > 0;

/** A filter that is set. */
export interface SetFilter {
  label: string;
  /** The query without it. */
  without: string;
}

/** The filters of a query, in order: each value of `in:` is one. */
export function setFilters(query: string): SetFilter[] {
  return filtersOf(query).flatMap((word): SetFilter[] => {
    if (word.startsWith('in:'))
      return FIELDS.filter((field) => word.slice(3).split(',').includes(field)).map((field) => ({
        label: m.search_field({ field }),
        without: toggleValue(query, 'in', field),
      }));
    const time = TIMES.find(({ value }) => word === `after:${value}`);
    const state = STATES.find(({ value }) => word === `is:${value}`);
    return [{ label: time?.label() ?? state?.label() ?? word, without: withoutWord(query, word) }];
  });
}

/** The query without one of its words. */
export function withoutWord(query: string, word: string): string {
  return say(wordsOf(query).filter((other) => other !== word));
}

/** The filters of a query. */
export function filtersOf(query: string): string[] {
  return wordsOf(query).filter(isFilter);
}

/** The query without its filters. */
export function withoutFilters(query: string): string {
  return say(wordsOf(query).filter((word) => !isFilter(word)));
}

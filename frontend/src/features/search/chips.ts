/** The filters that stand as chips above the hits. Each is a word of the query: the query alone says what is searched. */

/** Where a search may look, as `in:` names it. */
export const FIELDS = ['prompts', 'replies', 'tools', 'results', 'thinking', 'titles'] as const;

export const TIMES = [
  { value: '1d', label: 'Today' },
  { value: '7d', label: '7 days' },
  { value: '30d', label: '30 days' },
] as const;

export const STATES = [
  { value: 'leaf', label: 'Leaves' },
  { value: 'fork', label: 'Forks' },
  { value: 'live', label: 'Running' },
] as const;

/** The words of a query; what stands in quotes or slashes is one. */
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

/** Takes a value into a filter that may have several, or out of it. */
export function toggleValue(query: string, key: string, value: string): string {
  const had = valuesOf(query, key);
  const now = had.includes(value) ? had.filter((v) => v !== value) : [...had, value];
  return withFilter(query, key, now.length > 0 ? now.join(',') : null);
}

/** Sets a filter that has one value, or takes it away; it keeps its place among the words. */
export function withFilter(query: string, key: string, value: string | null): string {
  const words = wordsOf(query);
  const at = words.findIndex((word) => word.startsWith(`${key}:`));
  const rest = words.filter((word) => !word.startsWith(`${key}:`));
  if (value !== null) rest.splice(at < 0 ? rest.length : at, 0, `${key}:${value}`);
  return say(rest);
}

const isFilter = (word: string) => /^-?(?:in|project|tool|file|branch|model|before|after|is):/.test(word);

/** The words of a query that narrow where is searched. */
export function filtersOf(query: string): string[] {
  return wordsOf(query).filter(isFilter);
}

/** What is looked for, without what narrows it. */
export function withoutFilters(query: string): string {
  return say(wordsOf(query).filter((word) => !isFilter(word)));
}

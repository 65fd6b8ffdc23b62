import type { FilterMatch } from '../../lib/backend/types';

/** What of a chat fits, where that is not its title. */
export const WHY = { title: '', project: 'in', prompt: 'asked', branch: 'on branch', id: 'id' } as const;

/** What fits with a little before it: a row is short. */
export function around({ text, ranges }: FilterMatch): Pick<FilterMatch, 'text' | 'ranges'> {
  const BEFORE = 14;
  const from = (ranges[0]?.[0] ?? 0) - BEFORE;
  if (from <= 4) return { text, ranges };
  const cut = [...text].slice(from).join('');
  return { text: `…${cut}`, ranges: ranges.map(([a, b]) => [a - from + 1, b - from + 1]) };
}

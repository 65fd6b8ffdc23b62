import type { FilterMatch } from '../../lib/backend/types';

/** What of a chat fits, where that is not its title. */
export const WHY = { title: '', project: 'in', prompt: 'asked', branch: 'on branch', id: 'id' } as const;

type Said = Pick<FilterMatch, 'text' | 'ranges'>;

/** How many letters of a text stand before what fits. */
const BEFORE = 14;
/** What of a title a row shows in any case, and how it begins where more has to go. */
const TITLE_SHOWN = 40;
const TITLE_BEGINS = 18;

/** What fits with a little before it: a row is short. */
export function around({ text, ranges }: FilterMatch): Said {
  return leftOut(text, ranges, 0);
}

/** A title with what fits in sight: where that stands late, what lies before it is left out. */
export function titleAround({ text, ranges }: FilterMatch): Said {
  return (ranges[0]?.[1] ?? 0) > TITLE_SHOWN ? leftOut(text, ranges, TITLE_BEGINS) : { text, ranges };
}

/** Leaves out what lies between the beginning of a text and what stands before the first range. */
function leftOut(text: string, ranges: FilterMatch['ranges'], begins: number): Said {
  const from = (ranges[0]?.[0] ?? 0) - BEFORE;
  const gone = from - begins - 1;
  if (gone < 4) return { text, ranges };
  const letters = [...text];
  const cut = [...letters.slice(0, begins), '…', ...letters.slice(from)].join('');
  return { text: cut, ranges: ranges.map(([a, b]) => [a - gone, b - gone]) };
}

import type { FilterMatch } from './backend/types';

type Found = Pick<FilterMatch, 'text' | 'ranges'>;

/** How many letters of a text stand before what fits. */
const BEFORE = 14;
/** What of a title a line shows in any case, and how it begins where more has to go. */
const LINE_SHOWN = 40;
const TITLE_BEGINS = 18;

/** What fits with a little before it: a row is short. */
export function around({ text, ranges }: Found): Found {
  return leftOut(text, ranges, 0);
}

/** A title of so many lines with what fits in sight: where that stands late, what lies before it is left out. */
export function titleAround({ text, ranges }: Found, lines = 1): Found {
  return (ranges[0]?.[1] ?? 0) > LINE_SHOWN * lines ? leftOut(text, ranges, TITLE_BEGINS) : { text, ranges };
}

/** Leaves out what lies between the beginning of a text and what stands before the first range. */
function leftOut(text: string, ranges: Found['ranges'], begins: number): Found {
  const from = (ranges[0]?.[0] ?? 0) - BEFORE;
  const gone = from - begins - 1;
  if (gone < 4) return { text, ranges };
  const letters = [...text];
  const cut = [...letters.slice(0, begins), '…', ...letters.slice(from)].join('');
  return { text: cut, ranges: ranges.map(([a, b]) => [a - gone, b - gone]) };
}

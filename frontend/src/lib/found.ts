import type { FilterMatch } from './backend/types';

type Found = Pick<FilterMatch, 'text' | 'ranges'>;

/** The number of characters before a match. */
const BEFORE = 14;
/** The characters of a title that always fit in a line, and those kept at the start of a truncated one. */
const LINE_SHOWN = 40;
const TITLE_BEGINS = 18;

/** Truncates a text so that it starts shortly before the first match. */
export function around({ text, ranges }: Found): Found {
  return leftOut(text, ranges, 0);
}

/** Truncates the middle of a title if its first match would not be visible in `lines` lines. */
export function titleAround({ text, ranges }: Found, lines = 1): Found {
  return (ranges[0]?.[1] ?? 0) > LINE_SHOWN * lines ? leftOut(text, ranges, TITLE_BEGINS) : { text, ranges };
}

/** Truncates the text between its first `begins` characters and the first range. */
function leftOut(text: string, ranges: Found['ranges'], begins: number): Found {
  const from = (ranges[0]?.[0] ?? 0) - BEFORE;
  const gone = from - begins - 1;
  if (gone < 4) return { text, ranges };
  const letters = [...text];
  const cut = [...letters.slice(0, begins), '…', ...letters.slice(from)].join('');
  return { text: cut, ranges: ranges.map(([a, b]) => [a - gone, b - gone]) };
}

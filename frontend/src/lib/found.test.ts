import { describe, expect, it } from 'vitest';
import type { FilterMatch } from './backend/types';
import { around, titleAround } from './found';

const found = (text: string, word: string): FilterMatch => {
  const at = [...text].join('').indexOf(word);
  const from = [...text.slice(0, at)].length;
  return { chat: 'c', field: 'title', text, ranges: [[from, from + [...word].length]] };
};
const marked = ({ text, ranges }: Pick<FilterMatch, 'text' | 'ranges'>) =>
  ranges.map(([a, b]) => [...text].slice(a, b).join(''));

describe('what a row shows of what fits', () => {
  const late = 'Move the settings of every project below one directory and rename the parser';

  it('keeps a title whole where what fits is in sight', () => {
    const match = found(late, 'every');
    expect(titleAround(match)).toEqual({ text: match.text, ranges: match.ranges });
  });

  it('brings what fits late in a title into sight, behind how the title begins', () => {
    const shown = titleAround(found(late, 'parser'));
    expect(shown.text).toBe('Move the settings …nd rename the parser');
    expect(marked(shown)).toEqual(['parser']);
  });

  it('leaves a title of two lines more of itself', () => {
    expect(titleAround(found(late, 'rename'), 2).text).toBe(late);
  });

  it('counts letters, not code units', () => {
    const shown = titleAround(found('🌲🌲🌲🌲 '.repeat(9) + 'parser', 'parser'));
    expect(shown.text).toBe('🌲🌲🌲🌲 🌲🌲🌲🌲 🌲🌲🌲🌲 🌲🌲🌲…🌲🌲🌲 🌲🌲🌲🌲 🌲🌲🌲🌲 parser');
    expect(marked(shown)).toEqual(['parser']);
  });

  it('keeps every mark where several words fit', () => {
    const match = {
      ...found(late, 'rename'),
      ranges: [
        [59, 65],
        [70, 76],
      ] as FilterMatch['ranges'],
    };
    expect(marked(titleAround(match))).toEqual(['rename', 'parser']);
  });

  it('begins any other text a little before what fits', () => {
    const shown = around(found('Please look at what the linter says of this and tell me', 'linter'));
    expect(shown.text).toBe('…k at what the linter says of this and tell me');
    expect(marked(shown)).toEqual(['linter']);
    const early = found('The linter is quiet', 'linter');
    expect(around(early)).toEqual({ text: early.text, ranges: early.ranges });
  });
});

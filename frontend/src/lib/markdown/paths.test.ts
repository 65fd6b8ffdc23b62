import { describe, expect, it } from 'vitest';
import { linkPaths, mayNameFiles, splitWords } from './paths';
import { markdown } from './render';

function page(text: string, words: string[]): HTMLElement {
  const div = document.createElement('div');
  div.innerHTML = markdown(text);
  linkPaths(div, new Set(words));
  return div;
}
const links = (at: HTMLElement) =>
  [...at.querySelectorAll<HTMLElement>('[role="link"]')].map((link) => [link.textContent, link.dataset.path]);

describe('paths in a text', () => {
  // The same texts as in the engine's TestPathWords.
  it.each([
    ['(./x.go) and c/d.ts.', ['./x.go', 'and', 'c/d.ts']],
    ['is “/w/f”.', ['is', '/w/f', '']],
    ['app/[id]/page.tsx', ['app/[id]/page.tsx']],
    ['在「a/b.go」中，', ['在', 'a/b.go', '中']],
  ])('%s', (text, words) => {
    const split = splitWords(text);
    expect(split.map(({ word }) => word)).toEqual(words);
    for (const { word, at } of split) expect(text.slice(at, at + word.length)).toBe(word);
  });

  it('become links in prose, emphasis, inline code and tables, and every letter stays', () => {
    const text = 'See `a/b.go:12`, **c/d.ts** and (./x.go).\n\n| file |\n|---|\n| a/b.go:12 |';
    const at = page(text, ['a/b.go:12', 'c/d.ts', './x.go']);
    expect(links(at)).toEqual([
      ['a/b.go:12', 'a/b.go:12'],
      ['c/d.ts', 'c/d.ts'],
      ['./x.go', './x.go'],
      ['a/b.go:12', 'a/b.go:12'],
    ]);
    expect(at.querySelector('p')?.textContent).toBe('See a/b.go:12, c/d.ts and (./x.go).');
    for (const link of at.querySelectorAll<HTMLElement>('[data-path]')) expect(link.tabIndex).toBe(0);
  });

  it('of a link that Markdown names are links with their own words', () => {
    expect(links(page('[engine.go:42](src/engine.go#L42)', ['src/engine.go#L42']))).toEqual([
      ['engine.go:42', 'src/engine.go#L42'],
    ]);
  });

  it('are none where the engine knows no file, in code blocks, in web links, in longer words', () => {
    const text = 'c.go a.gone xa.go https://x.org/a.go [a.go](https://x.org)\n\n```go\na.go\n```';
    expect(links(page(text, ['a.go']))).toEqual([]);
  });

  it('are linked once', () => {
    const at = page('a.go', ['a.go']);
    linkPaths(at, new Set(['a.go']));
    expect(at.querySelectorAll('[data-path]')).toHaveLength(1);
  });

  it('keep markup of a text a text', () => {
    const at = page('`<img/src=x>` <b>a.go</b>', ['a.go', 'img/src=x']);
    expect(at.querySelector('img, b')).toBeNull();
    expect(links(at)).toEqual([
      ['img/src=x', 'img/src=x'],
      ['a.go', 'a.go'],
    ]);
  });
});

it('asks only for texts that may name a file', () => {
  for (const text of ['a/b', 'a.go', 'C:\\x', './x', '../x']) expect(mayNameFiles(text)).toBe(true);
  for (const text of ['Done. Next', 'and so on ...', '/', '']) expect(mayNameFiles(text)).toBe(false);
});

/** The files that a rendered text names, and how one is opened. */
export interface NamedFiles {
  readonly words: ReadonlySet<string>;
  readonly open: (word: string) => void;
}

const BETWEEN = /[\s\p{Cc}`'"<>|,;“”‘’（）「」、。，；]/u;
const WORDS = new RegExp(`[^${BETWEEN.source.slice(1)}+`, 'gu');
const LEFT = '([{*_~';
const RIGHT = ')]}*_~.:!?';

/** Divides a text into the words that may be paths. The engine does the same: see pathWords in namedpaths.go. */
export function splitWords(text: string): { word: string; at: number }[] {
  return [...text.matchAll(WORDS)].map(({ 0: run, index }) => {
    let [from, to] = [0, run.length];
    while (from < to && LEFT.includes(run.charAt(from))) from++;
    while (from < to && RIGHT.includes(run.charAt(to - 1))) to--;
    return { word: run.slice(from, to), at: index + from };
  });
}

/** Whether a text may name a file, so that the engine is worth asking. */
export function mayNameFiles(text: string): boolean {
  return /[^\s][./\\][^\s.]/.test(text);
}

function makeLink(link: HTMLElement, word: string): HTMLElement {
  link.dataset.path = word;
  link.setAttribute('role', 'link');
  link.tabIndex = 0;
  return link;
}

/** Makes links of the words below an element that name files: in prose and inline code, not in code blocks. */
export function linkPaths(node: HTMLElement, words: ReadonlySet<string>): void {
  if (words.size === 0) return;
  for (const link of node.querySelectorAll<HTMLElement>('.unfollowed:not([data-path])')) {
    const word = link.dataset.tip ?? '';
    if (words.has(word)) makeLink(link, word);
  }
  const texts: Text[] = [];
  const walker = document.createTreeWalker(node, NodeFilter.SHOW_TEXT);
  while (walker.nextNode()) texts.push(walker.currentNode as Text);
  for (const text of texts) {
    if (text.parentElement?.closest('pre,a,button,[data-path]') !== null) continue;
    const found = splitWords(text.data).filter(({ word }) => words.has(word));
    if (found.length === 0) continue;
    const parts: (string | Node)[] = [];
    let end = 0;
    for (const { word, at } of found) {
      const link = makeLink(document.createElement('span'), word);
      link.textContent = word;
      parts.push(text.data.slice(end, at), link);
      end = at + word.length;
    }
    text.replaceWith(...parts, text.data.slice(end));
  }
}

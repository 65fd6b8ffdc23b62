/**
 * Highlights matches in the text of the page with CSS highlights, which leave its elements unchanged and
 * which hostile text cannot imitate.
 */
const NAME = 'found';
/** The highlight of the matches in the current row. */
const HERE = 'found-here';
/** The maximum number of highlights. */
const MOST = 2_000;

// eslint-disable-next-line dendro/no-literal-text -- a selector
const BLOCKS = 'p, li, div, pre, td, th, dd, dt, h1, h2, h3, h4, h5, h6, button, summary, blockquote';
/** Elements with words of Dendro's own. Inside of them, `SAID` has text of a record. */
// eslint-disable-next-line dendro/no-literal-text -- a selector
const OWN = 'button, footer, dt, .sr-only, .card-label';
const SAID = '[dir=auto]';

/** Whether the text of an element is of a record. */
function isSaid(element: Element): boolean {
  return element.closest('.row') !== null && element.closest(`${OWN}, ${SAID}`)?.matches(OWN) !== true;
}

/** Returns a pattern that matches a word or phrase like the engine does: any case, any white space. */
export function patternOf(text: string): RegExp | null {
  const parts = text.trim().split(/\s+/).filter(Boolean);
  if (parts.length === 0) return null;
  return new RegExp(parts.map((p) => p.replace(/[.*+?^${}()|[\]\\/]/g, '\\$&')).join('\\s+'), 'giu');
}

/** Returns the matches of patterns in a text as half-open ranges. */
export function matchesIn(text: string, patterns: readonly RegExp[]): [number, number][] {
  return patterns.flatMap((pattern) =>
    [...text.matchAll(pattern)]
      .filter((found) => found[0] !== '')
      .map((found): [number, number] => [found.index, found.index + found[0].length]),
  );
}

/** Returns the matches in the text of records below an element. */
export const saidIn = (root: Element, patterns: readonly RegExp[]): Range[] =>
  rangesIn(root, patterns, isSaid);

/** Returns the matches below an element, in the elements that count; its text may consist of many nodes. */
export function rangesIn(
  root: Element,
  patterns: readonly RegExp[],
  counts: (element: Element) => boolean = () => true,
): Range[] {
  const out: Range[] = [];
  if (patterns.length === 0) return out;
  const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
  let nodes: Text[] = [];
  let block: Element | null = null;
  const flush = () => {
    const text = nodes.map((n) => n.data).join('');
    for (const [from, to] of matchesIn(text, patterns)) {
      if (out.length >= MOST) break;
      const range = document.createRange();
      const start = pointAt(nodes, from);
      const end = pointAt(nodes, to - 1);
      if (!start || !end) continue;
      range.setStart(start.node, start.offset);
      range.setEnd(end.node, end.offset + 1);
      out.push(range);
    }
    nodes = [];
  };
  while (walker.nextNode()) {
    const node = walker.currentNode as Text;
    if (!node.parentElement || !counts(node.parentElement)) continue;
    const own = node.parentElement.closest(BLOCKS);
    if (own !== block) flush();
    block = own;
    nodes.push(node);
  }
  flush();
  return out;
}

function pointAt(nodes: readonly Text[], at: number): { node: Text; offset: number } | null {
  let left = at;
  for (const node of nodes) {
    if (left < node.data.length) return { node, offset: left };
    left -= node.data.length;
  }
  return null;
}

/**
 * Highlights the matches below an element, now and whenever it changes, and calls `marked` each time.
 * Returns a function that stops it.
 */
export function markFound(
  root: Element,
  patterns: readonly RegExp[],
  marked: () => void = () => undefined,
): () => void {
  if (patterns.length === 0 || !('highlights' in CSS)) return () => undefined;
  let waiting: ReturnType<typeof setTimeout> | undefined;
  const mark = () => {
    waiting = undefined;
    const here = root.querySelector('.row.shown');
    CSS.highlights.set(NAME, new Highlight(...saidIn(root, patterns)));
    const current = new Highlight(...(here ? saidIn(here, patterns) : []));
    current.priority = 1;
    CSS.highlights.set(HERE, current);
    marked();
  };
  const watcher = new MutationObserver(() => (waiting ??= setTimeout(mark, 50)));
  const attributeFilter = ['class'];
  watcher.observe(root, { childList: true, characterData: true, subtree: true, attributeFilter });
  mark();
  return () => {
    watcher.disconnect();
    clearTimeout(waiting);
    CSS.highlights.delete(NAME);
    CSS.highlights.delete(HERE);
  };
}

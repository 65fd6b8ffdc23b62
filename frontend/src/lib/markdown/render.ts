import DOMPurify from 'dompurify';
import MarkdownIt from 'markdown-it';
import { middle } from '../text';

/**
 * Markdown and terminal colours to HTML that is safe to put into the page. The text is hostile:
 * markdown-it writes no HTML of its author's, and DOMPurify stands behind it.
 */

const md = new MarkdownIt({ html: false, linkify: true, breaks: false, typographer: false });
// markdown-it drops what stands deeper than this. Texts that could reach it are not parsed, see isTooDeep.
md.set({ maxNesting: 400 });
const allowed = /^(?:https?|mailto):/i;

// Every address is read, or its Markdown would stand in the text; the rule "links" says which of them
// may be followed.
md.validateLink = () => true;
md.linkify.set({ fuzzyLink: false, fuzzyEmail: false, fuzzyIP: false });
md.linkify.add('ftp:', null).add('//', null);

const escape = (text: string) => md.utils.escapeHtml(text);

/** An address as a tip says it: one that holds a whole picture is cut. */
const address = (href: string) => middle(md.normalizeLinkText(href), 300);

// No picture is ever fetched: a transcript may name any address.
md.renderer.rules.image = (tokens, at) => {
  const token = tokens[at];
  const alt = token?.content ?? '';
  const src = address(String(token?.attrGet('src') ?? ''));
  return `<span class="image-note" data-tip="${escape(src)}">image${alt === '' ? '' : `: ${escape(alt)}`}</span>`;
};

function codeBlock(text: string, info: string): string {
  const lang = /^[\w+#.-]{1,24}/.exec(info.trim())?.[0] ?? '';
  return (
    `<div class="code-block"><header><span>${escape(lang || 'text')}</span>` +
    `<button type="button" data-copy="code" aria-label="Copy code">Copy</button></header>` +
    `<pre tabindex="0"><code data-lang="${escape(lang.toLowerCase())}">${escape(text.replace(/\n$/, ''))}</code></pre></div>`
  );
}

md.renderer.rules.fence = (tokens, at) => codeBlock(tokens[at]?.content ?? '', tokens[at]?.info ?? '');
md.renderer.rules.code_block = (tokens, at) => codeBlock(tokens[at]?.content ?? '', '');

// "[x] done" at the start of a list item.
md.core.ruler.after('inline', 'tasks', (state) => {
  state.tokens.forEach((token, i) => {
    const first = token.children?.[0];
    const item = state.tokens[i - 2];
    if (token.type !== 'inline' || item?.type !== 'list_item_open' || first?.type !== 'text') return;
    const box = /^\[([ xX])\] /.exec(first.content);
    if (!box) return;
    item.attrJoin('class', 'task');
    first.content = `${box[1] === ' ' ? '☐' : '☑'} ${first.content.slice(4)}`;
  });
});

// A link says where it leads. One to a file, or to anything else that is not followed, is words with a tip.
md.core.ruler.push('links', (state) => {
  for (const { children } of state.tokens) {
    let tag = 'a';
    for (const token of children ?? []) {
      if (token.type === 'link_open') {
        const href = String(token.attrGet('href') ?? '');
        tag = allowed.test(href) ? 'a' : 'span';
        token.attrs = tag === 'a' ? [['href', href]] : [['class', 'unfollowed']];
        if (href !== '') token.attrSet('data-tip', address(href));
      }
      if (token.type === 'link_open' || token.type === 'link_close') token.tag = tag;
    }
  }
});

const plainAttributes = [
  'class',
  'start',
  'type',
  'tabindex',
  'aria-label',
  'data-lang',
  'data-copy',
  'data-tip',
];

const purify = {
  ALLOWED_TAGS: [
    ...[
      'p',
      'br',
      'hr',
      'em',
      'strong',
      's',
      'code',
      'pre',
      'blockquote',
      'ul',
      'ol',
      'li',
      'a',
      'span',
      'div',
    ],
    ...['header', 'button', 'table', 'thead', 'tbody', 'tr', 'th', 'td', 'h1', 'h2', 'h3', 'h4', 'h5', 'h6'],
  ],
  ALLOWED_ATTR: ['href', ...plainAttributes],
  // Only href names an address; the others are words.
  ADD_URI_SAFE_ATTR: plainAttributes,
  ALLOWED_URI_REGEXP: allowed,
  ALLOW_DATA_ATTR: false,
  ALLOW_ARIA_ATTR: true,
};

function clean(html: string): string {
  return DOMPurify.sanitize(html, purify);
}

const MAX_NESTING = 24;
const markers = /^[ \t]*(?:(?:>|(?:[-+*]|\d{1,9}[.)])(?=[ \t]|$))[ \t]*)+/gm;
const rule = /^[ \t]*(?:(?:\*[ \t]*)+|(?:-[ \t]*)+)$/;

/** Whether a line opens more quotes and lists inside of each other than any prose: the export has the same limit. */
function isTooDeep(text: string): boolean {
  for (const [opening] of text.matchAll(markers)) {
    const columns = opening.replace(/\t/g, '    ').replace(/\S/g, '').length;
    const blocks = opening.match(/>|[-+*.)]/g)?.length ?? 0;
    if (blocks + columns / 6 > MAX_NESTING && !rule.test(opening)) return true;
  }
  return false;
}

const cache = new Map<string, string>();
const CACHED = 500;

/** What a person typed keeps its line breaks; what an assistant wrote is Markdown to the letter. */
export function markdown(text: string, typed = false): string {
  const key = typed ? `p${text}` : `m${text}`;
  const known = cache.get(key);
  if (known !== undefined) {
    cache.delete(key);
    cache.set(key, known);
    return known;
  }
  md.options.breaks = typed;
  const html = clean(isTooDeep(text) ? codeBlock(text, '') : md.render(text));
  cache.set(key, html);
  if (cache.size > CACHED) {
    const oldest = cache.keys().next();
    if (!oldest.done) cache.delete(oldest.value);
  }
  return html;
}

/** Sanitises HTML that some other library wrote, as that of terminal colours. */
export function trusted(html: string): string {
  return clean(html);
}

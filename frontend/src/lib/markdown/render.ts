import DOMPurify from 'dompurify';
import MarkdownIt from 'markdown-it';
import { m } from '../messages';
import { middle } from '../text';

/**
 * Renders Markdown and terminal colours to HTML that is safe to insert into the page. The text is hostile:
 * markdown-it escapes all HTML in it, and DOMPurify sanitises the result.
 */

const md = new MarkdownIt({ html: false, linkify: true, breaks: false, typographer: false });
// markdown-it drops content nested deeper than this. Texts that could reach it are not parsed, see isTooDeep.
md.set({ maxNesting: 400 });
const allowed = /^(?:https?|mailto):/i;

// Every address is accepted, else its Markdown would be shown as text; the rule "links" decides which of
// them may be followed.
md.validateLink = () => true;
md.linkify.set({ fuzzyLink: false, fuzzyEmail: false, fuzzyIP: false });
md.linkify.add('ftp:', null).add('//', null);

const escape = (text: string) => md.utils.escapeHtml(text);

/** An address for a tooltip; a data URL is truncated. */
const address = (href: string) => middle(md.normalizeLinkText(href), 300);

// Images are never loaded: a transcript may name any address.
md.renderer.rules.image = (tokens, at) => {
  const token = tokens[at];
  const alt = token?.content ?? '';
  const src = address(String(token?.attrGet('src') ?? ''));
  const note = alt === '' ? m.word_image() : m.markdown_image_alt({ alt });
  // eslint-disable-next-line dendro/no-literal-text -- only markup
  return `<span class="image-note" data-tip="${escape(src)}">${escape(note)}</span>`;
};

/** A button that draws what its text describes; nothing is drawn unasked. */
function drawButton(what: 'diagram' | 'formulas', label: string): string {
  // eslint-disable-next-line dendro/no-literal-text -- only markup
  return `<button type="button" data-draw="${what}">${escape(label)}</button>`;
}

function codeBlock(text: string, info: string): string {
  const lang = /^[\w+#.-]{1,24}/.exec(info.trim())?.[0] ?? '';
  const copy = `aria-label="${escape(m.markdown_copy_code())}">${escape(m.action_copy())}`;
  const draw = lang.toLowerCase() === 'mermaid' ? drawButton('diagram', m.markdown_show_diagram()) : '';
  /* eslint-disable dendro/no-literal-text -- only markup */
  return (
    `<div class="code-block"><header><span>${escape(lang || m.markdown_text())}</span>${draw}` +
    `<button type="button" data-copy="code" ${copy}</button></header>` +
    `<pre tabindex="0"><code data-lang="${escape(lang.toLowerCase())}">${escape(text.replace(/\n$/, ''))}</code></pre></div>`
  );
  /* eslint-enable dendro/no-literal-text */
}

md.renderer.rules.fence = (tokens, at) => codeBlock(tokens[at]?.content ?? '', tokens[at]?.info ?? '');
md.renderer.rules.code_block = (tokens, at) => codeBlock(tokens[at]?.content ?? '', '');

// Formulas stay as they are written until they are asked for. Longer ones are text: a search for their end would
// take a time that is not linear.
const LONGEST_FORMULA = 1_000;
const formulaEnds = new Map([
  ['$$', '$$'],
  ['\\[', '\\]'],
  ['\\(', '\\)'],
]);
md.inline.ruler.before('escape', 'formula', (state, silent) => {
  const { src, pos } = state;
  const end = formulaEnds.get(src.slice(pos, pos + 2));
  const length = end === undefined ? -1 : src.slice(pos + 2, pos + 2 + LONGEST_FORMULA).indexOf(end);
  if (length < 1 || pos + length + 4 > state.posMax) return false;
  if (!silent) state.push('formula', 'span', 0).content = src.slice(pos, pos + length + 4);
  state.pos += length + 4;
  return true;
});
md.renderer.rules.formula = (tokens, at) =>
  // eslint-disable-next-line dendro/no-literal-text -- only markup
  `<span class="formula">${escape(tokens[at]?.content ?? '')}</span>`;

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

// A link shows its address. A link to a file, or to anything else that may not be followed, is text with a tooltip.
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
  'data-draw',
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
  // Only href has an address; the others are text.
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

/** Whether a line nests more quotes and lists than any prose would; the export has the same limit. */
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

/** Renders Markdown. With `typed`, for prompts, line breaks are kept. */
export function markdown(text: string, typed = false): string {
  const key = typed ? `p${text}` : `m${text}`;
  const known = cache.get(key);
  if (known !== undefined) {
    cache.delete(key);
    cache.set(key, known);
    return known;
  }
  md.options.breaks = typed;
  const rendered = isTooDeep(text) ? codeBlock(text, '') : md.render(text);
  const draw = /<span class="formula">/.test(rendered)
    ? drawButton('formulas', m.markdown_show_formulas())
    : '';
  const html = clean(rendered + draw);
  cache.set(key, html);
  if (cache.size > CACHED) {
    const oldest = cache.keys().next();
    if (!oldest.done) cache.delete(oldest.value);
  }
  return html;
}

/** Sanitises HTML from another library, such as that of terminal colours. */
export function trusted(html: string): string {
  return clean(html);
}

import { Colourist } from './colourist';
import type { Language } from './languages';
import { languageOf } from './names';
import type { Token } from './protocol';
import { tokenClass } from './protocol';

/**
 * Code is shown without colours at once, and coloured when the worker is done; the layout stays the same.
 * Large texts are never coloured.
 */
const MOST_CHARS = 200_000;
const MOST_LINES = 3_000;
const LONGEST_LINE = 2_000;

let shared: Colourist | null = null;

function tooLarge(text: string): boolean {
  if (text.length > MOST_CHARS) return true;
  const lines = text.split('\n');
  return lines.length > MOST_LINES || lines.some((line) => line.length > LONGEST_LINE);
}

/** Colours an element that contains only code; returns a function that cancels it. */
function highlightElement(node: HTMLElement, language: Language | undefined): (() => void) | undefined {
  const text = node.textContent;
  return askColours(text, language, (tokens) => {
    if (tokens.length > 0 && node.textContent === text) node.replaceChildren(coloured(text, tokens));
  });
}

/** Requests the colours of a text, for callers that render it themselves; returns a function that cancels it. */
export function askColours(
  text: string,
  language: Language | undefined,
  done: (tokens: Token[]) => void,
): (() => void) | undefined {
  if (language === undefined || text === '' || typeof Worker === 'undefined' || tooLarge(text))
    return undefined;
  shared ??= new Colourist(() => new Worker(new URL('./worker.ts', import.meta.url), { type: 'module' }));
  return shared.ask(text, language, done);
}

/** Colours all code blocks in rendered Markdown; returns a function that cancels it. */
export function highlightIn(node: HTMLElement): () => void {
  const stops = [...node.querySelectorAll<HTMLElement>('code[data-lang]')].map((code) =>
    highlightElement(code, languageOf(code.dataset.lang ?? '')),
  );
  return () => {
    for (const stop of stops) stop?.();
  };
}

function coloured(text: string, tokens: Token[]): DocumentFragment {
  const out = document.createDocumentFragment();
  let at = 0;
  for (const token of tokens) {
    const [offset, length] = token;
    if (offset < at) continue;
    if (offset > at) out.append(text.slice(at, offset));
    const span = document.createElement('span');
    span.className = tokenClass(token);
    span.textContent = text.slice(offset, offset + length);
    out.append(span);
    at = offset + length;
  }
  out.append(text.slice(at));
  return out;
}

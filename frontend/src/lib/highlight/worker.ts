import { createCssVariablesTheme, createHighlighterCore } from '@shikijs/core';
import { createOnigurumaEngine } from '@shikijs/engine-oniguruma';
import type { Language } from './languages';
import { loadGrammar } from './languages';
import type { Coloured, Request, Token } from './protocol';
import { classes } from './protocol';

/** Colours code away from the page: grammars are slow where regular expressions are. */
const theme = createCssVariablesTheme({ name: 'dendro', variablePrefix: '--tok-', fontStyle: false });
const highlighter = createHighlighterCore({
  themes: [theme],
  langs: [],
  engine: createOnigurumaEngine(import('@shikijs/engine-oniguruma/wasm-inlined')),
});
const loaded = new Map<Language, Promise<void>>();

function load(language: Language): Promise<void> {
  const known = loaded.get(language);
  if (known) return known;
  const loading = (async () => {
    const grammar = await loadGrammar(language);
    await (await highlighter).loadLanguage(grammar.default);
  })();
  loaded.set(language, loading);
  // One that did not come may come another time.
  loading.catch(() => loaded.delete(language));
  return loading;
}

async function colour({ text, language }: Request): Promise<Token[]> {
  await load(language);
  const lines = (await highlighter).codeToTokensBase(text, { lang: language, theme: 'dendro' });
  const tokens: Token[] = [];
  for (const line of lines) {
    for (const token of line) {
      const name = /--tok-token-([a-z-]+)/.exec(token.color ?? '')?.[1] ?? '';
      const index = classes.findIndex((c) => c.names.includes(name));
      if (index >= 0) tokens.push([token.offset, token.content.length, index]);
    }
  }
  return tokens;
}

addEventListener('message', (event: MessageEvent<Request>) => {
  const { id } = event.data;
  colour(event.data).then(
    (tokens) => postMessage({ id, tokens } satisfies Coloured),
    () => postMessage({ id, tokens: null } satisfies Coloured),
  );
});

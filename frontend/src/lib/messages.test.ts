import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { languages } from './locale';
import { load } from './messages';

const MESSAGES = join(import.meta.dirname, '..', '..', 'messages');

interface Variants {
  declarations: string[];
  selectors: string[];
  match: Record<string, string>;
}
type Message = string | [Variants];

function read(language: string): Map<string, Message> {
  const text = readFileSync(join(MESSAGES, `${language}.json`), 'utf8');
  return new Map(Object.entries(JSON.parse(text) as Record<string, Message>));
}

const texts = (message: Message) =>
  typeof message === 'string' ? [message] : Object.values(message[0].match);

/** Parameters and tags of a text, in no order. */
const used = (text: string) => new Set(text.match(/\{[#/]?\w+\/?\}/g) ?? []);

/** What a message is given, and what of it all of its texts together show. */
function shape(message: Message) {
  const shown = [...new Set(texts(message).flatMap((text) => [...used(text)]))].sort();
  return typeof message === 'string' ? { shown } : { ...message[0], match: undefined, shown };
}

const english = read('en');

it.each(Object.keys(languages))(
  '%s has every message, with the parameters and tags of the English one',
  (language) => {
    const translated = read(language);
    expect([...translated.keys()].sort()).toEqual([...english.keys()].sort());
    for (const [key, message] of english) {
      expect(shape(translated.get(key) ?? ''), key).toEqual(shape(message));
      for (const text of texts(translated.get(key) ?? '')) expect(text.trim(), key).not.toBe('');
    }
  },
);

it.each(Object.keys(languages))('%s has a text for each of its plural forms', (language) => {
  const forms = new Intl.PluralRules(language).resolvedOptions().pluralCategories;
  for (const [key, message] of read(language)) {
    if (typeof message === 'string') continue;
    const [{ declarations, selectors, match }] = message;
    const plurals = selectors.filter((name) => declarations.some((d) => d.startsWith(`local ${name} =`)));
    for (const name of plurals)
      for (const form of forms)
        expect(
          Object.keys(match).some((pattern) => pattern.split(', ').includes(`${name}=${form}`)),
          `${key}: ${name}=${form}`,
        ).toBe(true);
  }
});

it('has no message that nothing uses', () => {
  const src = join(import.meta.dirname, '..');
  const sources = readdirSync(src, { recursive: true, encoding: 'utf8' })
    .filter((file) => /\.(?:ts|svelte)$/.test(file) && !/paraglide|\.test\.ts$/.test(file))
    .map((file) => readFileSync(join(src, file), 'utf8'))
    .join('\n');
  const words = new Set(sources.match(/\bm\.(\w+)/g));
  expect([...english.keys()].filter((key) => !words.has(`m.${key}`))).toEqual([]);
});

it('has one message for a text', () => {
  const all = Object.keys(languages).map(read);
  const keys = new Map<string, string>();
  for (const key of english.keys()) {
    const said = JSON.stringify(all.map((messages) => messages.get(key)));
    expect(keys.get(said), `${key} says the same`).toBeUndefined();
    keys.set(said, key);
  }
});

it('is English where the file of a language does not load', async () => {
  const given = (text: string) => () => Promise.resolve({ text });
  const catalogue = { en: given('en'), de: given('de'), ja: given('ja'), zh: given('zh') };
  expect(await load(catalogue, 'de')).toEqual({ text: 'de' });
  const broken = { ...catalogue, de: () => Promise.reject(new Error('no file')) };
  expect(await load(broken, 'de')).toEqual({ text: 'en' });
});

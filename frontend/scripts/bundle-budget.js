// Fails the build when a part of the window grows over its budget: the window must paint at once.
import { readFileSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';

/** In KB. The first paint needs the entry bundle, and one language's messages. */
const budgets = { entry: 460, paint: 490, lazy: 220 };
const dist = join(import.meta.dirname, '..', 'dist');
const assets = readdirSync(join(dist, 'assets'));
const read = (file) => readFileSync(join(dist, 'assets', file), 'utf8');
const size = (file) => statSync(join(dist, 'assets', file)).size / 1024;
const sum = (files) => files.reduce((n, file) => n + size(file), 0);
const largest = (files) => files.reduce((a, b) => (size(a) > size(b) ? a : b));
const kb = (n) => `${n.toFixed(0)} KB`;

const html = readFileSync(join(dist, 'index.html'), 'utf8');
const entries = [...html.matchAll(/(?:src|href)="\.\/assets\/([^"]+\.js)"/g)].map((m) => m[1]);
if (entries.length === 0) throw new Error('bundle budget: index.html names no script');
// A language has two files, of which the first paint needs the one with the button of every error.
const texts = assets.filter((file) => /^(?:en|de|ja|zh)-[\w-]+\.js$/.test(file));
const early = texts.filter((file) => read(file).includes('action_retry'));
if (early.length !== 4) throw new Error('bundle budget: not one file of first messages for each language');
const language = largest(early);
// The worker that highlights loads its engine, and a grammar when a language is first shown.
const isGrammar = (file) => file.startsWith('wasm') || /\bscopeName\b/.test(read(file));
const lazy = assets.filter((file) => file.endsWith('.js') && !entries.includes(file) && !isGrammar(file));
const part = largest(lazy);
const entry = sum(entries);

console.log(
  `entry bundle ${kb(entry)} of ${kb(budgets.entry)}; with ${language} ${kb(entry + size(language))} of ${kb(budgets.paint)}; ` +
    `largest lazy part ${part} ${kb(size(part))} of ${kb(budgets.lazy)}; all assets ${kb(sum(assets))}`,
);
const over = [
  entry > budgets.entry && 'the entry bundle is',
  entry + size(language) > budgets.paint && `the entry bundle with ${language} is`,
  ...lazy.map((file) => size(file) > budgets.lazy && `${file} is`),
].filter(Boolean);
for (const what of over) console.error(`bundle budget: ${what} too large`);
if (over.length > 0) process.exit(1);

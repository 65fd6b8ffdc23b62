import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';

/** Lists that the window itself makes, with keys that are unique. */
const OWN = new Set([
  'FIELDS (field)',
  'Object.entries(languages) (id)',
  'Object.entries(permissions) (mode)',
  'PREFIXES (sign)',
  'SORTS (sort)',
  'SPANS (id)',
  'STATES (value)',
  'TIMES (time.value)',
  '[0, 1] (i)',
  "[['back', ArrowLeft], ['forward', ArrowRight]] (id)",
  'actions (id)',
  'choices (id)',
  'columns (id)',
  'commands (command.id)',
  'densities (d.id)',
  'flags (flag.id)',
  'formats (id)',
  'found (top)',
  'groups (group)',
  'history.ownRoots (root.path)',
  'ids (id)',
  'kinds (kind)',
  'leave.presets (item)',
  'list (id)',
  'list (one)',
  'options (id)',
  'rails(above, place.dashed[0]) (rail.at)',
  'rails(below, place.dashed[1]) (rail.at)',
  'rows (query)',
  'scopes (id)',
  'scopes (scope.id)',
  'search.answers.list.list (section.name)',
  'sections (group)',
  'strands (s.lane)',
  'ticks (row)',
  'view.shown (column.id)',
  'views (id)',
  'whats (id)',
]);
/** Keys of virtual rows. */
const ROW = /^(?:item|row)\.key$/;

/** The each blocks of a component whose key is no index: file, list and key. */
function valueKeys(file: string): { list: string; key: string }[] {
  const source = readFileSync(join(import.meta.dirname, file), 'utf8');
  return [...source.matchAll(/\{#each (.+?) as (.+?)(?:, (\w+))? \((.+?)\)\}/g)]
    .filter(([, , , index, key]) => index !== key)
    .map(([, list = '', , , key = '']) => ({ list, key }));
}

it('keys what a history may hold twice by its index: Svelte throws at the second of two equal keys', () => {
  const files = readdirSync(import.meta.dirname, { recursive: true, encoding: 'utf8' });
  const byValue = files
    .map((file) => file.replaceAll('\\', '/'))
    .filter((file) => file.endsWith('.svelte') && !file.startsWith('test/'))
    .flatMap((file) => valueKeys(file).map(({ list, key }) => ({ file, list, key })));
  expect(byValue.length).toBeGreaterThan(10);
  const wrong = byValue.filter(({ list, key }) => !ROW.test(key) && !OWN.has(`${list} (${key})`));
  expect(wrong).toEqual([]);
});

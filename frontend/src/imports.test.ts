import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { expect, it } from 'vitest';

const SRC = import.meta.dirname;
const read = (file: string) => readFileSync(join(SRC, file), 'utf8');

/** The static imports between the sources, without tests. */
function graph(): Map<string, string[]> {
  const files = readdirSync(SRC, { recursive: true, encoding: 'utf8' })
    .map((file) => file.replaceAll('\\', '/'))
    .filter((file) => /\.(?:ts|svelte)$/.test(file) && !/\.test\.ts$|^test\//.test(file));
  const known = new Set(files);
  const named = /^\s*(?:import|export)\s[^;]*?from '(\.[^']+)';/gm;
  const imports = new Map<string, string[]>();
  for (const file of files) {
    const found = [...read(file).matchAll(named)].flatMap(([, path = '']) => {
      const to = relative(SRC, join(SRC, dirname(file), path)).replaceAll('\\', '/');
      return [to, `${to}.ts`].filter((name) => known.has(name));
    });
    imports.set(file, found);
  }
  return imports;
}

/** The ways from a source back to itself, each said once. */
function circles(imports: ReadonlyMap<string, readonly string[]>): string[] {
  const out: string[] = [];
  const done = new Set<string>();
  const way: string[] = [];
  const go = (file: string) => {
    const at = way.indexOf(file);
    if (at >= 0) out.push([...way.slice(at), file].join(' > '));
    if (at >= 0 || done.has(file)) return;
    way.push(file);
    for (const to of imports.get(file) ?? []) go(to);
    way.pop();
    done.add(file);
  };
  for (const file of imports.keys()) go(file);
  return out;
}

it('finds a circle where there is one', () => {
  const bent = new Map([
    ['a', ['b']],
    ['b', ['c']],
    ['c', ['b', 'd']],
    ['d', []],
  ]);
  expect(circles(bent)).toEqual(['b > c > b']);
});

it('has no circles between sources, also none of types', () => {
  const imports = graph();
  expect(imports.size).toBeGreaterThan(200);
  expect(imports.get('model/app.svelte.ts')).toContain('model/navigator.svelte.ts');
  // The rows of an agent are rows again.
  const again =
    'panes/thread/RowView.svelte > panes/thread/rows/AgentLine.svelte > panes/thread/rows/Sidechain.svelte';
  expect(circles(imports)).toEqual([`${again} > panes/thread/RowView.svelte`]);
});

/** The folder of a source: of the model and the panes, the one below. */
function folderOf(file: string): string {
  const [top = '', next = '', more] = file.split('/');
  return more === undefined || top === 'lib' ? (next === '' ? 'main' : top) : `${top}/${next}`;
}

it('has no circles between folders', () => {
  const folders = new Map<string, string[]>();
  for (const [file, to] of graph()) {
    const from = folderOf(file);
    const others = to.map(folderOf).filter((folder) => folder !== from);
    folders.set(from, [...(folders.get(from) ?? []), ...others]);
  }
  expect(folders.size).toBeGreaterThan(20);
  expect(circles(folders)).toEqual([]);
});

const FLOORS = ['lib', 'model', 'panes', 'window', 'main.ts'];

it('imports only downwards: window > panes > model > lib', () => {
  const floor = (file: string) => FLOORS.indexOf(file.split('/')[0] ?? '');
  const upwards = [...graph()].flatMap(([file, to]) =>
    to.filter((name) => floor(name) > floor(file)).map((name) => `${file} > ${name}`),
  );
  expect([...graph().keys()].filter((file) => floor(file) < 0)).toEqual([]);
  expect(upwards).toEqual([]);
});

it('lets no pane import another one', () => {
  const pane = (file: string) => (file.startsWith('panes/') ? file.split('/')[1] : undefined);
  const across = [...graph()].flatMap(([file, to]) =>
    to
      .filter((name) => ![undefined, 'common', pane(file)].includes(pane(name)))
      .map((name) => `${file} > ${name}`),
  );
  expect(across.filter((line) => line.startsWith('panes/'))).toEqual([]);
});

it('lets no state look into the page', () => {
  const looks = /\bdocument\b\s*\.|\bgetSelection\(|querySelector|requestAnimationFrame/;
  const states = [...graph().keys()].filter(
    (file) => file.endsWith('.svelte.ts') && !file.startsWith('lib/'),
  );
  expect(states.filter((file) => looks.test(read(file)))).toEqual([]);
});

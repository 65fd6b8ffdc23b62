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
  expect(imports.get('app.svelte.ts')).toContain('navigator.svelte.ts');
  // The rows of an agent are rows again.
  const again =
    'features/thread/RowView.svelte > features/thread/rows/AgentLine.svelte > features/thread/rows/Sidechain.svelte';
  expect(circles(imports)).toEqual([`${again} > features/thread/RowView.svelte`]);
});

it('keeps the leaf libraries free of what the window is made of', () => {
  const upwards = [...graph()]
    .filter(([file]) => file.startsWith('lib/'))
    .flatMap(([file, to]) =>
      to.filter((name) => !name.startsWith('lib/')).map((name) => `${file} > ${name}`),
    );
  expect(upwards).toEqual([]);
});

it('gives no feature the whole window', () => {
  const whole = ['app.svelte.ts', 'provide.ts', 'App.svelte'];
  const reached = [...graph()].flatMap(([file, to]) =>
    file.startsWith('features/') ? to.filter((name) => whole.includes(name)).map(() => file) : [],
  );
  expect(reached).toEqual([]);
});

it('lets no state look into the page', () => {
  const looks = /\bdocument\b\s*\.|\bgetSelection\(|querySelector|requestAnimationFrame/;
  const states = [...graph().keys()].filter(
    (file) => file.endsWith('.svelte.ts') && !file.startsWith('lib/'),
  );
  expect(states.filter((file) => looks.test(read(file)))).toEqual([]);
});

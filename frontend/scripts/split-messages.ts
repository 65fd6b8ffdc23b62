import { existsSync, readFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import type { Plugin } from 'vite';

const src = join(import.meta.dirname, '..', 'src');
const rest = join(src, 'lib', 'messages-rest.ts');
/** These load the messages. */
const own = [rest, join(src, 'lib', 'messages.ts')];
const compiled = /\/paraglide\/messages\/\w+\.js(\?rest)?$/;
const imported = /^\s*(?:import|export)\s(?!type\b)[^;()]*?'(\.[^']+)';/gm;

/** The modules that a module imports statically, directly or not, and the messages that they use. */
function usedBy(entry: string) {
  const modules = new Set([entry]);
  const messages = new Set<string>();
  for (const file of modules) {
    const code = readFileSync(file, 'utf8');
    for (const [, key = ''] of code.matchAll(/\bm\.(\w+)/g)) messages.add(key);
    for (const [, path = ''] of code.matchAll(imported)) {
      const to = resolve(dirname(file), path);
      const found = [to, `${to}.ts`].find((name) => /\.(?:ts|svelte)$/.test(name) && existsSync(name));
      if (found) modules.add(found);
    }
  }
  return { modules, messages };
}

/** Adds what `allMessages` waits for before each import that a module makes while it runs. */
export function waiting(code: string): string {
  const changed = code.replace(
    /\bimport\((\s*['"`]\.[^'"`]+['"`]\s*)\)/g,
    (_, path: string) => `allMessages().then(() => import(${path}))`,
  );
  return changed === code ? code : `import { allMessages } from ${JSON.stringify(rest)};\n${changed}`;
}

/**
 * Splits the catalogue of each language: the messages of all modules that are loaded before the first paint, and the
 * rest, for which whatever those modules import later waits.
 */
export function splitMessages(): Plugin[] {
  let early = usedBy(join(src, 'main.ts'));
  return [
    {
      name: 'split-messages',
      apply: 'build',
      enforce: 'pre',
      buildStart() {
        early = usedBy(join(src, 'main.ts'));
      },
      transform(code, id) {
        const part = compiled.exec(id);
        if (!part) return null;
        // The bundler leaves out everything that nobody exports.
        const isOther = (key: string) => early.messages.has(key) !== (part[1] === undefined);
        return code.replace(/^export (const (\w+))/gm, (all, own: string, key: string) =>
          isOther(key) ? own : all,
        );
      },
    },
    {
      name: 'wait-for-messages',
      apply: 'build',
      enforce: 'post',
      transform: (code, id) => (early.modules.has(id) && !own.includes(id) ? waiting(code) : null),
    },
  ];
}

import { existsSync, readFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import type { Plugin } from 'vite';

const src = join(import.meta.dirname, '..', 'src');
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

/**
 * Splits the catalogue of each language: the messages of all modules that are loaded before the first paint, and the
 * rest. A module that is loaded later gets `m` from lib/messages-rest, which waits for them.
 */
export function splitMessages(): Plugin {
  let early = usedBy(join(src, 'main.ts'));
  const rest = join(src, 'lib', 'messages-rest.ts');
  return {
    name: 'split-messages',
    apply: 'build',
    enforce: 'pre',
    buildStart() {
      early = usedBy(join(src, 'main.ts'));
    },
    resolveId(source, importer) {
      if (!importer || !/(?:^|\/)messages$/.test(source)) return null;
      const [from = ''] = importer.split('?');
      const isLater = from.startsWith(src) && from !== rest && !early.modules.has(from);
      return isLater && resolve(dirname(from), source) === join(src, 'lib', 'messages') ? rest : null;
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
  };
}

import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import type { Plugin } from 'vite';

/** The directories of the packages whose code ends up in the window, also in its workers. */
const packages = new Set<string>();

/** Writes them to a file: `build/notice` collects their licences. */
export function bundled(file: string): Plugin {
  return {
    name: 'bundled-packages',
    apply: 'build',
    generateBundle(_options, bundle) {
      for (const chunk of Object.values(bundle)) {
        for (const id of chunk.type === 'chunk' ? chunk.moduleIds : chunk.originalFileNames) {
          const found = /^.*\/(node_modules\/(?:@[^/]+\/)?[^/]+)\//.exec(id.replace(/^\0/, ''));
          if (found?.[1]) packages.add(found[1]);
        }
      }
      mkdirSync(dirname(file), { recursive: true });
      writeFileSync(file, JSON.stringify([...packages].sort(), null, 1) + '\n');
    },
  };
}

// Compiles the message catalogue into src/paraglide, a file for each language, where it has changed.
import { readFileSync, statSync, utimesSync } from 'node:fs';
import { join } from 'node:path';
import process from 'node:process';
import { compile } from '@inlang/paraglide-js';

const frontend = join(import.meta.dirname, '..');
const settings = join(frontend, 'project.inlang', 'settings.json');
const registry = join(import.meta.dirname, 'registry.js');
const languages = ['en', 'de', 'ja', 'zh'];
const sources = [
  settings,
  import.meta.filename,
  registry,
  ...languages.map((l) => join(frontend, 'messages', `${l}.json`)),
];
const outdir = join(frontend, 'src', 'paraglide');

const changed = (file) => statSync(file, { throwIfNoEntry: false })?.mtimeMs ?? 0;
const compiled = changed(join(outdir, 'messages.js'));
if (sources.some((file) => changed(file) > compiled)) {
  await compile({
    project: join(frontend, 'project.inlang'),
    outdir,
    // lib/messages.ts loads one language; paraglide itself never chooses one.
    outputStructure: 'locale-modules',
    strategy: ['baseLocale'],
    isServer: 'false',
    emitReadme: false,
    additionalFiles: { 'registry.js': readFileSync(registry, 'utf8') },
  });
  // Files that would be the same are not written again: the one that is compared gets the time of this run.
  const now = new Date();
  utimesSync(join(outdir, 'messages.js'), now, now);
}
// The compiler keeps timers for half a minute: what there was to do is done.
process.exit();

// Fails the build when the entry bundle grows over its budget: the window must paint at once.
import { readFileSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';

const budget = 460 * 1024;
const dist = join(import.meta.dirname, '..', 'dist');
const html = readFileSync(join(dist, 'index.html'), 'utf8');
const entries = [...html.matchAll(/(?:src|href)="\.\/(assets\/[^"]+\.js)"/g)].map((m) => m[1]);
if (entries.length === 0) throw new Error('bundle budget: index.html names no script');
const bytes = entries.reduce((sum, file) => sum + statSync(join(dist, file)).size, 0);
const kb = (n) => `${(n / 1024).toFixed(0)} KB`;
const all = readdirSync(join(dist, 'assets')).reduce((n, f) => n + statSync(join(dist, 'assets', f)).size, 0);
console.log(`entry bundle ${kb(bytes)} of ${kb(budget)}; all assets ${kb(all)}`);
if (bytes > budget) {
  console.error('bundle budget: the entry bundle is too large');
  process.exit(1);
}

import { readdirSync, readFileSync } from 'node:fs';
import { expect, it } from 'vitest';

// A mark that moves without an end costs the window a share of a core for as long as a session runs.
it('moves nothing for ever but the bar of an export under way', () => {
  const files = readdirSync('src', { recursive: true, encoding: 'utf8' })
    .filter((file) => /\.(svelte|css)$/.test(file))
    .filter((file) => /\binfinite\b/.test(readFileSync(`src/${file}`, 'utf8')));
  expect(files).toEqual(['panes/export/ExportDialog.svelte']);
});

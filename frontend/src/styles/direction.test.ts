import { readdirSync, readFileSync } from 'node:fs';
import { expect, it } from 'vitest';

// Left and right depend on the script: layout uses the start and end of lines.
it('says start and end where it means the lines', () => {
  const physical = /(?<![\w-])(?:margin|padding|border)-(?:left|right):|text-align: (?:left|right)/;
  const files = readdirSync('src', { recursive: true, encoding: 'utf8' }).filter(
    (file) => /\.(svelte|css)$/.test(file) && physical.test(readFileSync(`src/${file}`, 'utf8')),
  );
  expect(files).toEqual([]);
});

import { expect, test } from 'vitest';
import { waiting } from '../scripts/split-messages';

test('whatever a module imports while it runs waits for all messages', () => {
  const code = waiting(
    `import a from './a';\nconst b = () => import('./b.svelte');\nconst c = import("../c");\n`,
  );
  expect(code).toContain(`const b = () => allMessages().then(() => import('./b.svelte'));`);
  expect(code).toContain(`const c = allMessages().then(() => import("../c"));`);
  expect(code).toContain(`import a from './a';`);
  expect(code).toMatch(/^import \{ allMessages \} from ".*messages-rest\.ts";/);
});

test('a module that imports nothing while it runs is left alone', () => {
  expect(waiting(`import a from './a';\n`)).toBe(`import a from './a';\n`);
});

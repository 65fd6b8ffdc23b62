import { app } from './harness/app';
import { rulesOf, serious } from './harness/axe';
import { expect, test } from './harness/test';
import { Window } from './harness/window';

/** Texts of the thread of each chat, in their order. */
const chats: [name: string, texts: (string | RegExp)[]][] = [
  [
    'Messages from elsewhere',
    [
      'planner',
      'Another session',
      'Please bump the narwhal timeout to 30 s',
      /telegram/,
      'Channel',
      'Fix the walrus header',
      'Coordinator',
      'Take over the lighthouse',
      'Automatic',
      'Check the deploy of the ferry',
      'stoker',
      'Teammate',
      'The boiler holds',
    ],
  ],
  ['Calls that share an id', ['albatross.go', 'bittern.go', 'cormorant.go']],
  ['Results without a call', ['Result without a call', 'a gannet that nobody called', 'a second wind']],
  ['Prompts that were queued', ['Use red/green tests please, wolverine', 'And lint it, pangolin']],
  ['Documents and pictures', ['[Document] chart.pdf', /The tide turns at noon, axolotl/, 'Read these notes']],
  ['Damaged lines', [/2 unreadable lines/, 'Behind the hole, narwhal', 'On the same line, beluga']],
];

for (const theme of ['light', 'dark'] as const) {
  test(`situations from strangers' histories are shown in ${theme}`, async ({ page }) => {
    const window = new Window(page);
    await page.emulateMedia({ colorScheme: theme });
    await window.open(app.strangeURL);
    await expect(page.locator('html')).toHaveAttribute('data-theme', theme);
    for (const [name, texts] of chats) {
      await window.openChat(name);
      await expect(window.thread).toContainText(`The end of: ${name}`);
      for (const text of texts) await window.find(window.thread.getByText(text).first());
      expect(await serious(page, rulesOf(theme)), name).toEqual([]);
    }
  });
}

test('a copy of a session is shown as what it is', async ({ page }) => {
  const window = new Window(page);
  await window.open(app.strangeURL);
  await window.openChat('Copies of a file');
  await window.node(/okapi/).click();
  await expect(window.thread).toContainText('The okapi was seen.');
  await expect(window.node(/okapi/)).toContainText('Copy');
  expect(await serious(page)).toEqual([]);
});

test('a hit in a message from elsewhere opens it', async ({ page }) => {
  const window = new Window(page);
  await window.open(app.strangeURL);
  await page.keyboard.press('Control+Shift+F');
  await page.keyboard.type('narwhal timeout');
  await expect(page.getByRole('option').first()).toBeVisible();
  await page.keyboard.press('Enter');
  await expect(window.thread.getByText('Please bump the narwhal timeout to 30 s').first()).toBeVisible();
});

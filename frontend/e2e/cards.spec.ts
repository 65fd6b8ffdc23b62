import { rulesOf, serious } from './harness/axe';
import type { Window } from './harness/window';
import { expect, test } from './harness/test';

/** A tool line of testdata/cards, and what its open card shows. */
const cards: [line: RegExp, card: string][] = [
  [/Bash.*go test/, '.output .ansi'],
  [/Output.*bash_7/, '.output'],
  [/Read.*beds\/bed\.go/, '.lines .tok-keyword'],
  [/Read.*plan\.png/, 'img'],
  [/Read.*notes\.ipynb/, '.prose h1'],
  [/Write.*gravel\.go/, '.lines'],
  [/Edit.*beds\/bed\.go.*\+4/, '.diff .add .tok-keyword'],
  [/Edit.*list\.go/, '.diff mark'],
  [/Edit.*notes\.ipynb/, '.lines'],
  [/Grep.*Bed/, '.hit'],
  [/Glob/, '.names li'],
  [/Plan.*1 of 3/, 'li.in_progress'],
  [/Tasks/, 'li .badge'],
  [/Ask.*Which path/, 'li.chosen'],
  [/Plan.*A wall/, '.prose li'],
  [/Search.*hedges/, 'button.link'],
  [/Fetch.*gone.*404/, '.asked'],
  [/weather · forecast/, 'dl'],
  [/Workflow.*Walk every bed/, 'ol li'],
];

/** Opens the session with all its calls, also those in folded runs. */
async function openAll(window: Window): Promise<void> {
  await openTools(window);
  await window.page.keyboard.press('e');
}

/** Opens the session and waits for it: until then the thread shows the one before. */
async function openTools(window: Window): Promise<void> {
  await window.openChat('One of each tool');
  await expect(window.thread).toContainText('The last command never came back.');
}

test('a call of every tool opens to the card that fits it', async ({ cards: window }) => {
  await openAll(window);
  for (const [line, inside] of cards) {
    const tool = await window.find(window.tool(line));
    await expect(tool).toHaveAttribute('aria-expanded', 'true');
    const card = tool.locator('xpath=..').locator('.card');
    await expect(card.locator(inside).first(), `${line.source} shows ${inside}`).toBeVisible();
    await tool.click();
    await expect(tool).toHaveAttribute('aria-expanded', 'false');
  }
});

test('an output kept in a file of its own is loaded whole', async ({ cards: window }) => {
  await openAll(window);
  await window.find(window.tool(/Bash.*garden list/));
  await window.thread.getByRole('button', { name: /Load full output/ }).click();
  await expect(window.thread).toContainText('bed 1199: rowan');
});

test('a row is copied with all of an output kept in a file of its own', async ({ cards: window }) => {
  await openAll(window);
  const tool = await window.find(window.tool(/Bash.*garden list/));
  const whole = window.page.waitForResponse(/\/spilled\/toolu_spilled\.txt$/);
  await tool.hover();
  await window.page.keyboard.press('Shift+C');
  expect(await (await whole).text()).toContain('bed 1199: rowan');
  await expect(window.status).toContainText('Row copied');
});

test('changes are shown in two columns, with the lines between them', async ({ cards: window }) => {
  await openTools(window);
  const edit = await window.find(window.tool(/Edit.*beds\/bed\.go.*\+4/));
  if ((await edit.getAttribute('aria-expanded')) === 'false') await edit.click();
  await window.thread.getByRole('button', { name: 'Show side by side' }).first().click();
  await expect(window.thread.locator('.split')).toContainText('in one row');
  await window.thread.getByRole('button', { name: /Show 8 unchanged lines/ }).click();
  await expect(window.thread.locator('.split')).toContainText('// Bed is a bed of one plant.');
  await window.thread.getByRole('button', { name: 'Show inline' }).click();
  await expect(window.thread.locator('.diff')).toContainText('// Bed is a bed of one plant.');
});

test('long lines are broken or scrolled', async ({ cards: window }) => {
  await openTools(window);
  const wrap = () => window.page.locator('html').getAttribute('data-wrap');
  const before = await wrap();
  await window.page.keyboard.press('w');
  await expect.poll(wrap).not.toBe(before);
  await window.page.keyboard.press('w');
  await expect.poll(wrap).toBe(before);
});

for (const theme of ['light', 'dark'] as const) {
  test(`axe finds nothing serious in the open cards in ${theme}`, async ({ cards: window }) => {
    const { page } = window;
    await page.emulateMedia({ colorScheme: theme });
    await openTools(window);
    await page.keyboard.press('e');
    await window.thread.evaluate((e) => e.scrollTo({ top: 0 }));
    const found = new Set<string>();
    for (let step = 0; step < 14; step++) {
      await page.waitForTimeout(150);
      const rest = step === 0 ? undefined : '[role=feed]';
      for (const wrong of await serious(page, rulesOf(theme), rest)) found.add(wrong);
      await window.thread.evaluate((e) => e.scrollBy({ top: e.clientHeight * 0.9 }));
    }
    expect([...found]).toEqual([]);
  });
}

test('the pictures of a branch are listed, shown large, and lead to their turn', async ({
  cards: window,
}) => {
  await window.openChat('One of each tool');
  await window.page.keyboard.press('Shift+P');
  const dialog = window.page.getByRole('dialog', { name: 'Pictures' });
  const small = dialog.getByRole('button', { name: /^Picture, Turn/ });
  await expect(small.first()).toBeFocused();
  await window.page.keyboard.press('Enter');
  const large = dialog.getByRole('img', { name: /^Picture, Turn/ });
  await expect(large).toBeVisible();
  expect(await large.evaluate((node: HTMLImageElement) => node.naturalWidth)).toBeGreaterThan(0);
  await dialog.getByRole('button', { name: 'Go to turn' }).click();
  await expect(dialog).toHaveCount(0);
});

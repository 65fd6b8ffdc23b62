import type { Page } from '@playwright/test';
import { expect, test } from './harness/test';

/** The focused element as a screen reader announces it. */
const focused = (page: Page) =>
  page.evaluate(() => {
    const at = document.activeElement;
    const id = at?.getAttribute('aria-activedescendant');
    const row = id ? document.getElementById(id) : at;
    return {
      role: row?.getAttribute('role') ?? row?.tagName.toLowerCase(),
      text: row?.textContent ?? '',
      /** Which of how many it is, on which level. */
      place: ['posinset', 'setsize', 'level'].map((name) => Number(row?.getAttribute(`aria-${name}`) ?? 0)),
    };
  });

test('a chat is found, walked, read to what failed, followed into its agent and resumed by keys alone', async ({
  demo,
}) => {
  const { page } = demo;
  await page.keyboard.press('Control+p');
  await page.keyboard.type('token bucket');
  await expect(demo.results.getByRole('option').first()).toContainText('Token bucket');
  await page.keyboard.press('Enter');
  await expect(demo.tree).toBeFocused();
  await expect(page).toHaveTitle(/^Token bucket for the upload API: /);

  await page.keyboard.press('Home');
  const { role, place } = await focused(page);
  expect([role, place[0], place[2]]).toEqual(['treeitem', 1, expect.any(Number)]);
  expect(place[1]).toBeGreaterThan(0);
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('ArrowUp');
  await expect(demo.node(/^Retry with jitter/)).toHaveAttribute('aria-selected', 'true');

  await page.keyboard.press('Control+3');
  await page.keyboard.press('g');
  await page.keyboard.press('g');
  await expect(demo.thread.locator('.item').first()).toBeInViewport();
  for (let i = 0; i < 3; i++) await page.keyboard.press('n');
  await expect(demo.thread.locator('.item.cursor')).toBeFocused();
  await expect(demo.thread.locator('.item.cursor')).toBeInViewport();
  const row = await focused(page);
  expect(row.role).toBe('article');
  expect(row.place[0]).toBeGreaterThan(1);
  expect(row.place[1]).toBeGreaterThanOrEqual(row.place[0] ?? 0);
  await page.keyboard.press('Space');
  await expect(demo.thread.locator('.item.cursor .card')).toBeVisible();
  await page.keyboard.press('Space');
  await expect(demo.thread.locator('.item.cursor .card')).toHaveCount(0);

  const agent = demo.thread.locator('.item.cursor', { hasText: /Agent.*Explore/ });
  await page.keyboard.press('g');
  await page.keyboard.press('g');
  for (let i = 0; i < 400 && (await agent.count()) === 0; i++) await page.keyboard.press('j');
  await expect(agent).toBeFocused();
  await page.keyboard.press('Enter');
  const way = page.getByRole('navigation', { name: 'Agent' });
  await expect(way).toContainText('Explore');
  await expect(demo.thread).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(way).toHaveCount(0);

  await page.keyboard.press('r');
  await expect(page.getByLabel('Command', { exact: true })).toContainText('claude --resume');
  await page.keyboard.press('Escape');
});

test('a failure stands a third down the pane, what a key opens is in view, and e moves no row', async ({
  demo,
}) => {
  const { page } = demo;
  await demo.openChat('Token bucket for the upload API');
  await demo.node(/^Retry with jitter/).click();
  await page.keyboard.press('Control+3');
  const cursor = demo.thread.locator('.item.cursor');
  /** Where the row of the cursor begins and ends, in parts of the pane. */
  const place = () =>
    cursor.evaluate((item) => {
      const [box, view] = [item, item.closest('[role=feed]') ?? item].map((e) => e.getBoundingClientRect());
      if (!box || !view) throw new Error('no pane');
      return [box.top, box.bottom].map((y) => Math.round((100 * (y - view.top)) / view.height));
    });
  await page.keyboard.press('g');
  await page.keyboard.press('g');
  await page.keyboard.press('n');
  await expect(cursor).toBeFocused();
  await expect.poll(async () => (await place())[0]).toBe(33);
  for (let i = 0; i < 6; i++) await page.keyboard.press('j');
  await expect(cursor).toBeFocused();
  const before = await place();
  await page.keyboard.press('e');
  await expect(demo.thread.locator('.card').first()).toBeVisible();
  await expect.poll(place).toEqual(before);
  await page.keyboard.press('Shift+E');
  await expect(demo.thread.locator('.card')).toHaveCount(0);
  await expect.poll(place).toEqual(before);
});

test('back leads to the row that was left, with what was open there', async ({ demo }) => {
  const { page } = demo;
  await demo.openChat('Token bucket for the upload API');
  await page.keyboard.press('Control+3');
  await page.keyboard.press('[');
  await page.keyboard.press('[');
  // The row at the top of the view, and how far it has scrolled past: heights above it are estimates.
  const place = () =>
    demo.thread.evaluate((view) => {
      const top = view.getBoundingClientRect().top;
      const first = [...view.querySelectorAll('.item')]
        .filter((item) => item.getBoundingClientRect().bottom > top + 1)
        .sort((a, b) => a.getBoundingClientRect().top - b.getBoundingClientRect().top)[0];
      const passed = top - (first?.getBoundingClientRect().top ?? 0);
      return `${first?.getAttribute('data-index') ?? ''} ${String(Math.round(passed / 4))}`;
    });
  const before = await demo.still(place);
  await demo.node(/^Leaky bucket/).click();
  await expect.poll(place).not.toBe(before);
  await page.keyboard.press('Alt+ArrowLeft');
  await expect.poll(place).toBe(before);
});

test('a command is given another key, also after one that is taken', async ({ demo }) => {
  const { page } = demo;
  await page.keyboard.press('?');
  const sheet = page.getByRole('dialog', { name: 'Keyboard shortcuts' });
  // One that no other test presses: the window may close before it has written the reset.
  const key = sheet.getByRole('button', { name: /of “Decrease tree row height”:/ });
  const before = await key.textContent();
  await key.click();
  await expect(key).toContainText('Press a key');
  await page.keyboard.press('Control+k');
  await expect(sheet.getByRole('status')).toContainText('is already used by');
  await expect(key).toContainText('Press a key');
  await page.keyboard.press('Control+y');
  await expect(key).toContainText('Ctrl+Y');
  await sheet.getByRole('button', { name: 'Reset', exact: true }).click();
  await expect(key).toHaveText(before ?? '');
});

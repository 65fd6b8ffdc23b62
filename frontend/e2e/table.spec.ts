import { expect, test } from './harness/test';

test('the table of chats has the keyboard and a row for each chat, and the search covers it', async ({
  demo,
}) => {
  const { page } = demo;
  await page.keyboard.press('Shift+A');
  const dialog = page.getByRole('dialog', { name: 'Table of chats' });
  const grid = dialog.getByRole('grid');
  await expect(grid).toBeFocused();
  const rows = grid.getByRole('row');
  const all = Number(await grid.getAttribute('aria-rowcount'));
  expect(all).toBeGreaterThan(5);
  await expect(rows).toHaveCount(all);

  await page.keyboard.press('Control+Shift+F');
  await expect(dialog).toBeHidden();
});

test('Ctrl+A selects the rows of the table, after a click on one, too', async ({ demo }) => {
  const { page } = demo;
  await page.keyboard.press('Shift+A');
  const grid = page.getByRole('dialog', { name: 'Table of chats' }).getByRole('grid');
  await expect(grid).toBeFocused();
  const chosen = grid.getByRole('row', { selected: true });
  const all = Number(await grid.getAttribute('aria-rowcount')) - 1;
  const text = () => page.evaluate(() => String(getSelection()));
  await page.keyboard.press('Control+a');
  await expect(chosen).toHaveCount(all);
  await grid.getByRole('row').nth(2).click();
  await expect(chosen).toHaveCount(0);
  await expect(grid).toBeFocused();
  await page.keyboard.press('Control+a');
  await expect(chosen).toHaveCount(all);
  expect(await text()).toBe('');
});

test('the table shows the chats that a search from it found', async ({ demo }) => {
  const { page } = demo;
  await page.keyboard.press('Shift+A');
  const dialog = page.getByRole('dialog', { name: 'Table of chats' });
  const grid = dialog.getByRole('grid');
  await expect(grid).toBeFocused();
  const all = await grid.getByRole('row').count();
  await page.keyboard.press('Control+Shift+F');
  await expect(dialog).toBeHidden();
  await page.keyboard.type('limiter');
  // Only when the search is complete.
  await expect(page.getByRole('button', { name: 'Show these in the list' })).toBeEnabled();
  await page.keyboard.press('Alt+Enter');
  await expect(dialog).toBeVisible();
  await expect(grid).toBeFocused();
  expect(await grid.getByRole('row').count()).toBeLessThan(all);
  await expect(dialog.getByRole('button', { name: 'limiter' })).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();
});

for (const width of [720, 2560]) {
  test(`the table fits a window of ${String(width)} pixels`, async ({ demo }) => {
    const { page } = demo;
    await page.setViewportSize({ width, height: 900 });
    await page.keyboard.press('Shift+A');
    const dialog = page.getByRole('dialog', { name: 'Table of chats' });
    await expect(dialog.getByRole('grid')).toBeFocused();
    const clipped = await dialog
      .locator('header, footer')
      .evaluateAll((bars) =>
        bars.flatMap((bar) =>
          [...bar.querySelectorAll('button')]
            .filter((button) => button.getBoundingClientRect().right > innerWidth)
            .map((button) => button.textContent),
        ),
      );
    expect(clipped).toEqual([]);
  });
}

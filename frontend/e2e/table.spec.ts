import { expect, test } from './harness/test';

test('the table of chats is sorted, limited by a search and left by the keyboard alone', async ({ demo }) => {
  const { page } = demo;
  await page.keyboard.press('Shift+A');
  const dialog = page.getByRole('dialog', { name: 'Table of chats' });
  const grid = dialog.getByRole('grid');
  await expect(grid).toBeFocused();
  const rows = grid.getByRole('row');
  const all = Number(await grid.getAttribute('aria-rowcount'));
  expect(all).toBeGreaterThan(5);
  await expect(rows).toHaveCount(all);

  // The search covers the table; what it found limits both.
  await page.keyboard.press('Control+Shift+F');
  await expect(dialog).toBeHidden();
  await page.keyboard.type('limiter');
  await expect(page.getByRole('option').first()).toBeVisible();
  await expect(page.locator('footer.status')).toContainText('Indexed at');
  await page.keyboard.press('Alt+Enter');
  await expect(dialog).toBeVisible();
  await expect(dialog.getByRole('button', { name: 'Clear search' })).toBeVisible();
  await expect.poll(() => rows.count()).toBeLessThan(all);

  // Tab goes to the headings, Enter sorts.
  await grid.focus();
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await expect(grid.getByRole('columnheader', { name: 'Title' })).toHaveAttribute('aria-sort', 'ascending');
  await grid.focus();
  await page.keyboard.press('Home');
  const title = (await grid.locator('.cursor .title').textContent())?.trim() ?? '';
  await page.keyboard.press('Enter');
  await expect(dialog).toBeHidden();
  await expect(page.getByRole('heading', { level: 1 })).toContainText(title);
});

for (const width of [720, 2560]) {
  test(`the table fits a window of ${String(width)} pixels`, async ({ demo }) => {
    const { page } = demo;
    await page.setViewportSize({ width, height: 900 });
    await page.keyboard.press('Shift+A');
    const dialog = page.getByRole('dialog', { name: 'Table of chats' });
    await expect(dialog.getByRole('grid')).toBeFocused();
    await page.keyboard.press('Control+A');
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

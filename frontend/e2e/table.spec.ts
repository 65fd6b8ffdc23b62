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

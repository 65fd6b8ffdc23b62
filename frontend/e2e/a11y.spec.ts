import { serious } from './harness/axe';
import { expect, test } from './harness/test';

for (const theme of ['light', 'dark'] as const) {
  test(`axe finds nothing serious in ${theme}`, async ({ demo }) => {
    const { page } = demo;
    await page.emulateMedia({ colorScheme: theme });
    await expect(page.locator('html')).toHaveAttribute('data-theme', theme);
    await demo.openChat('Token bucket for the upload API');
    expect(await serious(page)).toEqual([]);

    await page.keyboard.press('e');
    await page.waitForTimeout(500);
    expect(await serious(page)).toEqual([]);
    await page.keyboard.press('Shift+E');

    await page.getByRole('button', { name: 'Resume', exact: true }).click();
    await expect(page.getByLabel('Command', { exact: true })).toBeVisible();
    expect(await serious(page)).toEqual([]);
    await page.keyboard.press('Escape');

    for (const [key, name] of [
      ['?', 'Keys'],
      ['Control+Comma', 'Settings'],
      ['Control+k', 'Go to'],
      ['Control+Shift+H', 'Health of the history'],
      ['Control+e', 'Export'],
      ['v', 'Raw record'],
      ['Shift+O', 'The forest'],
    ] as const) {
      await page.keyboard.press(key);
      await expect(page.getByRole('dialog', { name })).toBeVisible();
      await page.waitForTimeout(200);
      expect(await serious(page), name).toEqual([]);
      await page.keyboard.press('Escape');
      await expect(page.getByRole('dialog')).toHaveCount(0);
    }

    await demo.node(/^Add metrics/).click();
    await demo.node(/^Retry with jitter/).click({ modifiers: ['Shift'] });
    await expect(page.getByRole('dialog', { name: 'Compare two branches' })).toBeVisible();
    await page.waitForTimeout(200);
    expect(await serious(page), 'compare').toEqual([]);
    await page.keyboard.press('Escape');

    await page.keyboard.press('Control+Shift+F');
    await page.keyboard.type('limiter -flag in:replies,tools');
    await expect(page.getByRole('option').first()).toBeVisible();
    expect(await serious(page), 'search').toEqual([]);
    await page.keyboard.type(' before:never');
    await page.waitForTimeout(500);
    expect(await serious(page), 'a query with a mistake').toEqual([]);
  });
}

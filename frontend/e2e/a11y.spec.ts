import { rulesOf, serious } from './harness/axe';
import { expect, test } from './harness/test';

const DIALOG = '[role=dialog]';

for (const theme of ['light', 'dark'] as const) {
  test(`axe finds nothing serious in ${theme}`, async ({ demo }) => {
    const { page } = demo;
    await page.emulateMedia({ colorScheme: theme });
    await expect(page.locator('html')).toHaveAttribute('data-theme', theme);
    await demo.openChat('Token bucket for the upload API');
    expect(await serious(page, rulesOf(theme))).toEqual([]);

    await page.keyboard.press('e');
    await page.waitForTimeout(500);
    expect(await serious(page, rulesOf(theme))).toEqual([]);
    await page.keyboard.press('Shift+E');

    await page.getByRole('button', { name: 'Resume', exact: true }).click();
    await expect(page.getByLabel('Command', { exact: true })).toBeVisible();
    expect(await serious(page, rulesOf(theme))).toEqual([]);
    await page.keyboard.press('Escape');

    for (const [key, name] of [
      ['?', 'Keyboard shortcuts'],
      ['Control+Comma', 'Settings'],
      ['Control+Shift+H', 'History health'],
      ['Control+e', 'Export'],
      ['v', 'Raw record'],
      ['Shift+O', 'Timeline'],
      ['Shift+A', 'Table of chats'],
      ['Shift+D', 'Usage'],
      ['Shift+M', 'Notes and bookmarks'],
      ['F2', 'Name and note of this chat'],
      ['x', 'Files at turn'],
    ] as const) {
      await page.keyboard.press(key);
      await expect(page.getByRole('dialog', { name })).toBeVisible();
      await page.waitForTimeout(200);
      expect(await serious(page, rulesOf(theme), DIALOG), name).toEqual([]);
      await page.keyboard.press('Escape');
      await expect(page.getByRole('dialog')).toHaveCount(0);
    }

    await demo.node(/^Add metrics/).click();
    await demo.node(/^Retry with jitter/).click({ modifiers: ['Shift'] });
    await expect(page.getByRole('dialog', { name: 'Compare branches' })).toBeVisible();
    await page.waitForTimeout(200);
    expect(await serious(page, rulesOf(theme), DIALOG), 'compare').toEqual([]);
    await page.keyboard.press('Escape');

    await page.keyboard.press('Control+Shift+F');
    await page.keyboard.type('limiter -flag in:replies,tools');
    const hit = page.getByRole('option', { name: /limiter/ }).filter({ has: page.locator('.snippet') });
    await expect(hit.first()).toBeVisible();
    expect(await serious(page, rulesOf(theme)), 'search').toEqual([]);
    await page.keyboard.press('Enter');
    await expect(demo.results).toHaveCount(0);
    await page.keyboard.press('Control+Shift+F');
    await page.keyboard.press('End');
    await page.keyboard.type(' before:never');
    await page.waitForTimeout(500);
    expect(await serious(page, rulesOf(theme)), 'a query with a mistake').toEqual([]);
    await demo.search.clear();
    await page.keyboard.press('ArrowDown');
    await expect(demo.results.locator('[aria-selected=true] .remove')).toBeVisible();
    expect(await serious(page, rulesOf(theme)), 'searches of before').toEqual([]);
  });
}

test('large text, forced colours and no motion take nothing away', async ({ demo }) => {
  const { page } = demo;
  // The largest zoom, 200 %, leaves this window the room of one of 720 pixels.
  await page.setViewportSize({ width: 1440, height: 900 });
  for (let i = 0; i < 6; i++) await page.keyboard.press('Control+Equal');
  const fits = () =>
    page.evaluate(() => document.documentElement.scrollWidth <= document.documentElement.clientWidth);
  const running = () => page.evaluate(() => document.getAnimations().length);
  for (const media of [
    { colorScheme: 'light', forcedColors: 'none', reducedMotion: 'reduce' },
    { colorScheme: 'dark', forcedColors: 'none', reducedMotion: 'reduce' },
    { colorScheme: 'dark', forcedColors: 'active', reducedMotion: 'reduce' },
  ] as const) {
    const how = `${media.colorScheme}, forced colours ${media.forcedColors}`;
    await page.emulateMedia(media);
    await expect(page.locator('html')).toHaveAttribute('data-theme', media.colorScheme);
    await expect(demo.thread.getByRole('article').first()).toBeVisible();
    const rules = media.forcedColors === 'active' ? 'all but contrast' : rulesOf(media.colorScheme);
    expect(await serious(page, rules), how).toEqual([]);
    expect(await fits(), how).toBe(true);
    for (const [key, name] of [
      ['Control+Comma', 'Settings'],
      ['?', 'Keyboard shortcuts'],
      ['Control+Shift+H', 'History health'],
      ['Control+e', 'Export'],
    ] as const) {
      await page.keyboard.press(key);
      await expect(page.getByRole('dialog', { name })).toBeVisible();
      expect(await running(), how).toBe(0);
      expect(await serious(page, rules, DIALOG), `${name}, ${how}`).toEqual([]);
      await page.keyboard.press('Escape');
      await expect(page.getByRole('dialog')).toHaveCount(0);
    }
  }
  await page.keyboard.press('Control+0');
});

import type { Page } from '@playwright/test';
import { expect, test } from './harness/test';

/** Languages by the tag and the name they have in the settings, with a text of each. */
const LANGUAGES = [
  ['en', 'Settings'],
  ['de', 'Einstellungen'],
  ['ja', '設定'],
  ['zh', '设置'],
] as const;

/** The least size of the window, and that of a laptop. */
const SIZES = [
  { width: 1440, height: 900 },
  { width: 720, height: 480 },
];

/**
 * Buttons whose own text does not fit: it runs over an edge, or is cut without an ellipsis. Rows of
 * lists hold text of the history, which may be of any length.
 */
const clipped = (page: Page) =>
  page.evaluate(() => {
    const found: string[] = [];
    const rows = '[role=option], [role=treeitem], [role=article], [role=row], .sr-only';
    for (const button of document.querySelectorAll<HTMLElement>(
      'button, select, [role=tab], [role=menuitem]',
    )) {
      const box = button.getBoundingClientRect();
      const shown = button.checkVisibility({ visibilityProperty: true, opacityProperty: true });
      if (box.width === 0 || !shown || button.closest(rows)) continue;
      let scrolls = false; // its container scrolls to it
      for (let at = button.parentElement; at; at = at.parentElement)
        scrolls ||= /auto|scroll/.test(getComputedStyle(at).overflowX) && at.scrollWidth > at.clientWidth;
      const name = `${button.className} “${button.textContent.trim().slice(0, 60)}”`;
      if (!scrolls && button.textContent.trim() !== '' && (box.left < -1 || box.right > innerWidth + 1))
        found.push(`outside of the window: ${name}`);
      const texts = document.createTreeWalker(button, NodeFilter.SHOW_TEXT);
      while (texts.nextNode()) {
        const text = texts.currentNode;
        const parent = text.parentElement;
        // A browser lays out options by itself.
        if (!parent || parent.closest('.sr-only, option') || text.textContent?.trim() === '') continue;
        if (getComputedStyle(parent).textOverflow === 'ellipsis') continue;
        const range = document.createRange();
        range.selectNodeContents(text);
        const { left, right } = range.getBoundingClientRect();
        if (left < box.left - 1 || right > box.right + 1) found.push(`clipped: ${name}`);
      }
    }
    return [...new Set(found)];
  });

async function chooseLanguage(page: Page, language: string) {
  await page.keyboard.press('Control+,');
  const choice = page.locator('.dialog.settings select', { has: page.locator('option[value=ja]') });
  await choice.selectOption(language);
  await expect(page.locator('html')).toHaveAttribute('lang', language === '' ? /./ : language);
  await expect(page.locator('.dialog')).toHaveCount(0);
  await expect(page.locator('[data-pane=tree] [role=treeitem]').first()).toBeVisible();
}

// Wails' development script writes to its socket while the page loads again.
test.use({ expected: /reading 'send'/ });

for (const [language, settings] of LANGUAGES)
  test(`the window in ${language} has every button whole, and dates of its own`, async ({ demo }) => {
    const { page } = demo;
    await demo.openChat('Token bucket for the upload API');
    await chooseLanguage(page, language);
    try {
      await expect(page).toHaveTitle(/^Token bucket for the upload API/);
      for (const size of SIZES) {
        await page.setViewportSize(size);
        const check = async (state: string) => {
          // What floats finds its position a moment after it appears.
          const name = `${language}, ${state}, ${size.width} px`;
          await expect.poll(() => clipped(page), { message: name, timeout: 10_000 }).toEqual([]);
        };
        await check('the window');
        for (const [state, keys] of [
          ['settings', 'Control+,'],
          ['shortcuts', '?'],
          ['health', 'Control+Shift+h'],
          ['resume', 'r'],
        ] as const) {
          await page.keyboard.press('Control+3');
          await page.keyboard.press(keys);
          const layer = page.locator('.dialog, .resume-popover').first();
          await expect(layer).toBeVisible();
          if (state === 'settings') await expect(layer).toContainText(settings);
          await check(state);
          await page.keyboard.press('Escape');
          await expect(layer).toBeHidden();
        }
        await page.keyboard.press('Control+i');
        await check('the inspector');
        await page.keyboard.press('Control+i');
        await page.keyboard.press('Control+Shift+f');
        await page.keyboard.type('bucket');
        await expect(page.locator('[id^=hit-], [role=option]').first()).toBeVisible();
        await check('the search');
        await page.keyboard.press('Escape');
        await page.keyboard.press('Escape');
      }
    } finally {
      // The next tests use the same settings.
      await page.setViewportSize({ width: 1440, height: 900 });
      await demo.reopen();
      await chooseLanguage(page, '');
    }
  });

test.describe('of which the file does not load', () => {
  test.use({ expected: /reading 'send'|ERR_FAILED/ });

  test('the window is in English', async ({ demo }) => {
    const { page } = demo;
    await page.route(/\/assets\/de-[\w-]+\.js$/, (route) => route.abort());
    await chooseLanguage(page, 'de');
    try {
      await page.keyboard.press('Control+,');
      await expect(page.getByRole('dialog', { name: 'Settings' })).toBeVisible();
      await page.keyboard.press('Escape');
    } finally {
      await chooseLanguage(page, '');
    }
  });
});

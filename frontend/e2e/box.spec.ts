import { rulesOf, serious } from './harness/axe';
import { expect, test } from './harness/test';

test('finds a turn by what is remembered of it, and opens it with three keys', async ({ demo }) => {
  const { page } = demo;
  await page.keyboard.press('Control+k');
  await expect(demo.search).toBeFocused();
  await expect(demo.search).toBeFocused();
  await page.keyboard.insertText('websockets instead of polling');
  await page.keyboard.press('Enter');
  await expect(demo.tree).toBeVisible();
  await expect(demo.thread.locator('.row.shown')).toBeInViewport();
  await expect(demo.thread).toBeFocused();
  await page.keyboard.press('Alt+ArrowLeft');
  await expect(demo.search).toHaveValue('websockets instead of polling');
});

test('continues from a turn: the plan comes first', async ({ demo }) => {
  const { page } = demo;
  await page.keyboard.press('Control+Shift+F');
  await expect(demo.search).toBeFocused();
  await page.keyboard.insertText('websockets instead of polling');
  await expect(demo.results.locator('.turn').first()).toBeVisible();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Control+Enter');
  await expect(page.getByLabel('Command', { exact: true })).toBeVisible();
  await page.keyboard.press('Escape');
});

test('returns to the very place with Esc, wherever the arrows led', async ({ demo }) => {
  const { page } = demo;
  const title = await page.title();
  await demo.chats.focus();
  await page.keyboard.press('/');
  await expect(demo.search).toBeFocused();
  await expect(demo.search).toBeFocused();
  await page.keyboard.insertText('postgres migration');
  await expect(demo.results.locator('.turn').first()).toBeVisible();
  for (let i = 0; i < 4; i++) {
    await page.keyboard.press('ArrowDown');
    await page.waitForTimeout(200);
  }
  await page.keyboard.press('Escape');
  await expect(page).toHaveTitle(title);
  await expect(demo.chats).toBeFocused();
});

test('hands what it found to the list of chats, until that is cleared', async ({ demo }) => {
  const { page } = demo;
  const all = await demo.chatRows.count();
  await page.keyboard.press('Control+Shift+F');
  await expect(demo.search).toBeFocused();
  await page.keyboard.insertText('"stale git branch"');
  await page.getByRole('button', { name: 'Show these in the list' }).click();
  await expect(demo.chatRows).toHaveCount(1);
  await expect(demo.chats).toBeFocused();
  await page.getByRole('button', { name: 'Clear search' }).click();
  await expect(demo.chatRows).toHaveCount(all);
});

test('offers what a misspelt word was to be', async ({ demo }) => {
  const { page } = demo;
  await page.keyboard.press('Control+Shift+F');
  await expect(demo.search).toBeFocused();
  await page.keyboard.insertText('postgrse');
  const instead = page.getByText('Did you mean').getByRole('button');
  await expect(instead).toHaveText('postgres');
  await expect(demo.results.locator('.turn').first()).toBeVisible();
  await instead.press('Enter');
  await expect(demo.search).toHaveValue('postgres');
  await expect(page.getByText('Did you mean')).toBeHidden();
});

test('searches for turns like the one at hand, and narrows by a date in words and by failed calls', async ({
  demo,
}) => {
  const { page } = demo;
  await demo.openChat('Token bucket for the upload API');
  await demo.thread.locator('.row').last().click({ button: 'right' });
  await page.getByRole('menuitem', { name: 'Search for turns like this one' }).click();
  await expect(demo.search).toBeFocused();
  await expect(demo.search).toHaveValue(/^\S+ \S+/);
  const turns = demo.results.locator('.turn');
  await expect.poll(() => turns.count(), 'the turn itself, and others').toBeGreaterThan(1);
  // From a turn that was found, to those like it.
  await page.keyboard.press('ArrowDown');
  const before = await demo.search.inputValue();
  await turns.last().click({ button: 'right' });
  await page.getByRole('menuitem', { name: 'Search for turns like this one' }).click();
  await expect(demo.search).not.toHaveValue(before);

  await demo.search.fill('bucket last year');
  await page.getByRole('button', { name: /^Only / }).click();
  await expect(demo.search).toHaveValue(/^bucket after:\d{4}-01-01 before:\d{4}-01-01$/);
  await expect(turns).toHaveCount(0);
  await page.getByRole('button', { name: /^Remove filter before:/ }).click();
  await page.getByRole('button', { name: /^Remove filter after:/ }).click();
  await expect(turns.first()).toBeVisible();
  const all = await turns.count();
  await page.getByRole('button', { name: 'Filters' }).click();
  await page.getByRole('menuitemcheckbox', { name: 'Failed calls' }).click();
  await page.keyboard.press('Escape');
  await expect(demo.search).toHaveValue('bucket is:failed');
  await expect.poll(() => turns.count()).toBeLessThan(all);
});

for (const theme of ['light', 'dark'] as const) {
  test(`is clear to a screen reader, and fits 720 pixels, in ${theme}`, async ({ demo }) => {
    const { page } = demo;
    await page.emulateMedia({ colorScheme: theme });
    await page.keyboard.press('Control+k');
    await expect(demo.results.getByRole('option').first()).toBeVisible();
    expect(await serious(page, rulesOf(theme)), 'nothing typed').toEqual([]);
    await page.setViewportSize({ width: 720, height: 900 });
    await expect(demo.search).toBeFocused();
    await page.keyboard.insertText('upload limit zzqqzz');
    await expect(demo.results.locator('.turn').first()).toBeVisible();
    await page.keyboard.press('ArrowDown');
    const active = await demo.search.getAttribute('aria-activedescendant');
    await expect(page.locator(`[id="${active ?? ''}"]`)).toHaveAttribute('aria-selected', 'true');
    await page.waitForTimeout(400);
    expect(await serious(page, rulesOf(theme)), 'turns').toEqual([]);
    const clipped = await page.locator('aside.search button:visible').evaluateAll((buttons) => {
      const right = document.querySelector('aside.search')?.getBoundingClientRect().right ?? 0;
      return buttons
        .filter((button) => !button.closest('.filters'))
        .filter((button) => button.getBoundingClientRect().right > right + 1)
        .map((button) => button.textContent);
    });
    expect(clipped).toEqual([]);
  });
}

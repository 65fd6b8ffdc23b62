import { expect, test } from './harness/test';

test.describe('the chats', () => {
  test('are listed by project, newest first', async ({ demo }) => {
    await expect(demo.chats).toContainText('upload-api');
    await expect(demo.chats).toContainText('資料庫-migration');
    await expect(demo.chat('Token bucket for the upload API')).toBeVisible();
    await expect(demo.status).toContainText('sessions · 3 projects');
  });

  test('say that this is the demo history', async ({ demo }) => {
    await expect(demo.page.getByText('This is demo data')).toBeVisible();
  });

  test('are walked with the arrows', async ({ demo }) => {
    await demo.page.keyboard.press('Control+1');
    await demo.page.keyboard.press('Home');
    await demo.page.keyboard.press('ArrowDown');
    await demo.page.keyboard.press('Enter');
    await expect(demo.tree).toBeFocused();
    await expect(demo.chats.locator('[aria-selected=true]')).toHaveCount(1);
  });

  test('are chosen by scope, with a sentence where there are none', async ({ demo }) => {
    await demo.page.getByRole('button', { name: 'Starred' }).click();
    await expect(demo.chats).toContainText('No starred chats');
    await demo.page.getByRole('button', { name: 'Show all chats' }).click();
    await expect(demo.chat('Token bucket for the upload API')).toBeVisible();
  });
});

test.describe('the search for chats', () => {
  test('goes to a chat, with the found letters marked', async ({ demo }) => {
    await demo.page.keyboard.press('Control+k');
    await expect(demo.search).toBeFocused();
    await demo.page.keyboard.type('flaky');
    const best = demo.results.getByRole('option').first();
    await expect(best).toContainText('Flaky');
    await expect(best.locator('mark')).toHaveText('Flaky');
    await demo.page.keyboard.press('Enter');
    await expect(demo.page).toHaveTitle(/^Flaky e2e on WebKit/);
    await expect(demo.tree).toContainText('The upload e2e fails on WebKit');
  });

  test('runs a command', async ({ demo }) => {
    await demo.page.keyboard.press('Control+k');
    await expect(demo.search).toBeFocused();
    await demo.page.keyboard.type('>shortcuts');
    await demo.page.keyboard.press('Enter');
    const sheet = demo.page.getByRole('dialog', { name: 'Keyboard shortcuts' });
    await expect(sheet).toBeVisible();
    // The scroll bar overlays the list and is beside the keys.
    const beside = await sheet.getByRole('region', { name: 'All shortcuts' }).evaluate((region) => {
      const keys = [...region.querySelectorAll('kbd')].map((key) => key.getBoundingClientRect().right);
      return region.getBoundingClientRect().right - Math.max(...keys);
    });
    expect(beside).toBeGreaterThanOrEqual(12);
    await demo.page.keyboard.press('Escape');
    await expect(demo.page.getByRole('dialog')).toHaveCount(0);
  });
});

test.describe('the panes', () => {
  test('are resized, remembered, and set back by a double click', async ({ demo }) => {
    const line = demo.page.getByRole('separator', { name: 'Resize chats' });
    const box = await line.boundingBox();
    if (!box) throw new Error('the line has no place');
    await demo.page.mouse.move(box.x, 300);
    await demo.page.mouse.down();
    await demo.page.mouse.move(box.x + 60, 300, { steps: 4 });
    await demo.page.mouse.up();
    const wide = Number(await line.getAttribute('aria-valuenow'));
    expect(wide).toBeGreaterThan(330);
    await demo.saved({ panes: { sidebar: wide } });
    await demo.page.reload();
    await expect(line).toHaveAttribute('aria-valuenow', String(wide));
    await line.dblclick();
    await expect(line).toHaveAttribute('aria-valuenow', '284');
    await demo.saved({ panes: { sidebar: 284 } });
  });
});

test.describe('the theme', () => {
  test('is switched and kept', async ({ demo }) => {
    const html = demo.page.locator('html');
    await demo.page.keyboard.press('Control+Comma');
    await demo.page.getByRole('button', { name: 'Dark' }).click();
    await expect(html).toHaveAttribute('data-theme', 'dark');
    await demo.saved({ theme: 'dark' });
    await demo.page.reload();
    await expect(html).toHaveAttribute('data-theme', 'dark');
    await demo.page.keyboard.press('Control+Comma');
    await demo.page.getByRole('button', { name: 'System' }).click();
    await expect(html).toHaveAttribute('data-theme', 'light');
    await demo.saved({ theme: 'system' });
  });
});

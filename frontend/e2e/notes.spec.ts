import { expect, test } from './harness/test';

test('a bookmark with a note stands at its row, in the tree, the list of all and the search', async ({
  demo,
}) => {
  const { page, thread, tree } = demo;
  await demo.openChat('Token bucket for the upload API');
  await page.keyboard.press('Control+3');
  await page.keyboard.press('g');
  await page.keyboard.press('g');
  const first = thread.getByRole('article').first();
  await expect(first).toBeVisible();
  await page.keyboard.press('j');
  await page.keyboard.press('m');
  await expect(demo.status).toContainText('Bookmarked');
  const mark = thread.locator('.bookmark').first();
  await expect(mark).toHaveText('Bookmark');

  await page.keyboard.press('m');
  const dialog = page.getByRole('dialog', { name: 'Bookmark' });
  await expect(dialog.getByLabel('Note')).toBeFocused();
  await page.keyboard.type('ask about the burst');
  await dialog.getByLabel('Tags', { exact: true }).fill('#to-check');
  await page.keyboard.press('Control+Enter');
  await expect(dialog).toBeHidden();
  await expect(mark).toContainText('ask about the burst');
  await expect(mark).toContainText('#to-check');
  await expect(tree.locator('.badge.marks').first()).toHaveText('1');
  await expect(thread.page().locator('.ticks .mark')).toHaveCount(1);

  await page.keyboard.press('Shift+M');
  const list = page.getByRole('dialog', { name: 'Notes and bookmarks' });
  await list.getByLabel('Filter').fill('burst');
  await expect(list.getByRole('listitem')).toHaveCount(1);
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await expect(list).toBeHidden();
  await expect(mark).toBeVisible();

  await page.keyboard.press('/');
  await demo.search.fill('is:bookmarked');
  await expect(demo.results.getByRole('option')).toHaveCount(1);
  await page.keyboard.press('Escape');
  await page.keyboard.press('Escape');
  await expect(demo.results).toBeHidden();
  await demo.openChat('Token bucket for the upload API');
  await (await demo.find(thread.locator('.bookmark'))).click();
  await page.getByRole('button', { name: 'Remove bookmark' }).click();
  await expect(thread.locator('.bookmark')).toHaveCount(0);
});

test('a chat has the name, the tags and the star that a person gave it, wherever it is named', async ({
  demo,
}) => {
  const { page } = demo;
  const before = 'Token bucket for the upload API';
  await demo.openChat(before);
  await page.keyboard.press('F2');
  const dialog = page.getByRole('dialog', { name: 'Name and note of this chat' });
  await expect(dialog.getByLabel('Name', { exact: true })).toBeFocused();
  await page.keyboard.type('Upload limits');
  await dialog.getByLabel('Tags', { exact: true }).fill('release');
  await dialog.getByLabel('Note').fill('before the launch');
  await dialog.getByRole('button', { name: 'Save' }).click();
  const row = demo.chat('Upload limits');
  await expect(row).toContainText('#release');
  await expect(page.locator('[data-pane=tree] h2')).toHaveText('Upload limits');
  await expect(page).toHaveTitle(/Upload limits/);

  await page.keyboard.press('Control+1');
  await page.keyboard.press('*');
  await expect(row.locator('.star.on')).toBeVisible();
  await page.keyboard.press('Control+p');
  await page.keyboard.type('uplo lim');
  await expect(demo.results.getByRole('option').first()).toContainText('Upload limits');
  await page.keyboard.press('Escape');
  await page.keyboard.press('Escape');
  await expect(demo.results).toBeHidden();
  await page.keyboard.press('Control+i');
  const inspector = page.getByRole('complementary', { name: 'Inspector' });
  await expect(inspector).toContainText('before the launch');
  await page.keyboard.press('Control+i');

  await demo.reopen();
  await expect(row).toContainText('#release');
  await row.click({ button: 'right' });
  await page.getByRole('menuitem', { name: /^Name, tags and note/ }).click();
  await dialog.getByRole('button', { name: 'Remove' }).click();
  await expect(dialog).toBeHidden();
  await expect(demo.chat(before)).toBeVisible();
  await page.keyboard.press('Control+1');
  await page.keyboard.press('*');
  await expect(demo.chat(before).locator('.star.on')).toBeHidden();
});

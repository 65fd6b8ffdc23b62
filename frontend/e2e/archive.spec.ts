import { rm, utimes } from 'node:fs/promises';
import { app } from './harness/app';
import { expect, test } from './harness/test';
import { Window } from './harness/window';

// Between the deletion and the copy that is unpacked, the chat does not exist.
test.use({ expected: /404/ });

test('a session that expires is kept when asked, and stays a chat when Claude Code has deleted it', async ({
  page,
}) => {
  const { url, file } = app.keep;
  const old = new Date(Date.now() - 26 * 86_400_000);
  await utimes(file, old, old);
  const window = new Window(page);
  await window.open(url);
  const question = page.getByRole('status').filter({ hasText: /deletes 1 session within a week/ });
  await expect(async () => {
    await page.reload();
    await expect(question).toBeVisible({ timeout: 3_000 });
  }).toPass();
  await question.getByRole('button', { name: 'Keep all' }).click();
  await expect(question).toBeHidden();

  const settings = page.getByRole('dialog', { name: 'Settings' });
  await expect(async () => {
    await page.keyboard.press('Control+,');
    await expect(settings.getByRole('group', { name: 'Archive' })).toContainText('1 session,', {
      timeout: 2_000,
    });
  }).toPass();
  await page.keyboard.press('Escape');
  await expect(settings).toBeHidden();

  await rm(file);
  const chat = window.chatRows;
  await expect(chat).toContainText('Archived');
  await expect(chat).toHaveCount(1);
  await chat.click();
  await expect(window.thread).toContainText('They go deeper than the file.');
  await chat.click({ button: 'right' });
  const item = (name: RegExp) => page.getByRole('menuitem', { name });
  await expect(item(/^Restore to Claude Code/)).toBeEnabled();
  await expect(item(/^Keep in archive/)).toBeDisabled();
});

test('a session that is deleted while it is open can be kept', async ({ page }) => {
  const { url, file } = app.lost;
  const window = new Window(page);
  await window.open(url);
  await window.chatRows.click();
  await expect(window.thread).toContainText('They go deeper than the file.');
  await rm(file);
  const banner = page.getByRole('status').filter({ hasText: 'This session was deleted from disk.' });
  await banner.getByRole('button', { name: 'Keep in archive' }).click();
  await expect(window.status).toContainText('1 session kept');
  await expect(window.chatRows).toContainText('Archived');
  await expect(banner).toBeHidden();
  await expect(window.thread).toContainText('They go deeper than the file.');
});

import { expect, test } from './harness/test';

test('prompts of deleted sessions are found by the search, and listed', async ({ demo }) => {
  const { page } = demo;
  await page.keyboard.press('/');
  await demo.search.fill('deadline upstream');
  await page.getByRole('button', { name: '1 prompt of a deleted session' }).click();
  const dialog = page.getByRole('dialog', { name: 'Prompts of deleted sessions' });
  await expect(dialog).toContainText('give every upstream call a deadline');
  await expect(dialog.getByRole('heading', { level: 3 })).toContainText('upload-api');
  await dialog.getByLabel('Filter').fill('timeouts 311');
  await expect(dialog).toContainText('the load test says');
  await dialog.getByLabel('Filter').fill('');
  await expect(dialog.getByRole('button', { name: 'Copy the prompt' })).toHaveCount(3);
  await dialog.getByLabel('Filter').fill('nothing like it');
  await expect(dialog).toContainText('No prompt matches');
  await page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();
});

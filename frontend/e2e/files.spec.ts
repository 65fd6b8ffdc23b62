import { expect, test } from './harness/test';

test('the files at a turn: what it changed, what followed, and the content', async ({ demo }) => {
  const { page } = demo;
  await demo.openChat('Token bucket for the upload API');
  await demo.node(/^Wire the limiter/).click({ button: 'right' });
  await page.getByRole('menuitem', { name: /^Files at this turn/ }).click();
  const dialog = page.getByRole('dialog', { name: /^Files at turn/ });
  const file = dialog.getByRole('button', { name: /router\.go/ });
  await file.click();
  await expect(file).toHaveAttribute('aria-current', 'true');
  await expect(file).toContainText('upload/');
  await expect(dialog.locator('.diff-line.add').first()).toContainText('l *limit.Limiter');
  await expect(dialog.locator('.diff-line.del')).toHaveCount(2);
  await dialog.getByRole('button', { name: 'Content' }).click();
  await expect(dialog.locator('.diff-line').first()).toContainText('package upload');
  // The demo's directory does not exist, so that nobody knows the current files.
  await expect(dialog.getByRole('button', { name: 'Since then' })).toBeDisabled();
  await page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();
});

test('a branch without copies shows what its calls made, and says so', async ({ demo }) => {
  const { page } = demo;
  await demo.openChat('Why is the cold start 4 s?');
  await page.keyboard.press('Control+3');
  await page.keyboard.press('x');
  await expect(page.getByRole('dialog')).toContainText('its result is what its calls made of the files');
  await page.keyboard.press('Escape');
});

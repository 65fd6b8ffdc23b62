import { serious } from './harness/axe';
import { expect, test } from './harness/test';

test.beforeEach(async ({ demo }) => {
  await demo.page.keyboard.press('Control+Shift+F');
  await expect(demo.page.getByRole('combobox', { name: 'Search everything' })).toBeFocused();
});

test('finds while typing, shows the hit, goes there, and comes back', async ({ demo }) => {
  const { page } = demo;
  const box = page.getByRole('combobox', { name: 'Search everything' });
  const hits = page.getByRole('listbox', { name: /^Hits/ });
  await box.pressSequentially('bucket', { delay: 30 });
  await expect(hits.getByRole('option').first()).toBeVisible();
  await expect(hits.locator('mark').first()).toHaveText(/bucket/i);
  await expect(page.getByRole('status').filter({ hasText: /hits?/ })).toContainText(/\d/);

  await page.keyboard.press('ArrowDown');
  await expect(hits.getByRole('option').first()).toHaveAttribute('aria-selected', 'true');
  await expect(demo.thread.locator('.row.shown')).toBeVisible();
  await expect(demo.thread.locator('.row.shown')).toContainText(/bucket/i);
  const marked = () => page.evaluate(() => CSS.highlights.get('found')?.size ?? 0);
  await expect.poll(marked).toBeGreaterThan(0);

  await page.keyboard.press('Enter');
  await expect(demo.tree).toBeVisible();
  await expect(demo.thread.locator('.row.shown')).toContainText(/bucket/i);
  await page.keyboard.press('Alt+ArrowLeft');
  await expect(box).toHaveValue('bucket');
  await expect(hits.getByRole('option').first()).toBeVisible();
});

test('opens the subagent that holds a hit', async ({ demo }) => {
  const { page } = demo;
  const box = page.getByRole('combobox', { name: 'Search everything' });
  const hits = page.getByRole('listbox', { name: /^Hits/ });
  await box.fill('in:results func');
  const inside = hits.getByRole('option').filter({ hasText: 'in a subagent' }).first();
  await inside.click();
  await expect(demo.thread.locator('.side .row.shown')).toBeInViewport();
});

test('says what is wrong with a query, and where', async ({ demo }) => {
  const box = demo.page.getByRole('combobox', { name: 'Search everything' });
  await box.fill('retry /lim(/');
  await expect(demo.page.getByRole('alert')).toContainText(/regular expression/);
  await expect(box).toHaveAttribute('aria-invalid', 'true');
  await expect(demo.page.locator('.paint .bad')).toHaveText('/lim(/');
});

test('chips write into the query, and the scope narrows it', async ({ demo }) => {
  const { page } = demo;
  const box = page.getByRole('combobox', { name: 'Search everything' });
  await box.fill('the');
  await page.getByRole('button', { name: 'prompts', exact: true }).click();
  await expect(box).toHaveValue('the in:prompts');
  await page.getByRole('button', { name: 'prompts', exact: true }).click();
  await expect(box).toHaveValue('the');
  const total = async () =>
    Number(/[\d,]+/.exec((await page.locator('.said').textContent()) ?? '')?.[0].replace(',', ''));
  // The number of all hits comes after the hits.
  await page.waitForTimeout(600);
  const everywhere = await total();
  await page.getByRole('button', { name: 'This chat' }).click();
  await expect.poll(total).toBeLessThan(everywhere);
  await page.getByRole('button', { name: 'Everything', exact: true }).click();
});

test('the palette searches, and finds projects', async ({ demo }) => {
  const { page } = demo;
  await page.keyboard.press('Escape');
  await page.keyboard.press('Control+k');
  await expect(page.getByRole('dialog', { name: 'Go to' })).toBeVisible();
  await page.keyboard.type('/bucket');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('combobox', { name: 'Search everything' })).toHaveValue('bucket');
  await page.keyboard.press('Control+k');
  await expect(page.getByRole('dialog', { name: 'Go to' })).toBeVisible();
  await page.keyboard.type('@upload');
  await expect(page.getByRole('option', { name: /upload-api/ }).last()).toBeVisible();
  await page.keyboard.press('Escape');
});

for (const theme of ['light', 'dark'] as const) {
  test(`axe finds nothing serious in ${theme}`, async ({ demo }) => {
    const { page } = demo;
    await page.emulateMedia({ colorScheme: theme });
    await page.getByRole('combobox', { name: 'Search everything' }).fill('bucket in:prompts,replies,results');
    await expect(page.getByRole('listbox', { name: /^Hits/ }).getByRole('option').first()).toBeVisible();
    await page.keyboard.press('ArrowDown');
    await page.waitForTimeout(600);
    expect(await serious(page)).toEqual([]);
    await page.getByRole('button', { name: 'What can be searched for' }).click();
    await page.waitForTimeout(300);
    expect(await serious(page)).toEqual([]);
  });
}

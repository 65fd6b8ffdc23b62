import { test as base, expect, type Locator, type Page } from '@playwright/test';
import { app } from './harness/app';
import { slowness } from './harness/slowness';
import { test } from './harness/test';

async function boxOf(place: Locator) {
  const box = await place.boundingBox();
  if (!box) throw new Error('it has no place in the page');
  return box;
}

test.describe('of the demo', () => {
  test('draws all chats over time, and leads into them', async ({ demo }) => {
    const { page } = demo;
    await page.getByRole('button', { name: 'Open timeline' }).click();
    const dialog = page.getByRole('dialog', { name: 'Timeline' });
    const flaky = dialog.getByRole('option', { name: /Flaky e2e/ });
    await expect(flaky).toBeVisible();
    await flaky.click({ position: { x: 60, y: 10 } });
    await expect(dialog).toBeHidden();
    await expect(page.getByRole('heading', { level: 1 })).toContainText('Flaky e2e');
  });

  test('has the colors of a theme that changes while it is open', async ({ demo }) => {
    const { page } = demo;
    const dialog = page.getByRole('dialog', { name: 'Timeline' });
    const canvas = dialog.locator('.strip canvas');
    const drawn = () => canvas.evaluate((e: HTMLCanvasElement) => e.toDataURL());
    await page.getByRole('button', { name: 'Open timeline' }).click();
    await expect(canvas).toBeVisible();
    const light = await drawn();
    await page.emulateMedia({ colorScheme: 'dark' });
    await expect.poll(() => page.evaluate(() => document.documentElement.dataset.theme)).toBe('dark');
    await expect.poll(drawn).not.toBe(light);
    const changed = await drawn();
    await page.keyboard.press('Shift+O');
    await expect(dialog).toBeHidden();
    await page.getByRole('button', { name: 'Open timeline' }).click();
    await expect(canvas).toBeVisible();
    await expect.poll(drawn).toBe(changed);
  });

  test('a span keeps the list and a search to it', async ({ demo }) => {
    const { page } = demo;
    const before = await demo.chatRows.count();
    await page.keyboard.press('Shift+O');
    const dialog = page.getByRole('dialog', { name: 'Timeline' });
    const strip = dialog.locator('.strip');
    const box = await boxOf(strip);
    await page.mouse.move(box.x + box.width * 0.8, box.y + 30);
    await page.mouse.down();
    await page.mouse.move(box.x + box.width * 0.9, box.y + 30);
    await page.mouse.move(box.x + box.width - 2, box.y + 30);
    await page.mouse.up();
    const chosen = dialog.getByRole('status');
    await expect(chosen).toContainText('also in the list');
    // Its own key closes it again, as it opened it.
    await page.keyboard.press('Shift+O');
    await expect(dialog).toBeHidden();
    await expect.poll(() => demo.chatRows.count()).toBeLessThan(before);
    await page.getByRole('button', { name: 'Clear time range' }).click();
    await expect.poll(() => demo.chatRows.count()).toBe(before);

    await page.keyboard.press('Shift+O');
    await dialog.getByRole('button', { name: 'Limit list and search to the visible range' }).click();
    await dialog.getByRole('button', { name: 'Search in time range' }).click();
    await expect(page.getByRole('combobox', { name: /Search/ })).toHaveValue(/after:\S+ before:\S+/);
  });
});

/**
 * How long the page computes while something is done, in milliseconds. What else the machine does is not
 * counted, which any piece of work takes longer for.
 */
async function computing(page: Page, work: () => Promise<void>): Promise<number> {
  const client = await page.context().newCDPSession(page);
  await client.send('Performance.enable', { timeDomain: 'threadTicks' });
  const spent = async () => {
    const { metrics } = await client.send('Performance.getMetrics');
    return (metrics.find(({ name }) => name === 'TaskDuration')?.value ?? NaN) * 1_000;
  };
  const before = await spent();
  await work();
  await page.evaluate(
    () => new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn))),
  );
  const after = await spent();
  await client.detach();
  return after - before;
}

/** Opens the timeline of a window that has just been opened; done when it is drawn. */
async function firstPaint(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Open timeline', exact: true }).click();
  await page.waitForFunction(() => {
    const canvas = document.querySelector<HTMLCanvasElement>('.picture .canvas canvas');
    const g = canvas && canvas.width > 300 ? canvas.getContext('2d') : null;
    return g?.getImageData(0, 0, g.canvas.width, g.canvas.height).data.some((v, i) => i % 4 === 3 && v > 100);
  });
}

base('3,000 chats are drawn at once, and zoomed without a stop', async ({ page }) => {
  await page.goto(app.yearURL);
  await expect(page.getByRole('treeitem').first()).toBeVisible();
  await expect(page.locator('footer.status')).toContainText('Indexed at', { timeout: 60_000 });
  const first = await computing(page, () => firstPaint(page));

  const box = await boxOf(page.locator('.picture .canvas'));
  await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2);
  const zooming = await computing(page, async () => {
    for (let i = 0; i < 60; i++) await page.mouse.wheel(0, i < 30 ? -60 : 60);
  });

  console.log(
    `milliseconds of work: ${first.toFixed()} for the first picture, ${zooming.toFixed()} for 60 zooms`,
  );
  const slow = slowness();
  expect(first).toBeLessThan(600 * slow);
  expect(zooming).toBeLessThan(1_000 * slow);

  // The keys walk the chats, and every one of them is there.
  const options = page.getByRole('listbox', { name: /over time/ }).getByRole('option');
  await page.keyboard.press('End');
  await expect(options.last()).toHaveAttribute('aria-setsize', /^3\d{3}$/);
  await expect(options.last()).toHaveAttribute('aria-posinset', /^3\d{3}$/);
});

import type { Page } from '@playwright/test';
import { app } from './harness/app';
import { expect, test } from './harness/test';
import { Window } from './harness/window';

/** A window of this width, with the tree of the chat that has so many branches. */
async function opened(page: Page, branches: number, width: number): Promise<Window> {
  const window = new Window(page);
  await page.goto(app.wideURL);
  await expect(window.thread.getByRole('article').first()).toBeVisible({ timeout: 30_000 });
  await window.openChat(`Spike of ${String(branches)} branches`);
  // In a narrow window the chats stand aside.
  await page.setViewportSize({ width, height: 800 });
  await expect(window.tree.getByRole('treeitem').nth(5)).toBeVisible();
  await page.mouse.move(width - 10, 200);
  return window;
}

/** How many letters are seen of each title that is cut off, without the one that the dots take. */
const seenLetters = (window: Window) =>
  window.tree.locator('[role=treeitem] .title').evaluateAll((titles) =>
    titles.flatMap((title) => {
      const text = title.firstChild;
      if (!(text instanceof Text)) return [];
      const { right } = title.getBoundingClientRect();
      const range = document.createRange();
      let seen = 0;
      for (let i = 0; i < text.length; i++) {
        range.setStart(text, i);
        range.setEnd(text, i + 1);
        if (range.getBoundingClientRect().right <= right + 0.5) seen++;
      }
      return seen < text.length ? [seen - 1] : [];
    }),
  );

/** Where the nodes in view stand, from the left of their graphs. */
const nodesInView = (window: Window) =>
  window.tree.locator('svg.graph').evaluateAll((graphs) =>
    graphs.flatMap((graph) => {
      const list = graph.closest('[role=tree]')?.getBoundingClientRect();
      const { top, bottom } = graph.getBoundingClientRect();
      const x = graph.querySelector('circle')?.getAttribute('cx');
      return list && top >= list.top && bottom <= list.bottom && x ? [Number(x)] : [];
    }),
  );

for (const branches of [32, 166]) {
  test.describe(`${String(branches)} branches`, () => {
    for (const [width, pane] of [
      [1056, 380],
      [720, 302],
    ] as const) {
      test(`leave their titles 24 letters in a pane of ${String(pane)} pixels`, async ({ page }) => {
        const window = await opened(page, branches, width);
        await expect.poll(() => page.locator('section.tree').evaluate((tree) => tree.clientWidth)).toBe(pane);
        const letters = await seenLetters(window);
        expect(letters.length).toBeGreaterThan(5);
        expect(Math.min(...letters)).toBeGreaterThanOrEqual(24);
      });
    }

    test('have lanes of their own where they are read, at the top and further below', async ({ page }) => {
      const window = await opened(page, branches, 1440);
      const first = await nodesInView(window);
      expect(new Set(first).size).toBeGreaterThan(4);
      await window.tree.evaluate((tree) => tree.scrollTo({ top: tree.scrollHeight / 2 }));
      await expect.poll(async () => new Set(await nodesInView(window)).size).toBeGreaterThan(4);
      // Their lines meet at the rows' edges there, too.
      const boxes = await window.tree
        .locator('svg.graph')
        .evaluateAll((all) => all.map((svg) => svg.getBoundingClientRect()).sort((a, b) => a.top - b.top));
      boxes.forEach((box, i) => {
        const next = boxes[i + 1];
        if (next) expect(Math.abs(box.bottom - next.top)).toBeLessThan(0.6);
      });
    });
  });
}

test('a bundle says what runs in it, and a click gives each a lane, to be scrolled to', async ({ page }) => {
  const window = await opened(page, 2000, 1440);
  await window.tree.evaluate((tree) => tree.scrollTo({ top: 1200 }));
  // Its count stands beside the bundle, which runs on below it; of one branch alone nothing is to be said.
  const bundle = () =>
    window.tree.locator('svg.graph text').evaluateAll((counts) => {
      const seen = counts.find((count) => {
        const list = count.closest('[role=tree]')?.getBoundingClientRect();
        const { top, bottom } = count.getBoundingClientRect();
        return Number(count.textContent) > 2 && list && top > list.top + 60 && bottom < list.bottom - 60;
      });
      const box = seen?.getBoundingClientRect();
      return box ? ([box.x - 8, box.bottom + 6] as const) : null;
    });
  await expect.poll(bundle).not.toBeNull();
  const [x, y] = (await bundle()) ?? [0, 0];
  await page.mouse.move(x - 3, y);
  await page.mouse.move(x, y);
  const tip = page.locator('.tip').filter({ hasText: 'side by side' });
  await expect(tip).toContainText(/\d+ branches side by side; a click draws each/);
  await expect(tip).toContainText(/take \d+/);

  const graph = window.tree.locator('svg.graph').first();
  const narrow = await graph.evaluate((svg) => svg.clientWidth);
  await page.mouse.click(x, y);
  // The lanes that come to it are to the right of what is seen.
  const title = window.tree.locator('[role=treeitem] .title').first();
  const before = await title.boundingBox();
  await page.mouse.wheel(120, 0);
  await expect(window.tree.locator('svg.graph g.moved').first()).toHaveAttribute(
    'transform',
    /translate\(-\d/,
  );
  expect(await title.boundingBox()).toEqual(before);
  expect(await graph.evaluate((svg) => svg.clientWidth)).toBeLessThanOrEqual(narrow + 1);
});

test('2,000 branches are drawn, and walked to their end', async ({ page }) => {
  const window = await opened(page, 2000, 1440);
  await expect(page.locator('section.tree')).toContainText('2,000 branches');
  await page.keyboard.press('Control+2');
  await page.keyboard.press('End');
  await expect(window.selectedNode).toContainText('Spike of 2000 branches');
  await expect(window.selectedNode).toBeInViewport();
  const drawn = await window.tree.getByRole('treeitem').count();
  expect(drawn).toBeLessThan(120);
});

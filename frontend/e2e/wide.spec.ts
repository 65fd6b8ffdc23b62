import type { JSHandle, Page } from '@playwright/test';
import { app } from './harness/app';
import { expect, test } from './harness/test';
import { Window } from './harness/window';

/** A window of this width, with the tree of the chat that has so many branches. */
async function opened(page: Page, branches: number, width: number): Promise<Window> {
  const window = new Window(page);
  await page.goto(app.wideURL);
  await expect(window.thread.getByRole('article').first()).toBeVisible({ timeout: 30_000 });
  await window.openChat(`Spike of ${String(branches)} branches`);
  // In a narrow window the chats are hidden.
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

/** The distances of the visible nodes from the left edge of their graphs. */
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
      // Their lines meet at the rows' edges there, too. The selected row stays in the page above the view.
      const boxes = await window.tree.locator('svg.graph').evaluateAll((all) => {
        const list = all[0]?.closest('[role=tree]')?.getBoundingClientRect();
        return all
          .map((svg) => svg.getBoundingClientRect())
          .filter(({ bottom }) => list && bottom > list.top)
          .sort((a, b) => a.top - b.top);
      });
      expect(boxes.length).toBeGreaterThan(10);
      boxes.forEach((box, i) => {
        const next = boxes[i + 1];
        if (next) expect(Math.abs(box.bottom - next.top)).toBeLessThan(0.6);
      });
    });
  });
}

/** A point between the two rails of a bundle in view, where it comes into a row from above. */
async function bundleIn(window: Window): Promise<readonly [x: number, y: number]> {
  const point = () =>
    window.tree.locator('svg.graph g.bundle').evaluateAll((bundles) => {
      for (const bundle of bundles) {
        const rails = [...bundle.querySelectorAll('path')]
          .filter((path) => / 0V/.test(path.getAttribute('d') ?? ''))
          .map((path) => path.getBoundingClientRect());
        const list = bundle.closest('[role=tree]')?.getBoundingClientRect();
        const [left, right] = rails;
        if (!left || !right || !list || left.top < list.top + 60 || left.bottom > list.bottom - 60) continue;
        return [(left.x + right.right) / 2, left.top + 4] as const;
      }
      return null;
    });
  await expect.poll(point).not.toBeNull();
  return (await window.still(point)) ?? [0, 0];
}

/** The tooltip of the line under a point. */
async function toldAt(page: Page, x: number, y: number): Promise<string[]> {
  await page.mouse.move(x - 3, y);
  await page.mouse.move(x, y);
  await expect(page.locator('.tip')).toBeVisible();
  return (await page.locator('.tip').innerText()).split('\n').filter((line) => line.trim() !== '');
}

/** What the branches of the chat that is open are called. */
async function titlesOf(page: Page): Promise<Set<string>> {
  const id = await page
    .locator('aside.sidebar [role=treeitem][aria-selected=true]')
    .evaluate((row) => row.id);
  const chat = /[0-9a-f]{8}-[0-9a-f-]{27}/.exec(id)?.[0] ?? '';
  const answer = await page.request.get(`${app.wideURL}/api/chats/${chat}`);
  type Titled = { title: string }[];
  const { sessions, segments } = (await answer.json()) as { sessions: Titled; segments: Titled };
  return new Set([...sessions, ...segments].map(({ title }) => title));
}

test('a bundle names its branches, and a click gives each a line of its own', async ({ page }) => {
  const window = await opened(page, 2000, 1440);
  await window.tree.evaluate((tree) => tree.scrollTo({ top: 1200 }));
  const [x, y] = await bundleIn(window);
  const [lead = '', ...told] = await toldAt(page, x, y);
  const said = Number(/^(\d+) branches\. Click to show each separately:$/.exec(lead)?.[1]);
  expect(said).toBeGreaterThan(1);
  const others = Number(/^… (\d+) more$/.exec(told.at(-1) ?? '')?.[1] ?? 0);
  const names = others > 0 ? told.slice(0, -1) : told;
  expect(names.length + others).toBe(said);
  const titles = await titlesOf(page);
  const unquoted = (name: string) => name.replace(/^“|”$/g, '');
  for (const name of names) expect(titles).toContain(unquoted(name));

  // All of them are drawn in the row that they run by, and each line says which branch it is.
  const row = (await page.evaluateHandle(
    ([x, y]) => document.elementsFromPoint(x, y).find((e) => e.matches('[role=treeitem]')) ?? null,
    [x, y] as const,
  )) as JSHandle<Element>;
  const lines = () => row.evaluate((e) => e.querySelectorAll('svg.graph .moved > path').length);
  const before = await lines();
  await page.mouse.click(x, y);
  await expect.poll(lines).toBeGreaterThan(before);
  const drawn = await window.still(lines);
  expect(drawn).toBeGreaterThanOrEqual(said);
  const [one = ''] = await toldAt(page, x, y);
  expect(titles).toContain(unquoted(one));
});

test('the lanes of an opened bundle are scrolled to beside titles that stay', async ({ page }) => {
  const window = await opened(page, 2000, 1440);
  await window.tree.evaluate((tree) => tree.scrollTo({ top: 1200 }));
  const [x, y] = await bundleIn(window);
  expect((await toldAt(page, x, y)).join()).toMatch(/take \d+/);
  const graph = window.tree.locator('svg.graph').first();
  const narrow = await graph.evaluate((svg) => svg.clientWidth);
  await page.mouse.click(x, y);
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

test('lanes stand further apart where the pane has room for them', async ({ page }) => {
  const window = await opened(page, 166, 1440);
  const pitch = () =>
    window.still(async () => {
      const at = [...new Set(await nodesInView(window))].sort((a, b) => a - b);
      return Math.min(...at.slice(1).map((x, i) => x - (at[i] ?? 0)));
    });
  const near = await pitch();
  await page.setViewportSize({ width: 2560, height: 1440 });
  await expect.poll(pitch).toBeGreaterThanOrEqual(2 * near);
  expect(Math.min(...(await seenLetters(window)), Infinity)).toBeGreaterThanOrEqual(24);
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

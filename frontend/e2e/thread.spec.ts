import { expect, test } from './harness/test';

test.beforeEach(async ({ demo }) => {
  await demo.openChat('Token bucket for the upload API');
  await demo.node(/^Retry with jitter/).click();
  await demo.page.waitForTimeout(500);
});

test('shows prompts, replies and tool lines', async ({ demo }) => {
  await demo.find(demo.thread.locator('.prompt'));
  await expect(demo.thread.locator('.turn').first()).toContainText(/Turn \d+/);
  await demo.find(demo.thread.locator('.reply .prose'));
  await demo.find(demo.thread.locator('.tool > .line'));
});

test('a tool line opens to its card and closes again', async ({ demo }) => {
  const edit = await demo.find(demo.tool(/^\s*Edit/));
  await edit.click();
  await expect(edit).toHaveAttribute('aria-expanded', 'true');
  await expect(demo.thread.locator('.diff .add').first()).toBeVisible();
  await edit.click();
  await expect(demo.thread.locator('.diff')).toHaveCount(0);
});

test('a failed command says so and shows its output', async ({ demo }) => {
  const bash = await demo.find(demo.tool(/Bash.*exit 1/));
  await bash.click();
  await expect(demo.thread.locator('.card .command').first()).toBeVisible();
  await expect(demo.thread.locator('.card .output').first()).toBeVisible();
});

test('a subagent unfolds in place', async ({ demo }) => {
  const agent = await demo.find(demo.tool(/Agent/));
  await agent.click();
  const side = demo.thread.locator('.side').first();
  await expect(side.locator('.prompt').first()).toBeVisible();
  await expect(side).toContainText(/\w/);
});

test('thinking is one quiet line until it is opened', async ({ demo }) => {
  const think = await demo.find(demo.thread.getByRole('button', { name: /^Thinking/ }));
  await expect(think).toHaveAttribute('aria-expanded', 'false');
  await think.click();
  await expect(think).toHaveAttribute('aria-expanded', 'true');
});

test('a compaction is a divider with its summary folded', async ({ demo }) => {
  const cut = await demo.find(demo.thread.locator('.cut button'));
  await expect(cut).toContainText('Compacted');
  await cut.click();
  await expect(demo.thread.locator('.summary').first()).toBeVisible();
});

test('at a split another branch can be taken', async ({ demo }) => {
  await demo.find(demo.thread.locator('.fork'));
  const before = await demo.page.getByRole('heading', { level: 1 }).textContent();
  await demo.thread.getByRole('button', { name: 'Next branch' }).first().click();
  await expect(demo.page.getByRole('heading', { level: 1 })).not.toHaveText(before ?? '');
});

test('goes from prompt to prompt', async ({ demo }) => {
  await demo.page.keyboard.press('Control+3');
  await demo.page.keyboard.press('Home');
  const top = () => demo.thread.evaluate((e) => e.scrollTop);
  const start = await demo.still(top);
  await demo.page.keyboard.press(']');
  await expect.poll(top).toBeGreaterThan(start);
  const second = await demo.still(top);
  await demo.page.keyboard.press('[');
  await expect.poll(top).toBeLessThan(second);
});

test('scrolls to both ends without a blank row or a jump', async ({ demo }) => {
  const look = () =>
    demo.thread.evaluate((e) => {
      const box = e.getBoundingClientRect();
      const rows = [...e.querySelectorAll('[role=article]')].map((r) => r.getBoundingClientRect());
      const middle = box.top + box.height / 2;
      return { covered: rows.some((r) => r.top <= middle && r.bottom >= middle), top: e.scrollTop };
    });
  await demo.thread.hover();
  for (const wheel of [-900, -900, -900, 900, 900, -900, -900, -900]) {
    await demo.page.mouse.wheel(0, wheel);
    await demo.page.waitForTimeout(120);
    expect((await look()).covered).toBe(true);
  }
});

test('a node that is read unfolds its prompts in place: a click goes there, o folds them', async ({
  demo,
}) => {
  await demo.openChat('Token bucket for the upload API');
  const prompts = demo.tree.getByRole('group', { name: /^Prompts of this node/ }).locator('.turn');
  await expect(prompts).toHaveCount(3);
  await expect(prompts.last()).toHaveClass(/here/);
  await prompts.first().click();
  await expect(prompts.first()).toHaveClass(/here/);
  await demo.page.keyboard.press('o');
  await expect(prompts).toHaveCount(0);
  await demo.page.keyboard.press('o');
  await expect(prompts.first()).toBeVisible();
});

test('a file at the top of its project has its name in the outline', async ({ demo }) => {
  await demo.openChat('zsh prompt shows stale git');
  await expect(demo.tree.getByText('tmux.conf', { exact: true })).toBeVisible();
});

test('a chat without branches is its outline: what was asked, and what that led to', async ({ demo }) => {
  await demo.openChat('Move sessions to Postgres');
  const prompts = demo.tree.getByRole('treeitem');
  await expect(prompts).toHaveCount(3);
  await expect(demo.page.getByText(/Claude resumes after turn/)).toBeVisible();
  await demo.tree.focus();
  await demo.page.keyboard.press('Home');
  await expect(prompts.first()).toHaveAttribute('aria-selected', 'true');
  await expect(demo.thread.locator('.item').first()).toBeInViewport();
  await demo.page.keyboard.press('j');
  await expect(prompts.nth(1)).toHaveAttribute('aria-selected', 'true');
  // The work of a prompt expands in place.
  const file = demo.tree.locator('.file').first();
  await expect(file).toContainText('+');
  await file.click();
  await expect(
    demo.thread
      .locator('.tool')
      .filter({ hasText: /Edit|Write/ })
      .first(),
  ).toBeInViewport();
  // Enter continues from the marked prompt.
  await demo.tree.focus();
  await demo.page.keyboard.press('Enter');
  await expect(demo.page.getByLabel('Command', { exact: true })).toContainText('claude');
});

test('a subagent opens alone, others in it too, and each way back leads to its call', async ({ demo }) => {
  const { page } = demo;
  const agent = await demo.find(demo.tool(/Agent.*Explore/));
  await agent.hover();
  await page.keyboard.press('a');
  const way = page.getByRole('navigation', { name: 'Agent' });
  await expect(way).toContainText('Explore');
  await expect(demo.thread.locator('.prompt')).toHaveCount(1);
  await demo.tool(/Agent.*mobile/).click({ button: 'right' });
  await page.getByRole('menuitem', { name: /Open agent conversation/ }).click();
  await expect(way.getByRole('heading')).toContainText('general-purpose');
  await expect(way.getByRole('button', { name: 'Explore' })).toBeVisible();
  await expect(page.getByRole('menu')).toHaveCount(0); // until then it has the keys
  await page.keyboard.press('Control+f');
  await page.keyboard.type('retry');
  await expect(page.locator('main.thread .row.shown')).toBeVisible();
  await page.keyboard.press('Escape');
  await demo.thread.focus();
  await page.keyboard.press('Escape');
  await expect(way.getByRole('heading')).toContainText('Explore');
  await page.getByRole('button', { name: 'Back', exact: true }).click();
  await expect(way).toHaveCount(0);
  await expect(agent).toBeInViewport();
});

test('a selection reaches beyond what is drawn, and is copied whole', async ({ demo }) => {
  const { page } = demo;
  await page.evaluate(() => {
    const app = (window as unknown as { go: { main: { App: Record<string, (text: string) => unknown> } } }).go
      .main.App;
    app['CopyText'] = (text) => Promise.resolve((document.body.dataset['copied'] = text));
  });
  const begin = await demo.find(demo.thread.locator('.prompt').first());
  const said = (await begin.innerText()).trim();
  await begin.click({ position: { x: 60, y: 22 } });
  // The page hears of a selection a moment after the click: nobody scrolls away sooner than that.
  await page.waitForFunction(() => getSelection()?.anchorNode?.parentElement?.closest('.prompt') != null);
  await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve))));
  await demo.thread.evaluate((e) => {
    e.dispatchEvent(new WheelEvent('wheel', { bubbles: true }));
    e.scrollTo({ top: e.scrollHeight });
  });
  const last = demo.thread.locator('.reply p').last();
  await expect(last).toBeInViewport();
  const end = (await last.innerText()).trim();
  await last.click({ position: { x: 200, y: 8 }, modifiers: ['Shift'] });
  await page.keyboard.press('Control+c');
  await expect(page.locator('body')).toHaveAttribute('data-copied', /### Claude/);
  const copied = (await page.locator('body').getAttribute('data-copied')) ?? '';
  expect(copied).toContain(said.slice(20, 60));
  expect(copied.trimEnd().split('\n').at(-1)).toContain(end.slice(0, 12));
  // Every prompt between the ends, though a dozen screens lie between them.
  expect(copied.match(/^### You$/gm)?.length).toBeGreaterThan(8);
});

test('a thread of another width keeps what was read at its top, and its end', async ({ demo }) => {
  /** The row at the top of the view, and how much of it is above. */
  const place = () =>
    demo.thread.evaluate((e) => {
      const view = e.getBoundingClientRect();
      const row = [...e.querySelectorAll('[role=article]')].find((r) => {
        const { top, bottom } = r.getBoundingClientRect();
        return top <= view.top && bottom > view.top;
      });
      const box = row?.getBoundingClientRect();
      const above = box ? (view.top - box.top) / box.height : 0;
      return {
        row: row?.getAttribute('aria-posinset'),
        above,
        left: e.scrollHeight - e.scrollTop - view.height,
      };
    });
  const widen = (width: number) => demo.page.setViewportSize({ width, height: 700 });
  await demo.page.keyboard.press('Control+3');
  await demo.page.keyboard.press('End');
  for (const width of [1100, 1500]) {
    await widen(width);
    expect((await demo.still(place)).left).toBeLessThan(2);
  }
  // A prompt of many lines, a third of which lies above the view.
  const prompt = await demo.find(
    demo.thread.locator('.prompt').filter({ hasText: 'Limit uploads per user' }),
  );
  await demo.thread.hover();
  const far = await prompt.evaluate((node) => {
    const row = node.closest('[role=article]')?.getBoundingClientRect();
    const view = node.closest('[role=feed]')?.getBoundingClientRect();
    return row && view ? row.top - view.top + row.height / 3 : 0;
  });
  await demo.page.mouse.wheel(0, far);
  const before = await demo.still(place);
  expect(before.above).toBeGreaterThan(0.2);
  for (const width of [1000, 1500]) {
    await widen(width);
    const now = await demo.still(place);
    expect(now.row).toBe(before.row);
    expect(Math.abs(now.above - before.above)).toBeLessThan(0.05);
  }
});

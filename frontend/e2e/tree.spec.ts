import { expect, test } from './harness/test';

test.beforeEach(async ({ demo }) => {
  await demo.openChat('Token bucket for the upload API');
});

test('draws forks, rewinds and superseded versions', async ({ demo }) => {
  await expect(demo.node(/^Retry with jitter instead.*leaf/)).toBeVisible();
  await expect(demo.node(/^Add metrics/)).toBeVisible();
  await expect(demo.node(/^Leaky bucket/)).toBeVisible();
  await expect(demo.tree).toContainText('abandoned');
  const fold = demo.node(/superseded versions/).first();
  await expect(fold).toBeVisible();
  const before = await demo.tree.getByRole('treeitem').count();
  await demo.page.keyboard.press('Control+2');
  await demo.page.keyboard.press('s');
  await expect.poll(() => demo.tree.getByRole('treeitem').count()).toBeGreaterThan(before);
  await demo.page.keyboard.press('s');
  await expect(fold).toBeVisible();
});

test('one SVG a row, whose lines meet at the edges', async ({ demo }) => {
  const rows = await demo.tree.getByRole('treeitem').count();
  await expect(demo.tree.locator('svg.graph')).toHaveCount(rows);
  // Beside the prompts of the node that is read the lanes run on.
  const boxes = await demo.tree
    .locator('svg.graph, .unfolded > svg')
    .evaluateAll((all) => all.map((svg) => svg.getBoundingClientRect()).sort((a, b) => a.top - b.top));
  boxes.forEach((box, i) => {
    const next = boxes[i + 1];
    if (next) expect(Math.abs(box.bottom - next.top)).toBeLessThan(0.6);
  });
});

test('is walked with the keys, and the thread follows', async ({ demo }) => {
  await demo.page.keyboard.press('Control+2');
  await demo.page.keyboard.press('Home');
  const first = await demo.selectedNode.getAttribute('id');
  await demo.page.keyboard.press('ArrowDown');
  await expect(demo.selectedNode).not.toHaveAttribute('id', first ?? '');
  const side = await demo.selectedNode.getAttribute('id');
  await demo.page.keyboard.press('ArrowLeft');
  await expect(demo.selectedNode).not.toHaveAttribute('id', side ?? '');
  await demo.page.waitForTimeout(400);
  await demo.page.keyboard.press('f');
  await expect(demo.thread).toBeFocused();
});

test('says in words what an edge is, and how sure that is', async ({ demo }) => {
  await demo.node(/^Leaky bucket/).hover();
  const words = demo.page.locator('.evidence');
  await expect(words).toContainText(/Forked/);
  await expect(words).toContainText(/certain|inferred/);
});

test('opens the branch of a node in the thread, and goes back', async ({ demo }) => {
  await demo.node(/^Leaky bucket/).click();
  await expect(demo.page.getByRole('heading', { level: 1 })).toContainText('Leaky bucket');
  await demo.node(/^Add metrics/).click();
  await expect(demo.page.getByRole('heading', { level: 1 })).toContainText('Add metrics');
  await demo.page.keyboard.press('Alt+ArrowLeft');
  await expect(demo.page.getByRole('heading', { level: 1 })).toContainText('Leaky bucket');
  await demo.page.keyboard.press('Alt+ArrowRight');
  await expect(demo.page.getByRole('heading', { level: 1 })).toContainText('Add metrics');
});

test('scrolling the thread moves the mark', async ({ demo }) => {
  await demo.node(/^Retry with jitter/).click();
  await demo.page.waitForTimeout(600);
  await demo.thread.hover();
  await demo.page.mouse.wheel(0, -100_000);
  await expect.poll(() => demo.selectedNode.innerText()).not.toMatch(/^Retry/);
});

test('keeps to leaves when asked', async ({ demo }) => {
  const all = await demo.tree.getByRole('treeitem').count();
  await demo.page.getByRole('button', { name: 'Filter tree' }).click();
  await demo.page.getByRole('menuitemcheckbox', { name: /Leaves only/ }).click();
  await demo.page.keyboard.press('Escape');
  await expect.poll(() => demo.tree.getByRole('treeitem').count()).toBeLessThan(all);
  await expect(demo.page.getByText(/hidden by filters/)).toBeVisible();
  await demo.page.getByRole('button', { name: 'Clear filters' }).click();
  await expect.poll(() => demo.tree.getByRole('treeitem').count()).toBe(all);
});

test('narrows to what is typed, and comes back whole', async ({ demo }) => {
  const all = await demo.tree.getByRole('treeitem').count();
  await demo.page.keyboard.press('Control+2');
  await demo.page.keyboard.press('/');
  const field = demo.page.getByRole('textbox', { name: 'Find in tree' });
  await expect(field).toBeFocused();
  await field.fill('leaky');
  await expect.poll(() => demo.tree.getByRole('treeitem').count()).toBeLessThan(all);
  await expect(demo.node(/^Leaky bucket/)).toBeVisible();
  await demo.page.keyboard.press('Enter');
  await expect(demo.tree).toBeFocused();
  await expect(demo.selectedNode).toContainText('Leaky bucket');
  await demo.page.keyboard.press('Escape');
  await expect.poll(() => demo.tree.getByRole('treeitem').count()).toBe(all);
  await expect(field).toBeHidden();
});

test('narrows to what touches a file, from the tree and from the inspector', async ({ demo }) => {
  const all = await demo.tree.getByRole('treeitem').count();
  await demo.page.keyboard.press('Control+2');
  await demo.page.keyboard.press('p');
  const field = demo.page.getByRole('combobox', { name: 'Filter by file' });
  await expect(field).toBeFocused();
  await field.fill('leaky');
  const offered = demo.page.getByRole('listbox', { name: 'Files read or changed in this chat' });
  await expect(offered.getByRole('option')).toHaveCount(1);
  await demo.page.keyboard.press('Enter');
  await expect(demo.tree).toBeFocused();
  await expect(demo.tree.getByRole('treeitem')).toHaveCount(1);
  await expect(demo.node(/^Leaky bucket/)).toBeVisible();
  await demo.page.keyboard.press('Escape');
  await expect.poll(() => demo.tree.getByRole('treeitem').count()).toBe(all);
  await expect(field).toBeHidden();

  await demo.node(/^Leaky bucket/).click();
  await demo.page.keyboard.press('Control+i');
  const inspector = demo.page.getByRole('complementary', { name: 'Inspector' });
  await inspector.getByRole('button', { name: /^leaky\.go/ }).click();
  await inspector.getByRole('button', { name: /^Filter tree by this file/ }).click();
  await expect(demo.tree.getByRole('treeitem')).toHaveCount(1);
  await demo.page.getByRole('button', { name: 'Clear filters' }).click();
  await expect.poll(() => demo.tree.getByRole('treeitem').count()).toBe(all);
});

test('compares two branches from their last common turn', async ({ demo }) => {
  await demo.node(/^Leaky bucket/).click();
  await demo.page.keyboard.press('Control+2');
  await demo.page.keyboard.press('c');
  await expect(demo.page.getByRole('status').filter({ hasText: 'Leaky bucket' })).toBeVisible();
  await demo.node(/^Add metrics/).click();
  await demo.page.keyboard.press('c');
  const dialog = demo.page.getByRole('dialog', { name: 'Compare branches' });
  await expect(dialog).toContainText(/shared turns?, up to/);
  const heads = dialog.getByRole('heading', { level: 3 });
  await expect(heads).toHaveText([/^Leaky bucket/, /^Add metrics/]);
  await expect(dialog.getByRole('region', { name: 'Result of the second branch' })).toContainText(
    '6.5 ns and no allocation',
  );
  // Files are said from the project on; branches of one colour are still two, and what failed is marked.
  await expect(dialog.locator('table').first().getByRole('button').first()).toHaveText('upload/errors.go');
  const lines = await dialog
    .locator('header', { has: demo.page.getByRole('heading', { level: 3 }) })
    .evaluateAll((all) =>
      all.map((head) => {
        const { borderTopColor, borderTopStyle } = getComputedStyle(head);
        return `${borderTopStyle} ${borderTopColor}`;
      }),
    );
  expect(new Set(lines).size).toBe(2);
  const failed = dialog
    .getByRole('list', { name: 'Failures of the second branch' })
    .getByRole('button')
    .first();
  const plain = dialog.locator('ol button').first();
  const colour = (place: typeof failed) => place.evaluate((e) => getComputedStyle(e).color);
  expect(await colour(failed)).not.toBe(await colour(plain));
  await dialog.getByRole('button', { name: 'Swap' }).click();
  await expect(heads).toHaveText([/^Add metrics/, /^Leaky bucket/]);
  await expect(dialog.getByRole('region', { name: 'Result of the first branch' })).toContainText(
    '6.5 ns and no allocation',
  );
  await dialog.locator('table').first().getByRole('button').first().click();
  await expect(dialog.getByRole('region', { name: 'Changes' })).toContainText('+');
  await dialog.locator('ol').getByRole('listitem').first().getByRole('button').nth(1).click();
  await expect(dialog).toBeHidden();
  await expect(demo.page.getByRole('heading', { level: 1 })).toContainText('Leaky bucket');
});

test('Enter compares while the second of two branches is chosen', async ({ demo }) => {
  await demo.node(/^Leaky bucket/).click();
  await demo.page.keyboard.press('Control+2');
  await demo.page.keyboard.press('c');
  await demo.page.keyboard.press('ArrowDown');
  await demo.page.keyboard.press('Enter');
  await expect(demo.page.getByRole('dialog', { name: 'Compare branches' })).toBeVisible();
});

test('a chat and a branch have a menu, which acts on them', async ({ demo }) => {
  const { page } = demo;
  const menu = page.getByRole('menu');
  await demo.chat('Backfill plan, reviewed').click({ button: 'right' });
  await expect(menu.getByRole('menuitem')).toHaveText([
    /^Resume/,
    /^Fork/,
    /^Copy resume command/,
    /^Open directory in terminal/,
    /^Toggle star/,
    /^Name, tags and note/,
    /^Hide chat/,
    /^Keep in archive/,
    /^Restore to Claude Code/,
    /^Remove from archive/,
    /^Copy session ID/,
    /^Show session file/,
    /^Export/,
  ]);
  await menu.getByRole('menuitem', { name: /^Toggle star/ }).click();
  await expect(menu).toBeHidden();
  await expect(demo.chats).toBeFocused();
  await expect(demo.chat('Backfill plan, reviewed')).toHaveAttribute('aria-selected', 'false');
  await demo.chat('Backfill plan, reviewed').click({ button: 'right' });
  await menu.getByRole('menuitem', { name: /^Toggle star/ }).click();
  await demo.openChat('Token bucket for the upload API');
  const selected = await demo.selectedNode.textContent();
  await demo.node(/^Leaky bucket/).click({ button: 'right' });
  await expect(demo.selectedNode).toHaveText(selected ?? '');
  await menu.getByRole('menuitem', { name: /^Compare/ }).click();
  await expect(page.getByRole('status').filter({ hasText: 'Leaky bucket' })).toBeVisible();
  await expect(demo.tree).toBeFocused();
});

test('lists the turns that no resume leads to', async ({ demo }) => {
  const stranded = demo.page.locator('.stranded');
  await stranded.getByText('1 turn cannot be reached by resuming').click();
  await stranded.getByRole('button', { name: /and what about websockets/ }).click();
  await expect(demo.selectedNode).toContainText('and what about websockets?');
});

test('a turn in a narrow tree names a file readably, or not at all', async ({ demo }) => {
  await demo.page.setViewportSize({ width: 720, height: 700 });
  // Another test may have ended before the window saved that it shows them again.
  const prompts = demo.tree.getByRole('group', { name: /^Prompts of this node/ }).locator('.turn');
  await demo.page.keyboard.press('Control+2');
  const shown = prompts.first().waitFor({ timeout: 5_000 });
  if (
    !(await shown.then(
      () => true,
      () => false,
    ))
  )
    await demo.page.keyboard.press('o');
  const crushed = () =>
    demo.page.evaluate(() =>
      [...document.querySelectorAll<HTMLElement>('.brief .facts')].flatMap((facts) => {
        const line = facts.getBoundingClientRect();
        return [...facts.querySelectorAll<HTMLElement>('button')]
          .map((chip) => ({ box: chip.getBoundingClientRect(), text: chip.textContent }))
          .filter(({ box }) => box.top < line.bottom - 1 && (box.width < 44 || box.right > line.right + 1))
          .map(({ text }) => text);
      }),
    );
  await expect(demo.page.locator('.brief .facts').first()).toBeVisible();
  await expect.poll(crushed).toEqual([]);
});

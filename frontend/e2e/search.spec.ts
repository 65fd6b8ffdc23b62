import { rulesOf, serious } from './harness/axe';
import { expect, test } from './harness/test';

test.beforeEach(async ({ demo }) => {
  await demo.page.keyboard.press('Control+Shift+F');
  await expect(demo.page.getByRole('combobox', { name: 'Search everything' })).toBeFocused();
});

test('finds while typing, shows the hit, goes there, and comes back', async ({ demo }) => {
  const { page } = demo;
  const box = page.getByRole('combobox', { name: 'Search everything' });
  const hits = page.getByRole('listbox', { name: 'Results' });
  await box.pressSequentially('bucket', { delay: 30 });
  await expect(hits.getByRole('option').first()).toBeVisible();
  await expect(hits.locator('mark').first()).toHaveText(/bucket/i);
  await expect(page.getByRole('status').filter({ hasText: /match(es)?/ })).toContainText(/\d/);
  // The position of the hit in the tree of its chat.
  await expect(hits.getByText(/^Session \d+ of \d+/).first()).toBeVisible();
  // Turns that are found later come first in the list, before an entry that is selected already.
  await expect(hits).toHaveAttribute('aria-busy', 'false');

  await expect(hits.getByRole('option').first()).toHaveAttribute('aria-selected', 'true');
  await page.keyboard.press('ArrowDown');
  await expect(hits.getByRole('option').nth(1)).toHaveAttribute('aria-selected', 'true');
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

/** Queries, the chats that are listed first, and the best hit of the first of them. */
const ORDER = [
  ['a word of a title', 'postgres', ['Move sessions to Postgres', '遷移腳本在第三批失敗'], 'You'],
  ['words of a title', 'stale git branch', ['zsh prompt shows stale git branch'], 'You'],
  [
    'a name in a title and in a result',
    'PROMPT_SUBST',
    ['What does setopt PROMPT_SUBST', 'zsh prompt'],
    'You',
  ],
  ['the name of a file', 'bucket.go', ['Token bucket for the upload API'], 'Write'],
  ['a message of an error', 'DATA RACE', ['Token bucket for the upload API'], 'Result'],
  ['what failed', 'FAIL', ['Flaky e2e on WebKit', 'Token bucket', 'Move sessions'], 'Claude'],
  ['half of what was asked', 'what about websockets', ['Token bucket for the upload API'], 'You'],
  ['half of what was answered', 'sleeps for exactly', ['Token bucket for the upload API'], 'Claude'],
] as const;

test('the best comes first: titles, then prompts, answers and results', async ({ demo }) => {
  const { page } = demo;
  const groups = page.locator('[role=group]:has(.hit)');
  for (const [what, query, chats, role] of ORDER) {
    await page.getByRole('combobox', { name: /Search/ }).fill(query);
    const first = () =>
      groups.evaluateAll(
        (all, count) => all.slice(0, count).map((group) => group.getAttribute('aria-label') ?? ''),
        chats.length,
      );
    await expect.poll(first, what).toEqual(chats.map((chat) => expect.stringMatching(`^${chat}`)));
    await expect(groups.first().locator('.hit .role').first(), what).toHaveText(role);
  }
});

test('opens the subagent that holds a hit', async ({ demo }) => {
  const { page } = demo;
  const box = page.getByRole('combobox', { name: 'Search everything' });
  const hits = page.getByRole('listbox', { name: 'Results' });
  await box.fill('in:results func');
  await page.getByRole('button', { name: 'Newest first' }).click();
  const inside = hits.getByRole('option').filter({ hasText: 'In an agent' }).first();
  await inside.click();
  await expect(demo.thread.locator('.side .row.shown')).toBeInViewport();
});

test('goes to a row in a closed card of a subagent, typed and entered at once', async ({ demo }) => {
  const { page } = demo;
  await page.keyboard.type('in:results withRetry 429');
  await page.keyboard.press('Enter');
  await expect(demo.tree).toBeVisible();
  const row = demo.thread.locator('.side .row.shown');
  await expect(row).toBeInViewport();
  await expect(row).toContainText('withRetry');
  await page.keyboard.press('Alt+ArrowLeft');
  await expect(page.getByRole('combobox', { name: 'Search everything' })).toHaveValue(
    'in:results withRetry 429',
  );
  await expect(page.getByRole('option').first()).toHaveAttribute('aria-selected', 'true');
  await page.keyboard.press('Enter');
  await expect(demo.tree).toBeVisible();
  await page.keyboard.press('Control+Shift+F');
  await expect(page.getByRole('combobox', { name: 'Search everything' })).toBeFocused();
  await page.keyboard.type('bucket');
  await expect(page.getByRole('combobox', { name: 'Search everything' })).toHaveValue('bucket');
});

test('a notification unfolds where the hit lies behind its summary', async ({ demo }) => {
  const { page } = demo;
  await page.keyboard.type('in:results "unchanged since they were copied"');
  await page.getByRole('button', { name: 'Newest first' }).click();
  const hits = page.getByRole('listbox', { name: 'Results' }).getByRole('option');
  await expect(hits.filter({ hasText: 'Notice' }).first()).toBeVisible();
  await hits.filter({ hasText: 'Notice' }).first().click();
  await expect(demo.thread.locator('.row.shown')).toContainText('unchanged since they were copied');
  await expect(demo.thread.locator('.row.shown')).toContainText('status: completed');
});

test('every hit comes into view', async ({ demo }) => {
  const { page } = demo;
  const box = page.getByRole('combobox', { name: 'Search everything' });
  await box.fill('in:prompts,replies bucket');
  const results = page.getByRole('listbox', { name: 'Results' });
  const hits = results.getByRole('option');
  await expect(hits.first()).toBeVisible();
  // Later results may come first.
  await expect(results).toHaveAttribute('aria-busy', 'false');
  const n = Math.min(8, await hits.count());
  for (let i = 0; i < n; i++) {
    // The first one is selected, but not previewed, before a key.
    await page.keyboard.press(i === 0 ? 'ArrowUp' : 'ArrowDown');
    await expect(hits.nth(i)).toHaveAttribute('aria-selected', 'true');
    // The row of the previous hit may still be there for a moment.
    await page.waitForTimeout(1_000);
    await expect(demo.thread.locator('.row.shown')).toBeInViewport();
  }
});

test('finds Chinese, and says where nothing is found', async ({ demo }) => {
  const { page } = demo;
  const box = page.getByRole('combobox', { name: 'Search everything' });
  const hits = page.getByRole('listbox', { name: 'Results' });
  await box.fill('唯一索引');
  await expect(hits.locator('mark').first()).toHaveText('唯一索引');
  await box.fill('zebrafish in:prompts after:2001-01-01');
  await expect(page.getByText(/^No matches in \d+ sessions of \d+ projects/)).toBeVisible();
  await expect(page.getByText(/^Searched prompts \(after:2001-01-01/)).toBeVisible();
  // Who sees the window reads it once, who hears it is told.
  await expect(page.getByText('0 matches', { exact: true })).toHaveClass('sr-only');
  await page.getByRole('button', { name: 'Clear filters' }).click();
  await expect(box).toHaveValue('zebrafish');
  await page.getByRole('button', { name: 'This chat' }).click();
  await expect(page.getByText('No matches in this chat')).toBeVisible();
  await page.getByRole('button', { name: 'Search everything', exact: true }).click();
  await expect(page.getByText(/^No matches in \d+ sessions/)).toBeVisible();
});

test('the arrows lead to what was searched for before', async ({ demo }) => {
  const { page } = demo;
  const box = page.getByRole('combobox', { name: 'Search everything' });
  await box.fill('bucket');
  await page.getByRole('button', { name: 'Save search' }).click();
  await box.fill('');
  await expect(page.getByRole('group', { name: 'Saved and recent searches' })).toBeVisible();
  await box.press('ArrowDown');
  await page.keyboard.press('Enter');
  await expect(box).toHaveValue('bucket');
  await expect(box).toBeFocused();
  await page.getByRole('button', { name: 'Remove saved search' }).click();
});

test('says what is wrong with a query, and where', async ({ demo }) => {
  const box = demo.page.getByRole('combobox', { name: 'Search everything' });
  await box.fill('retry /lim(/');
  await expect(demo.page.getByRole('alert')).toContainText(/regular expression/);
  await expect(box).toHaveAttribute('aria-invalid', 'true');
  await expect(demo.page.locator('.paint .bad')).toHaveText('/lim(/');
  // Of two wrong words the first one is reported, below it.
  await box.fill('retry in:nowhere before:never');
  await expect(demo.page.locator('.paint .bad')).toHaveCount(2);
  await expect(demo.page.getByRole('alert')).toContainText('nowhere');
  const word = await demo.page.locator('.paint .bad').first().boundingBox();
  const said = await demo.page
    .getByRole('alert')
    .evaluate((e) => e.getBoundingClientRect().left + parseFloat(getComputedStyle(e).paddingLeft));
  expect(Math.abs(said - (word?.x ?? 0))).toBeLessThan(12);
});

test('chips write into the query, and the scope narrows it', async ({ demo }) => {
  const { page } = demo;
  const box = page.getByRole('combobox', { name: 'Search everything' });
  await box.fill('the');
  await page.getByRole('button', { name: 'Filters' }).click();
  await page.getByRole('menuitemcheckbox', { name: 'Prompts' }).click();
  await expect(box).toHaveValue('the in:prompts');
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Remove filter Prompts' }).click();
  await expect(box).toHaveValue('the');
  const total = async () =>
    Number(
      /[\d,]+/.exec((await page.locator('.summary [role=status]').textContent()) ?? '')?.[0].replace(',', ''),
    );
  // The number of all hits comes after the hits.
  await page.waitForTimeout(600);
  await expect(page.locator('.summary [role=status]')).toHaveAttribute('aria-busy', 'false');
  const everywhere = await demo.still(total);
  await page.getByRole('button', { name: 'This chat' }).click();
  await expect.poll(total).toBeLessThan(everywhere);
  await page.getByRole('button', { name: 'Everything', exact: true }).click();
});

for (const theme of ['light', 'dark'] as const) {
  test(`axe finds nothing serious in ${theme}`, async ({ demo }) => {
    const { page } = demo;
    await page.emulateMedia({ colorScheme: theme });
    await page.getByRole('combobox', { name: 'Search everything' }).fill('bucket in:prompts,replies,results');
    await expect(page.getByRole('listbox', { name: 'Results' }).getByRole('option').first()).toBeVisible();
    await page.keyboard.press('ArrowDown');
    await page.waitForTimeout(600);
    expect(await serious(page, rulesOf(theme))).toEqual([]);
    await page.getByRole('button', { name: 'Search syntax' }).click();
    await page.waitForTimeout(300);
    expect(await serious(page, rulesOf(theme))).toEqual([]);
  });
}

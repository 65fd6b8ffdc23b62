import { randomUUID } from 'node:crypto';
import { serious } from './harness/axe';
import { addSession, lines, removeSessions } from './harness/records';
import { expect, test } from './harness/test';

test.afterEach(({ page, request }) => removeSessions(page, request));

test('equal calls are one line with their failures, which a match inside opens', async ({ live }) => {
  const id = randomUUID();
  let text = '';
  let parent: string | null = null;
  const add = (role: 'user' | 'assistant', content: object) => {
    const line = lines(id, parent, role, [[content]]);
    parent = (JSON.parse(line) as { uuid: string }).uuid;
    text += line;
  };
  add('user', { type: 'text', text: 'Make the ocelot tests pass' });
  for (let i = 0; i < 5; i++) {
    const call = `toolu_${i}`;
    add('assistant', { type: 'tool_use', id: call, name: 'Bash', input: { command: 'npm test' } });
    const content = i === 3 ? 'the margay failed' : `run ${i}`;
    add('user', { type: 'tool_result', tool_use_id: call, content, is_error: i === 1 || i === 3 });
  }
  add('assistant', { type: 'text', text: 'The ocelot tests pass.' });
  await addSession(id, text);
  await live.openChat(/ocelot tests/);
  const fold = live.thread.getByRole('button', { name: /npm test ×5/ });
  await expect(fold).toHaveText(/Bash npm test ×5\s*2 failed/);
  await expect(fold).toHaveAttribute('aria-expanded', 'false');
  await live.page.keyboard.press('Control+f');
  await live.page.getByRole('textbox', { name: 'Find in this branch' }).fill('margay');
  await expect(live.thread.locator('.row.shown')).toContainText('the margay failed');
  await expect(fold).toHaveAttribute('aria-expanded', 'true');
  await fold.click();
  await expect(live.thread.getByText('the margay failed')).toHaveCount(0);
});

test('finds in the open branch, in closed cards and subagents too', async ({ demo }) => {
  const { page } = demo;
  await demo.openChat('Token bucket for the upload API');
  await page.keyboard.press('Control+3'); // where the keyboard returns to
  await page.keyboard.press('Control+f');
  const box = page.getByRole('textbox', { name: 'Find in this branch' });
  await expect(box).toBeFocused();
  await box.fill('router');
  const said = page.getByRole('search').getByRole('status');
  await expect(said).toContainText(/^\d+ of \d+$/);
  const all = Number(/of (\d+)/.exec((await said.textContent()) ?? '')?.[1]);
  expect(all).toBeGreaterThan(2);
  for (let i = 0; i < all; i++) {
    await page.keyboard.press('Enter');
    await expect(demo.thread.locator('.row.shown')).toHaveCount(1);
    await expect(demo.thread.locator('.row.shown')).toContainText(/router/i);
    await expect
      .poll(() => page.evaluate(() => CSS.highlights.get('found-here')?.size ?? 0))
      .toBeGreaterThan(0);
  }
  await page.keyboard.press('F3');
  await box.fill('no such word in here');
  await expect(said).toHaveText('No matches');
  await page.keyboard.press('Escape');
  await expect(box).toHaveCount(0);
  await expect(demo.thread).toBeFocused();
  expect(await page.evaluate(() => CSS.highlights.has('found'))).toBe(false);
});

test('keeps the keyboard while someone types, and closes first on Esc', async ({ demo }) => {
  const { page } = demo;
  await demo.openChat('Token bucket for the upload API');
  const box = page.getByRole('textbox', { name: 'Find in this branch' });
  await page.keyboard.press('Control+3');
  await page.keyboard.press('Control+f');
  await expect(box).toBeFocused();
  await page.keyboard.type('limiter');
  await page.keyboard.press('Escape');
  await page.keyboard.press('Control+3');
  await page.keyboard.press('n');
  await page.keyboard.press('Control+f');
  await expect(box).toBeFocused();
  await page.keyboard.type('ab', { delay: 400 });
  await expect(box).toHaveValue('ab');
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await page.keyboard.press('Control+2');
  await page.keyboard.press('Control+a');
  expect(await page.evaluate(() => getSelection()?.toString())).toBe('');
  await page.keyboard.press('Control+f');
  await expect(box).toBeFocused();
  await page.keyboard.press('Control+2');
  await page.keyboard.press('Escape');
  await expect(box).toHaveCount(0);
});

test('axe finds nothing serious while finding', async ({ demo }) => {
  await demo.page.keyboard.press('Control+f');
  await demo.page.getByRole('textbox', { name: 'Find in this branch' }).fill('the');
  await expect(demo.page.getByRole('search').getByRole('status')).toContainText(/^\d+ of \d+$/);
  expect(await serious(demo.page)).toEqual([]);
});

test('the field covers no row in a small window', async ({ demo }) => {
  const { page } = demo;
  await page.setViewportSize({ width: 720, height: 480 });
  await page.keyboard.press('Control+3');
  await page.keyboard.press('Control+f');
  await page.keyboard.type('limiter');
  const field = page.getByRole('search').first();
  await expect(field).toBeVisible();
  const edge = async (of: typeof field) => (await of.boundingBox()) ?? { y: 0, height: 0 };
  const { y, height } = await edge(field);
  expect(y + height).toBeLessThanOrEqual((await edge(demo.thread)).y);
});

import { app, claudeCallOf } from './harness/app';
import { expect, test } from './harness/test';

test('shows the exact command before anything runs', async ({ demo }) => {
  await demo.openChat('Token bucket for the upload API');
  await demo.page.keyboard.press('Control+2');
  await demo.page.keyboard.press('Home');
  await demo.page.keyboard.press('Enter');
  await expect(demo.page.getByLabel('Command', { exact: true })).toContainText(
    /claude --resume [0-9a-f-]{36}/,
  );
  await demo.page.keyboard.press('Escape');
  await expect(demo.page.getByLabel('Command', { exact: true })).toHaveCount(0);
});

test('one click starts claude in a terminal, with these arguments, there', async ({ live }) => {
  await live.page.getByRole('button', { name: 'Resume', exact: true }).click();
  const start = live.page.getByRole('button', { name: /^Start/ });
  await expect(start).toBeEnabled();
  await expect(live.page.getByLabel('Command', { exact: true })).toContainText(app.live.id);
  const call = await claudeCallOf(() => start.click());
  expect(call.argv.slice(-2)).toEqual(['--resume', app.live.id]);
  expect(call.dir.trimEnd()).toBe(app.live.dir);
});

test('Enter in a chat without branches, and Enter again, does the same', async ({ live }) => {
  await live.page.keyboard.press('Control+2');
  await live.page.keyboard.press('Enter');
  await expect(live.page.getByRole('button', { name: /^Start/ })).toBeFocused();
  const call = await claudeCallOf(() => live.page.keyboard.press('Enter'));
  expect(call.argv.slice(-2)).toEqual(['--resume', app.live.id]);
});

test('Enter on an earlier prompt goes on behind its answer, in a session of its own', async ({ live }) => {
  await live.page.keyboard.press('Control+2');
  await live.page.keyboard.press('Home');
  await expect(live.selectedNode).toHaveAttribute('aria-posinset', '1');
  await live.page.keyboard.press('Enter');
  const command = live.page.getByLabel('Command', { exact: true });
  await expect(command).toContainText('claude');
  await expect(command).not.toContainText(`--resume ${app.live.id}`);
  await expect(
    live.page.getByRole('heading', { name: /^Continue from here in a new session/ }),
  ).toBeVisible();
});

test('Esc gives the keyboard back to the pane that asked for the plan, each time', async ({ live }) => {
  const { page } = live;
  await page.keyboard.press('Control+2');
  for (let i = 0; i < 3; i++) {
    await expect(live.tree).toBeFocused();
    await page.keyboard.press('r');
    await expect(page.getByRole('button', { name: /^Start/ })).toBeFocused();
    await page.keyboard.press('Escape');
    await expect(page.getByLabel('Command', { exact: true })).toHaveCount(0);
  }
  await expect(live.tree).toBeFocused();
});

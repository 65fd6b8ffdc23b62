import { expect, test } from './harness/test';

test.beforeEach(async ({ demo }) => {
  await demo.openChat('Token bucket for the upload API');
});

test('a row opens as the record that it stands in, to be searched', async ({ demo }) => {
  const prompt = await demo.find(demo.thread.locator('.prompt'));
  await prompt.click({ button: 'right' });
  await demo.page.getByRole('menuitem', { name: /raw record/i }).click();
  const dialog = demo.page.getByRole('dialog', { name: 'Raw record' });
  await expect(dialog.locator('pre')).toContainText('"uuid":');
  const text = (await dialog.locator('pre').textContent()) ?? '';
  expect(() => JSON.parse(text) as unknown).not.toThrow();
  await dialog.getByRole('textbox', { name: 'Find in this record' }).fill('type');
  await expect(dialog.getByRole('status')).toHaveText(/^1 of \d+$/);
  await demo.page.keyboard.press('Enter');
  await expect(dialog.getByRole('status')).toHaveText(/^2 of \d+$/);
  await demo.page.keyboard.press('Escape');
  await expect(dialog).toHaveCount(0);
  await demo.page.keyboard.press('Control+3');
  await demo.page.keyboard.press('v');
  await expect(dialog).toBeVisible();
});

test('records that no row shows are listed beside the figures', async ({ demo }) => {
  await demo.page.keyboard.press('Control+i');
  await demo.page.getByRole('button', { name: /^Show records outside the conversation/ }).click();
  const dialog = demo.page.getByRole('dialog', { name: 'Records outside the conversation' });
  const list = dialog.getByRole('navigation', { name: 'Records' }).getByRole('button');
  await expect(list.first()).toHaveAttribute('aria-current', 'true');
  await list.last().click();
  await expect(list.last()).toHaveAttribute('aria-current', 'true');
  await expect(dialog.locator('pre')).toContainText('"type":');
});

test('a link to a row leads back to it', async ({ demo }) => {
  const reply = await demo.find(demo.thread.locator('.reply .prose'));
  await reply.click({ button: 'right' });
  await expect(demo.page.getByRole('menuitem', { name: /Copy link/ })).toBeVisible();
  await demo.page.keyboard.press('Escape');
  const id = await demo.page.evaluate(async () => {
    const chats = (await (await fetch('/api/chats')).json()) as { chats: { id: string; title: string }[] };
    const chat = chats.chats.find((c) => c.title.startsWith('Token bucket'));
    const rows = (await (await fetch(`/api/sessions/${chat?.id ?? ''}/rows?from=3&count=1`)).json()) as {
      rows: { uuid: string }[];
    };
    return `dendro://${chat?.id ?? ''}/${rows.rows[0]?.uuid ?? ''}`;
  });
  await demo.openChat('Why is the cold start 4 s?');
  await demo.page.keyboard.press('Control+k');
  await demo.page.keyboard.type(id);
  await demo.results.getByRole('option', { name: /^Go to this message/ }).click();
  await expect(demo.thread.locator('.row.shown')).toBeVisible();
});

import { screen } from '@testing-library/svelte';
import { expect, it, vi } from 'vitest';
import { fakeBackend } from '../../../lib/backend/fake';
import { drawn, now, someChats } from '../../../test/inapp';
import { held } from '../../../test/held';
import TreePane from '../TreePane.svelte';

/** The middle pane on a chat without branches, while its thread is asked for. */
async function opened() {
  const chats = someChats().filter((chat) => chat.title === 'Flaky e2e on WebKit');
  const backend = fakeBackend({ now, chats });
  const threads = held(backend, 'thread');
  const work = held(backend, 'work');
  const test = drawn(TreePane, {}, { backend }, (app) => {
    app.start();
    app.nowShown();
  });
  await vi.waitFor(() => expect(threads.asked).toBe(1));
  const outline = await screen.findByRole('tree', { name: /^Prompts/ });
  return { ...test, outline, threads, work };
}

it('shows that its prompts are on their way', async () => {
  const { outline, threads } = await opened();
  expect(screen.getByLabelText('Loading')).toBeVisible();
  await threads.at(0).answer();
  await vi.waitFor(() => expect(outline).toHaveTextContent(/\w/));
  expect(screen.queryByLabelText('Loading')).toBeNull();
});

it('says why its prompts could not be read, and reads them at the next try', async () => {
  const { outline, threads, user } = await opened();
  await threads.at(0).fail('permission denied');
  expect(await screen.findByRole('alert')).toHaveTextContent('Could not load the prompts: permission denied');
  await user.click(screen.getByRole('button', { name: 'Retry' }));
  await vi.waitFor(() => expect(threads.asked).toBe(2));
  await threads.at(1).answer();
  await vi.waitFor(() => expect(outline).toHaveTextContent(/\w/));
  expect(screen.queryByRole('alert')).toBeNull();
});

it('says what a turn led to, and how much more where that is shorter', async () => {
  const { outline, threads, work } = await opened();
  await threads.at(0).answer();
  await vi.waitFor(() => expect(work.asked).toBe(1));
  const files = (n: number) =>
    Array.from({ length: n }, (_, i) => ({ row: 1, path: `/src/f${i}.go`, added: 1 }));
  const failed = [1, 2, 3, 4].map((row) => ({ row, label: `try ${row}` }));
  await work.at(0).answer([
    { files: files(5), failed, failedMore: 2 },
    { files: files(5), filesMore: 1 },
  ]);
  const [first, second] = [...outline.querySelectorAll('.led')].map((led) => led.textContent);
  expect(first).toMatch(/f0\.go.*f4\.go/);
  expect(first).not.toContain('more file');
  expect(first).toContain('6 failed calls');
  expect(first).not.toContain('try 1');
  expect(second).toContain('f3.go');
  expect(second).toContain('2 more files');
  expect(second).not.toContain('f4.go');
});

import { screen } from '@testing-library/svelte';
import { expect, it, vi } from 'vitest';
import { fakeBackend } from '../../lib/backend/fake';
import { drawn, now, someChats } from '../../test/inapp';
import { held } from '../../test/held';
import TreePane from '../tree/TreePane.svelte';

/** The middle pane on a chat without branches, while its thread is asked for. */
async function opened() {
  const chats = someChats().filter((chat) => chat.title === 'Flaky e2e on WebKit');
  const backend = fakeBackend({ now, chats });
  const threads = held(backend, 'thread');
  const test = drawn(TreePane, {}, { backend }, (app) => {
    app.start();
    app.nowShown();
  });
  await vi.waitFor(() => expect(threads.asked).toBe(1));
  const outline = await screen.findByRole('tree', { name: /^Prompts/ });
  return { ...test, outline, threads };
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
  expect(await screen.findByRole('alert')).toHaveTextContent(
    'Its prompts could not be read: permission denied',
  );
  await user.click(screen.getByRole('button', { name: 'Retry' }));
  await vi.waitFor(() => expect(threads.asked).toBe(2));
  await threads.at(1).answer();
  await vi.waitFor(() => expect(outline).toHaveTextContent(/\w/));
  expect(screen.queryByRole('alert')).toBeNull();
});

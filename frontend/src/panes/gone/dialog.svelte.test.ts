import { screen, waitFor, within } from '@testing-library/svelte';
import { expect, it, vi } from 'vitest';
import { BackendError } from '../../lib/backend/backend';
import { fakeBackend } from '../../lib/backend/fake';
import { drawn, now } from '../../test/inapp';
import GoneDialog from './GoneDialog.svelte';

const dialog = () => screen.findByRole('dialog', { name: 'Prompts of deleted sessions' });
const prompts = () => screen.getAllByRole('paragraph').map((p) => p.textContent);

it('lists the prompts by session, finds some of them, and copies one with what was pasted into it', async () => {
  const { app, backend, user } = drawn(GoneDialog, {}, { now, chats: [] });
  app.gone.open = true;
  await dialog();
  await screen.findByText('Write the release notes');
  expect(screen.getAllByRole('heading', { level: 3 }).map((h) => h.textContent.trim())).toEqual([
    expect.stringMatching(/^my-app\s+dead0000$/),
    'my-app',
  ]);
  await user.type(screen.getByRole('textbox'), 'cache');
  await waitFor(() => expect(prompts()).not.toContain('Write the release notes'));
  const row = screen.getByText(/^try without the cache/).parentElement as HTMLElement;
  await user.click(within(row).getByRole('button', { name: 'Copy the prompt' }));
  await waitFor(() =>
    expect(backend.log.at(-1)).toBe('copy try without the cache [Pasted text #1 +40 lines]\n\nthe log'),
  );
});

it('says why there are none, and loads them when it can', async () => {
  const backend = fakeBackend({ now, chats: [] });
  vi.spyOn(backend, 'gone').mockRejectedValueOnce(new BackendError('internal', 'the disk is gone'));
  const { app, user } = drawn(GoneDialog, {}, { backend });
  app.gone.open = true;
  expect(await screen.findByRole('alert')).toHaveTextContent('Could not load prompts: the disk is gone');
  await user.click(screen.getByRole('button', { name: 'Retry' }));
  expect(await screen.findByText('Write the release notes')).toBeVisible();
});

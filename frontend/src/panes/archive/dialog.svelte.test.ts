import { screen, waitFor } from '@testing-library/svelte';
import { expect, it } from 'vitest';
import { fakeChats } from '../../lib/backend/fake-chats';
import { drawn } from '../../test/inapp';
import ArchiveDialog from './ArchiveDialog.svelte';

const now = Date.parse('2026-11-20T14:00:00Z');

it('says what is removed, how large it is and that it exists nowhere else; Enter does not remove it', async () => {
  const chats = fakeChats(now).filter((c) => c.sessions.length === 1);
  const [chat] = chats;
  if (chat) chat.archived = true;
  const { app, user, backend } = drawn(ArchiveDialog, {}, { chats, now, demo: false });
  await app.archive.ask('drop', [chat?.id ?? '']);
  const dialog = await screen.findByRole('dialog', { name: 'Remove 1 session from the archive?' });
  expect(dialog).toHaveTextContent('1.8 MB');
  expect(dialog).toHaveTextContent('exists nowhere else and is deleted for good');
  await waitFor(() => expect(screen.getByRole('button', { name: 'Cancel' })).toHaveFocus());
  await user.keyboard('{Enter}');
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(backend.log).toEqual([]);
  await app.archive.ask('drop', [chat?.id ?? '']);
  await user.click(await screen.findByRole('button', { name: 'Remove' }));
  await waitFor(() => expect(backend.log).toContain(`drop ${chat?.id}`));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
});

it('lists the files of a restore, and stays open with the reason when it fails', async () => {
  const chats = fakeChats(now).filter((c) => c.sessions.length === 1);
  const { app, user } = drawn(ArchiveDialog, {}, { chats, now, failing: { runArchive: 'a file exists' } });
  await app.archive.ask('restore', [chats[0]?.id ?? '']);
  const dialog = await screen.findByRole('dialog', { name: 'Restore 1 session to Claude Code?' });
  expect(dialog).toHaveTextContent('Writes 1 file');
  expect(dialog).toHaveTextContent('Claude Code may delete restored sessions again from');
  await user.click(screen.getByRole('button', { name: 'Restore' }));
  expect(await screen.findByText(/Could not restore the chat: a file exists/)).toBeVisible();
  expect(screen.getByRole('button', { name: 'Close' })).toBeEnabled();
});

import { screen, waitFor } from '@testing-library/svelte';
import { expect, it, vi } from 'vitest';
import { BackendError } from '../../lib/backend/backend';
import { fakeBackend } from '../../lib/backend/fake';
import { drawnOpen, now, someChats } from '../../test/inapp';
import NotesDialog from './NotesDialog.svelte';

async function opened(failing = false) {
  const chats = someChats().map((chat) => ({ ...chat, starred: false, notes: [] }));
  const [first, second] = chats;
  if (!first || !second) throw new Error('no chats');
  first.own = { name: 'The limiter', tags: ['go'], note: 'Ask about the burst' };
  second.own = { name: '', tags: ['later'], note: 'Read it again' };
  const backend = fakeBackend({ now, chats });
  if (failing)
    vi.spyOn(backend, 'notes').mockRejectedValueOnce(new BackendError('internal', 'the disk is gone'));
  const test = await drawnOpen(NotesDialog, {}, { backend });
  void test.app.notes.show();
  await screen.findByRole('dialog', { name: 'Notes and bookmarks' });
  return { ...test, second };
}
const notes = () => screen.queryAllByRole('button').filter((one) => one.classList.contains('note'));

it('lists all notes, finds some of them, and opens the chat of one by the keyboard', async () => {
  const { app, user, second } = await opened();
  await waitFor(() => expect(notes()).toHaveLength(2));
  await user.type(screen.getByRole('textbox'), 'again');
  await waitFor(() => expect(notes()).toHaveLength(1));
  expect(notes()[0]).toHaveTextContent(/Read it again.*#later/);
  await user.keyboard('{ArrowDown}');
  expect(notes()[0]).toHaveFocus();
  await user.keyboard('{Enter}');
  await waitFor(() => expect(app.chatId).toBe(second.id));
  expect(app.notes.open).toBe(false);
});

it('says why there are none, and loads them when it can', async () => {
  const { user } = await opened(true);
  expect(await screen.findByRole('alert')).toHaveTextContent('Could not load notes: the disk is gone');
  await user.click(screen.getByRole('button', { name: 'Retry' }));
  await waitFor(() => expect(notes()).toHaveLength(2));
});

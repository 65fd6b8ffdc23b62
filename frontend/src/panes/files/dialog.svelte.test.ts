import { screen, waitFor, within } from '@testing-library/svelte';
import { expect, it, vi } from 'vitest';
import { BackendError } from '../../lib/backend/backend';
import { fakeBackend } from '../../lib/backend/fake';
import { drawn } from '../../test/inapp';
import FilesDialog from './FilesDialog.svelte';

async function opened(backend = fakeBackend({ chats: [] })) {
  const test = drawn(FilesDialog, {}, { backend });
  void test.app.files.show({ session: 's', tip: 't', record: 'r' });
  await screen.findByRole('dialog');
  return test;
}
const entry = (name: RegExp) => screen.getByRole('button', { name });
const list = () => screen.findByRole('navigation', { name: 'Files' });

it('lists what the turn changed before the others, walks them by the arrows, and saves the shown one', async () => {
  const { backend, user } = await opened();
  const names = within(await list())
    .getAllByRole('button')
    .map((one) => one.textContent.replace(/\s+/g, ' '));
  expect(names.findIndex((name) => name.includes('old-limits.md'))).toBeLessThan(
    names.findIndex((name) => name.includes('go.mod')),
  );
  entry(/bucket\.go/).focus();
  await user.keyboard('{ArrowDown}');
  expect(entry(/router\.go/)).toHaveAttribute('aria-current', 'true');
  await waitFor(() => expect(screen.getByRole('button', { name: 'Save as…' })).toBeEnabled());
  await user.click(screen.getByRole('button', { name: 'Save as…' }));
  await waitFor(() => expect(backend.log.at(-1)).toBe('save internal/upload/router.go after'));
});

it('says which content is not known', async () => {
  const { user } = await opened();
  await list();
  await user.click(entry(/lost\.go/));
  expect(await screen.findByText(/The copy of internal\/limit\/lost\.go is gone/)).toBeVisible();
});

it('says why there are none, and loads them when it can', async () => {
  const backend = fakeBackend({ chats: [] });
  vi.spyOn(backend, 'filesAt').mockRejectedValueOnce(new BackendError('internal', 'the disk is gone'));
  const { user } = await opened(backend);
  expect(await screen.findByRole('alert')).toHaveTextContent('Could not load files: the disk is gone');
  await user.click(screen.getByRole('button', { name: 'Retry' }));
  expect(await list()).toHaveTextContent('router.go');
});

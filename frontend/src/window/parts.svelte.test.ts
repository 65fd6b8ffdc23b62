import { render, screen, waitFor, within } from '@testing-library/svelte';
import userEvent from '@testing-library/user-event';
import { expect, it, vi } from 'vitest';
import App from './App.svelte';
import { fakeBackend } from '../lib/backend/fake';
import { now, someChats } from '../test/inapp';
// The window fetches them; compiling them is the tests' affair and not a wait of the window.
import '../panes/settings/KeySheet.svelte';
import '../panes/thread/ThreadView.svelte';

vi.mock('../panes/export/ExportDialog.svelte', () => {
  throw new Error('it is not there');
});

vi.mock('../panes/search/SearchPane.svelte', () => {
  throw new Error('it is not there');
});
vi.mock('../panes/inspector/Inspector.svelte', () => {
  throw new Error('it is not there');
});

function opened() {
  render(App, { props: { backend: fakeBackend({ now, chats: someChats() }) } });
  return userEvent.setup();
}

it('has all other dialogs where one of them does not load', async () => {
  const user = opened();
  await screen.findByRole('treeitem', { name: /^Token bucket/ });
  await user.keyboard('?');
  expect(await screen.findByRole('dialog', { name: 'Keyboard shortcuts' })).toBeVisible();
});

it('says that a part of it did not load, and how to try again', async () => {
  const user = opened();
  expect(screen.queryByRole('alert')).toBeNull();
  window.dispatchEvent(new Event('vite:preloadError'));
  const said = await screen.findByRole('alert');
  expect(said).toHaveTextContent('Part of the window could not be loaded');
  expect(within(said).getByRole('button', { name: 'Reload window' })).toBeEnabled();
  await user.click(within(said).getByRole('button', { name: 'Dismiss' }));
  await waitFor(() => expect(screen.queryByRole('alert')).toBeNull());
});

it.each(['{Control>}k{/Control}', '{Control>}i{/Control}', '{Control>}e{/Control}'])(
  'gives the keyboard back where the box behind %s does not load, and says so',
  async (keys) => {
    const user = opened();
    await user.click(await screen.findByRole('treeitem', { name: /^Token bucket/ }));
    await user.keyboard(keys);
    expect(await screen.findByRole('alert')).toHaveTextContent('Part of the window could not be loaded');
    await waitFor(() => expect(screen.getByRole('tree', { name: /^Chats/ })).toHaveFocus());
    await user.keyboard('?');
    expect(await screen.findByRole('dialog', { name: 'Keyboard shortcuts' })).toBeVisible();
  },
);

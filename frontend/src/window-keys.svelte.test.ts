import { render, screen, waitFor, within } from '@testing-library/svelte';
import userEvent from '@testing-library/user-event';
import { expect, it } from 'vitest';
import App from './App.svelte';
import { fakeBackend } from './lib/backend/fake';
import { fakeChats } from './lib/backend/fake-chats';
// The window fetches them; compiling them is the tests' affair and not a wait of the window.
import './features/search/SearchPane.svelte';
import './features/thread/ThreadView.svelte';
import './features/thread/cards/ToolCard.svelte';

const history = fakeChats(Date.now()).filter(
  (c) => c.sessions.length < 50 && !c.title.startsWith('Terraform'),
);

async function open(chats = history) {
  render(App, { props: { backend: fakeBackend({ chats }) } });
  const user = userEvent.setup();
  await screen.findByRole('feed');
  return user;
}

it('folds an unfolded run again with ←', async () => {
  const user = await open();
  const tree = screen.getByRole('tree');
  await user.click(await within(tree).findByText(/earlier versions, superseded/));
  await waitFor(() => expect(within(tree).queryByText(/earlier versions, superseded/)).toBeNull());
  const opened = within(tree)
    .getAllByRole('treeitem')
    .find((item) => item.getAttribute('aria-expanded') === 'true');
  if (!opened) throw new Error('nothing is unfolded');
  await user.click(opened);
  tree.focus();
  await user.keyboard('{ArrowLeft}');
  expect(await within(tree).findByText(/earlier versions, superseded/)).toBeVisible();
});

it('gives the keyboard back to the thread when the find bar closes', async () => {
  const user = await open();
  await user.keyboard('{Control>}f{/Control}');
  const bar = await screen.findByRole('search', { name: 'Find in this branch' });
  await user.click(within(bar).getByRole('button', { name: 'Close' }));
  expect(screen.getByRole('feed')).toHaveFocus();
});

it('closes the search with Esc from its chips and from its question mark', async () => {
  const user = await open();
  for (const name of ['prompts', 'What can be searched for']) {
    await user.keyboard('{Control>}{Shift>}f{/Shift}{/Control}');
    const pane = await screen.findByRole('complementary', { name: 'Search' });
    within(pane).getByRole('button', { name }).focus();
    await user.keyboard('{Escape}');
    await waitFor(() => expect(screen.queryByRole('complementary', { name: 'Search' })).toBeNull());
    expect(screen.getByRole('feed')).toHaveFocus();
  }
});

it('writes titles and texts in the direction of their own letters', async () => {
  const [first, ...rest] = history;
  if (!first) throw new Error('no chats');
  await open([{ ...first, title: 'מגבלת קצב ל-API' }, ...rest]);
  const title = await within(screen.getByRole('listbox', { name: /Chats/ })).findByText('מגבלת קצב ל-API');
  expect(title).toHaveAttribute('dir', 'auto');
  expect(screen.getByRole('heading', { level: 2, name: 'מגבלת קצב ל-API' })).toHaveAttribute('dir', 'auto');
  await waitFor(() => expect(document.querySelector('.prose')).toHaveAttribute('dir', 'auto'));
});

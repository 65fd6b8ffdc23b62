import { fireEvent, render, screen, waitFor, within } from '@testing-library/svelte';
import userEvent from '@testing-library/user-event';
import { expect, it, vi } from 'vitest';
import App from './App.svelte';
import { fakeBackend } from '../lib/backend/fake';
import { fakeChats } from '../lib/backend/fake-chats';
import { held } from '../test/held';
// The window fetches them; compiling them is the tests' affair and not a wait of the window.
import '../panes/search/SearchPane.svelte';
import '../panes/thread/ThreadView.svelte';
import '../panes/thread/cards/ToolCard.svelte';

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
  const tree = screen.getByRole('tree', { name: /^(Branches|Prompts)/ });
  await user.click(await within(tree).findByText(/superseded versions/));
  await waitFor(() => expect(within(tree).queryByText(/superseded versions/)).toBeNull());
  const opened = within(tree)
    .getAllByRole('treeitem')
    .find((item) => item.getAttribute('aria-expanded') === 'true');
  if (!opened) throw new Error('nothing is unfolded');
  await user.click(opened);
  tree.focus();
  await user.keyboard('{ArrowLeft}');
  expect(await within(tree).findByText(/superseded versions/)).toBeVisible();
});

it('leaves the keyboard to the window where the find bar is there from the start', async () => {
  const [chat] = history;
  const [session] = chat?.sessions ?? [];
  if (!chat || !session) throw new Error('no chat');
  const settings = { lastChat: chat.id, lastPlace: `dendro://${session.id}?find=limiter` };
  render(App, { props: { backend: fakeBackend({ chats: history, settings }) } });
  const box = await screen.findByRole('textbox', { name: 'Find in this branch' });
  expect(box).toHaveValue('limiter');
  expect(box).not.toHaveFocus();
  await userEvent.setup().keyboard('{Control>}f{/Control}');
  await waitFor(() => expect(box).toHaveFocus());
});

it('gives the keyboard back to the thread when the find bar closes', async () => {
  const user = await open();
  await user.keyboard('{Control>}f{/Control}');
  const bar = await screen.findByRole('search', { name: 'Find in this branch' });
  await user.click(within(bar).getByRole('button', { name: 'Close' }));
  expect(screen.getByRole('feed')).toHaveFocus();
});

it.each([
  ['the search', { key: 'F', ctrlKey: true, shiftKey: true }, 'combobox', 'Search everything'],
  ['the search for chats', { key: 'k', ctrlKey: true }, 'combobox', 'Search everything'],
  ['the find bar', { key: 'f', ctrlKey: true }, 'textbox', 'Find in this branch'],
] as const)('writes into %s what is typed before it is there', async (_, opens, role, name) => {
  await open();
  const tree = screen.getByRole('tree', { name: /^(Branches|Prompts)/ });
  tree.focus();
  // One after the other, before anything can be drawn.
  for (const init of [opens, ...['e', 'v', '?', 'x', 'Backspace', 'Enter'].map((key) => ({ key }))])
    tree.dispatchEvent(new KeyboardEvent('keydown', { ...init, bubbles: true, cancelable: true }));
  const box = await screen.findByRole(role, { name });
  await waitFor(() => expect(box).toHaveFocus());
  expect(box).toHaveValue('ev?');
  for (const name of ['Keyboard shortcuts', 'Raw record', 'Resume'])
    expect(screen.queryByRole('dialog', { name }), 'no key of the window was meant').toBeNull();
});

it.each([
  ['a chat', 'chat'],
  ['a thread', 'thread'],
] as const)('finds in %s that is still read what is typed meanwhile', async (_, asked) => {
  const backend = fakeBackend({ chats: history });
  render(App, { props: { backend } });
  await screen.findByRole('feed');
  const user = userEvent.setup();
  const answer = held(backend, asked);
  const planned = vi.spyOn(backend, 'resumePlan');
  const list = screen.getByRole('tree', { name: /^Chats/ });
  await user.click(within(list).getByText('Flaky e2e on WebKit'));
  await waitFor(() => expect(answer.asked).toBe(1));
  await waitFor(() => expect(screen.queryByRole('feed')).toBeNull());
  // One after the other, before anything can be drawn.
  for (const init of [{ key: 'f', ctrlKey: true }, ...['r', 'e', 't'].map((key) => ({ key }))])
    list.dispatchEvent(new KeyboardEvent('keydown', { ...init, bubbles: true, cancelable: true }));
  await answer.at(0).answer();
  const box = await screen.findByRole('textbox', { name: 'Find in this branch' });
  await waitFor(() => expect(box).toHaveValue('ret'));
  expect(box).toHaveFocus();
  expect(planned, 'no letter was a command').not.toHaveBeenCalled();
});

it('opens the inspector beside a thread that is still read', async () => {
  const backend = fakeBackend({ chats: history });
  render(App, { props: { backend } });
  await screen.findByRole('feed');
  const user = userEvent.setup();
  const answer = held(backend, 'thread');
  await user.click(within(screen.getByRole('tree', { name: /^Chats/ })).getByText('Flaky e2e on WebKit'));
  await waitFor(() => expect(answer.asked).toBe(1));
  await user.keyboard('{Control>}i{/Control}');
  expect(await screen.findByRole('complementary', { name: 'Inspector' })).toBeInTheDocument();
  await answer.at(0).answer();
});

it('lets the keyboard go where the thread that it was to find in could not be read', async () => {
  const backend = fakeBackend({ chats: history });
  render(App, { props: { backend } });
  await screen.findByRole('feed');
  const user = userEvent.setup();
  const answer = held(backend, 'thread');
  const list = screen.getByRole('tree', { name: /^Chats/ });
  await user.click(within(list).getByText('Flaky e2e on WebKit'));
  await waitFor(() => expect(answer.asked).toBe(1));
  await user.keyboard('{Control>}f{/Control}re');
  await answer.at(0).fail('the disk is slow');
  expect(await screen.findByText(/Could not load this session:/)).toBeVisible();
  await user.keyboard('?');
  expect(await screen.findByRole('dialog', { name: 'Keyboard shortcuts' })).toBeVisible();
});

it('closes the search with Esc from its chips and from its question mark', async () => {
  const user = await open();
  for (const name of ['Filters', 'Search syntax']) {
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
  const title = await within(screen.getByRole('tree', { name: /^Chats/ })).findByText('מגבלת קצב ל-API');
  expect(title).toHaveAttribute('dir', 'auto');
  expect(screen.getByRole('heading', { level: 2, name: 'מגבלת קצב ל-API' })).toHaveAttribute('dir', 'auto');
  await waitFor(() => expect(document.querySelector('.prose')).toHaveAttribute('dir', 'auto'));
});

const box = () => screen.findByRole('combobox', { name: 'Search everything' });

it('gives the keyboard to what a command opens, once the search is closed', async () => {
  const user = await open();
  screen.getByRole('tree', { name: /^(Branches|Prompts)/ }).focus();
  await user.keyboard('{Control>}k{/Control}');
  await user.type(await box(), '> focus chats{Enter}');
  await waitFor(() => expect(screen.getByRole('tree', { name: /^Chats/ })).toHaveFocus());
  expect(screen.queryByRole('complementary', { name: 'Search' })).toBeNull();
});

it('turns pages in the results, and says where in them the selection is', async () => {
  const user = await open();
  await user.keyboard('{Control>}k{/Control}>');
  const list = await screen.findByRole('listbox', { name: 'Results' });
  const chosen = () =>
    within(list)
      .getAllByRole('option')
      .find((option) => option.getAttribute('aria-selected') === 'true');
  const at = () => Number(chosen()?.getAttribute('aria-posinset'));
  await user.keyboard('{ArrowDown}');
  expect(at()).toBe(1);
  expect((await box()).getAttribute('aria-activedescendant')).toBe(chosen()?.id);
  const of = Number(chosen()?.getAttribute('aria-setsize'));
  await user.keyboard('{PageDown}');
  expect(at()).toBeGreaterThan(1);
  await user.keyboard('{Control>}{End}{/Control}');
  expect(at()).toBeGreaterThan(of - 4);
});

it.each([
  ['Ctrl+K', { key: 'k', ctrlKey: true }, 'Go to a chat, find a turn or run a command'],
  ['Ctrl+P', { key: 'p', ctrlKey: true }, 'Go to a chat, find a turn or run a command'],
  ['Ctrl+Shift+F', { key: 'F', ctrlKey: true, shiftKey: true }, 'Describe what you remember'],
  ['/', { key: '/' }, 'Describe what you remember'],
])('opens the same search with %s, and returns the focus with Esc', async (_, init, placeholder) => {
  const user = await open();
  const list = screen.getByRole('tree', { name: /^Chats/ });
  list.focus();
  list.dispatchEvent(new KeyboardEvent('keydown', { ...init, bubbles: true, cancelable: true }));
  await waitFor(async () => expect(await box()).toHaveFocus());
  expect(await box()).toHaveAttribute('placeholder', placeholder);
  await user.keyboard('{Escape}');
  await waitFor(() => expect(screen.getByRole('tree', { name: /^Chats/ })).toHaveFocus());
});

it('selects the words of the open search with its own key', async () => {
  const user = await open();
  await user.keyboard('{Control>}k{/Control}');
  const input = (await box()) as HTMLInputElement;
  await user.type(input, 'the');
  await user.keyboard('{Control>}3{/Control}{Control>}k{/Control}');
  await waitFor(() => expect(input).toHaveFocus());
  expect([input.selectionStart, input.selectionEnd]).toEqual([0, 3]);
});

it('walks the hits of a search with the keys of a list, and gives the keyboard back to the tree', async () => {
  const user = await open();
  screen.getByRole('tree', { name: /^(Branches|Prompts)/ }).focus();
  await user.keyboard('{Control>}{Shift>}f{/Shift}{/Control}');
  const box = await screen.findByRole('combobox', { name: 'Search everything' });
  await user.type(box, 'the');
  const hits = await screen.findByRole('listbox', { name: 'Results' });
  await waitFor(() => {
    expect(within(hits).getAllByRole('option').length).toBeGreaterThan(2);
    expect(hits).toHaveAttribute('aria-busy', 'false');
  });
  const at = () => {
    const options = within(hits).getAllByRole('option');
    const chosen = options.find((option) => option.getAttribute('aria-selected') === 'true');
    return chosen ? `${chosen.getAttribute('aria-posinset')}/${chosen.getAttribute('aria-setsize')}` : '';
  };
  const all = within(hits).getAllByRole('option').length;
  await user.keyboard('{ArrowDown}');
  expect(at()).toBe(`2/${all}`);
  await user.keyboard('{Control>}{End}{/Control}');
  expect(at()).toBe(`${all}/${all}`);
  await user.keyboard('{Escape}');
  await waitFor(() => expect(screen.getByRole('tree', { name: /^(Branches|Prompts)/ })).toHaveFocus());
});

it('chooses several chats with the keys and the mouse, and ends it with Esc', async () => {
  const user = await open();
  const list = screen.getByRole('tree', { name: /^Chats/ });
  const rows = (of = '') => [...list.querySelectorAll<HTMLElement>(`[aria-level='2']${of}`)];
  const chosen = () => rows('[aria-selected=true]').map((row) => rows().indexOf(row));
  list.focus();
  await user.keyboard('{Home}{ArrowDown}{Shift>}{ArrowDown}{ArrowDown}{/Shift}');
  expect(chosen()).toEqual([0, 1, 2]);
  await fireEvent.click(rows(' .chat')[1] ?? list, { ctrlKey: true });
  expect(chosen()).toEqual([0, 2]);
  expect(screen.getByText('Resume 2 in terminals')).toBeVisible();
  await user.keyboard('{Escape}');
  expect(chosen(), 'none but the one that is open').toHaveLength(1);
});

it('has a menu on a prompt of an outline that goes on from there, and gives the keyboard back', async () => {
  const alone = fakeChats(Date.now()).filter(
    (c) => c.segments.length === 1 && (c.segments[0]?.turns ?? 0) > 2,
  );
  const user = await open(alone.slice(0, 1));
  const tree = await screen.findByRole('tree', { name: /^Prompts of this chat/ });
  const first = await within(tree).findAllByRole('treeitem');
  await user.pointer({
    keys: '[MouseRight]',
    target: within(first[0] ?? tree).getByText(/./, { selector: '.asked' }),
  });
  const menu = await screen.findByRole('menu');
  for (const name of [
    /^Continue from here/,
    /^Edit this prompt/,
    /^Fork from here/,
    /^Copy resume command/,
    /^Open directory in terminal/,
  ])
    expect(within(menu).getByRole('menuitem', { name })).toBeVisible();
  await user.keyboard('{Escape}');
  await waitFor(() => expect(tree).toHaveFocus());
});

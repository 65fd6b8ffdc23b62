import { screen, waitFor, within } from '@testing-library/svelte';
import { expect, it, vi } from 'vitest';
import { drawnOpen } from '../../../test/inapp';
import TableDialog from './TableDialog.svelte';

const grid = () => screen.getByRole('grid', { name: 'Table of chats' });
const titles = () =>
  within(grid())
    .getAllByRole('row')
    .slice(1)
    .map((row) => row.querySelector('.title')?.textContent.trim() ?? '');
const cursor = () => document.getElementById(grid().getAttribute('aria-activedescendant') ?? '');

async function opened() {
  const test = await drawnOpen(TableDialog, {});
  test.app.table.show();
  await screen.findByRole('grid');
  await waitFor(() => expect(document.activeElement).toBe(grid()));
  return test;
}

it('lists the chats that the list is limited to, and follows its scope', async () => {
  const { app, user } = await opened();
  expect([...titles()].sort()).toEqual(app.sidebar.chats.map(({ title }) => title).sort());
  await user.click(within(screen.getByRole('dialog')).getByRole('button', { name: /^Starred/ }));
  const starred = app.sidebar.chats.filter((chat) => chat.starred).map(({ title }) => title);
  await waitFor(() => expect([...titles()].sort()).toEqual([...starred].sort()));
  expect(starred.length).toBeGreaterThan(0);
});

it('sorts by a column, turns round, and remembers it', async () => {
  const { app, user } = await opened();
  const turns = () => titles().map((title) => app.sidebar.chats.find((c) => c.title === title)?.turns ?? -1);
  await user.click(screen.getByRole('button', { name: 'Turns' }));
  await waitFor(() => expect(turns()).toEqual([...turns()].sort((a, b) => b - a)));
  expect(screen.getByRole('columnheader', { name: 'Turns' }).getAttribute('aria-sort')).toBe('descending');
  await user.click(screen.getByRole('button', { name: 'Turns' }));
  await waitFor(() => expect(turns()).toEqual([...turns()].sort((a, b) => a - b)));
  expect(new Set(turns()).size).toBeGreaterThan(2);
  expect(app.settings.value.table).toMatch(/^turns title /);
});

it('shows the columns that are chosen', async () => {
  const { app, user } = await opened();
  expect(screen.queryByRole('columnheader', { name: 'Version' })).toBeNull();
  await user.click(screen.getByRole('button', { name: 'Choose columns' }));
  // Without layout the menu is hidden, and a hidden element has no accessible name.
  const choose = async (label: string) => {
    const items = await screen.findAllByRole('menuitemcheckbox');
    const item = items.find(({ textContent }) => textContent.replace('✓', '').trim() === label);
    if (!item) throw new Error(`no column ${label}`);
    await user.click(item);
  };
  await choose('Version');
  await screen.findByRole('columnheader', { name: 'Version', hidden: true });
  await choose('Turns');
  await waitFor(() => expect(screen.queryAllByText('Turns')).toHaveLength(1));
  await waitFor(() => expect(screen.getAllByText('2.1.90').length).toBe(titles().length));
  expect(app.settings.value.table).toContain(' version');
});

it('selects by the keyboard, and copies and stars what is selected', async () => {
  const { app, backend, user } = await opened();
  const copy = vi.spyOn(backend, 'copyText');
  const star = vi.spyOn(backend, 'starChats');
  await user.keyboard('{Home} {Shift>}{ArrowDown}{/Shift}');
  const [first, second] = titles();
  await waitFor(() => expect(app.selection.ids.length).toBe(2));
  await user.keyboard('{Control>}c{/Control}');
  await waitFor(() => expect(copy).toHaveBeenCalledOnce());
  const lines = copy.mock.calls[0]?.[0].split('\n') ?? [];
  expect(lines.map((line) => line.split('\t')[0])).toEqual(['Title', first, second, '']);
  const ids = app.selection.ids;
  await user.click(screen.getByRole('button', { name: 'Toggle star for selected chats' }));
  await waitFor(() => expect(star.mock.calls[0]?.[0]).toEqual(ids));
  grid().focus();
  await user.keyboard('{Escape}');
  await waitFor(() => expect(app.selection.any).toBe(false));
  expect(app.table.open).toBe(true);
  await user.keyboard('{Escape}');
  await waitFor(() => expect(app.table.open).toBe(false));
});

it('asks for the details again only after a change', async () => {
  const { app, backend } = await opened();
  const asked = vi.spyOn(backend, 'details');
  await waitFor(() => expect(app.table.details.size).toBeGreaterThan(0));
  app.table.close();
  app.table.show();
  expect(asked).not.toHaveBeenCalled();
  app.table.close();
  app.table.heard();
  expect(asked).not.toHaveBeenCalled();
  app.table.show();
  expect(asked).toHaveBeenCalledOnce();
  // Closing ends the request, so that it is sent again.
  app.table.close();
  app.table.show();
  expect(asked).toHaveBeenCalledTimes(2);
});

it('opens the chat of the cursor', async () => {
  const { app, user } = await opened();
  await user.keyboard('{End}');
  const title = cursor()?.querySelector('.title')?.textContent.trim() ?? '';
  await user.keyboard('{Enter}');
  await waitFor(() => expect(app.sidebar.byId.get(app.chatId ?? '')?.title).toBe(title));
  expect(app.table.open).toBe(false);
});

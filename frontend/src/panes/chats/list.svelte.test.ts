import { screen, waitFor, within } from '@testing-library/svelte';
import type { UserEvent } from '@testing-library/user-event';
import { describe, expect, it, vi } from 'vitest';
import type { AppState } from '../../model/app.svelte';
import { fakeBackend, type FakeOptions } from '../../lib/backend/fake';
import type { ChatSummary } from '../../lib/backend/types';
import { drawn, drawnOpen, now, someChats } from '../../test/inapp';
import Sidebar from './Sidebar.svelte';
// The list fetches it; compiling it is the tests' affair and not a wait of the list.
import './ProjectMenu.svelte';

const list = () => screen.getByRole('tree', { name: /^Chats/ });
/** All rows but the projects. */
const options = () => rows().filter((row) => !row.querySelector('.project'));
const rows = () => within(list()).queryAllByRole('treeitem');
const names = () => options().map((option) => option.querySelector('.title')?.textContent.trim());
const row = (name: string) => within(list()).getByText(name, { exact: false });
const project = (name: string) => within(list()).getByText(name);
const button = (name: string | RegExp) => screen.getByRole('button', { name });
/** The name of the row with the cursor. */
const cursor = () =>
  document.getElementById(list().getAttribute('aria-activedescendant') ?? '')?.querySelector('.title')
    ?.textContent;

/** The list of chats, modified by `change`. */
async function opened(
  change: (chats: readonly ChatSummary[]) => readonly ChatSummary[] = (chats) => chats,
  options: FakeOptions = {},
) {
  const backend = fakeBackend({ now, chats: someChats(), ...options });
  const all = backend.chats.bind(backend);
  backend.chats = async (signal) => {
    const found = await all(signal);
    return { ...found, chats: [...change(found.chats)] };
  };
  return drawnOpen(Sidebar, {}, { backend });
}

/** The same chats without stars. */
const unstarred = () => someChats().map((chat) => ({ ...chat, starred: false }));

/** The given number of chats in two projects, without trees. */
const many = (n: number) => (chats: readonly ChatSummary[]) => [
  ...chats,
  ...Array.from({ length: n }, (_, i): ChatSummary => {
    const [first] = chats as [ChatSummary];
    const project = i < n / 2 ? '/srv/north' : '/srv/south';
    const called = { project, projectName: project.slice(5), projectDisplay: project };
    return { ...first, ...called, id: `more-${i}`, title: `Ticket ${i}`, live: false };
  }),
];

/** Lists every chat of every project. */
function listAll(app: AppState) {
  for (const row of app.sidebar.rows)
    if (row.type === 'more') for (let n = row.count; n > 0; n -= 5) app.sidebar.showMore(row.project);
}

describe('a project of the list', () => {
  it('is folded to its line and listed again, also by opening a chat of it', async () => {
    const { user, app } = await opened();
    await user.click(row('Why is the cold start'));
    await user.click(project('my-app'));
    expect(names()).not.toContain('Why is the cold start 4 s?');
    expect(names()).not.toContain('Flaky e2e on WebKit');
    const tree = screen.getByRole('tree', { name: 'Chats' });
    expect(document.getElementById(tree.getAttribute('aria-activedescendant') ?? ''), 'the cursor').toBe(
      project('my-app').closest('[role=treeitem]'),
    );
    await user.click(project('my-app'));
    expect(names()).toContain('Flaky e2e on WebKit');
    await user.click(row('Token bucket'));
    await user.click(project('my-app'));
    expect(names()).not.toContain('Flaky e2e on WebKit');
    const other = app.sidebar.chats.find((chat) => chat.title === 'Flaky e2e on WebKit')?.id ?? '';
    await app.nav.wish({ chat: other });
    await waitFor(() => expect(names()).toContain('Flaky e2e on WebKit'));
  });

  it('has an element of its own beside one whose name differs in a space', async () => {
    await opened((chats) =>
      chats.map((chat, i) => {
        const project = i % 2 === 0 ? '/home/ada/my app' : '/home/ada/my-app';
        return { ...chat, project, projectName: project.slice(10), projectDisplay: project };
      }),
    );
    const ids = screen.getAllByRole('treeitem').map(({ id }) => id);
    expect(new Set(ids).size).toBe(ids.length);
  });

  it('has a menu that folds the others, opens it elsewhere, searches in it, and copies its path', async () => {
    const { user, app, backend } = await opened();
    const choose = async (name: string) => {
      await user.pointer({ keys: '[MouseRight]', target: project('dotfiles') });
      // Only in the menu: computing accessible names in the whole window is slow.
      await user.click(within(await screen.findByRole('menu')).getByText(name));
    };
    await choose('Collapse others');
    expect(names()).toEqual(['zsh prompt shows stale git branch', 'nvim: LSP for templ files']);
    const { id } = app.sidebar.chats.find(({ project }) => project === '/home/ada/dotfiles') ?? {};
    await choose('Open in editor');
    await waitFor(() => expect(backend.log).toContain(`open project of ${String(id)} in editor`));
    await choose('Open in file manager');
    await waitFor(() => expect(backend.log).toContain(`open project of ${String(id)} in file manager`));
    await choose('Copy path');
    await waitFor(() => expect(backend.log).toContain('copy /home/ada/dotfiles'));
    await choose('Search in project');
    expect(app.search.query.text).toBe('project:"/home/ada/dotfiles" ');
    await waitFor(() => expect(screen.queryByRole('menu')).toBeNull());
  });

  it('is named above the list while its chats are scrolled through', async () => {
    const { app } = await opened(many(80));
    listAll(app);
    const above = () => list().querySelector('.above')?.textContent;
    expect(above()).toBeUndefined();
    list().scrollTo({ top: 2_000 });
    await waitFor(() => expect(above()).toMatch(/^(north|south)/));
    list().scrollTo({ top: 0 });
    await waitFor(() => expect(above()).toBeUndefined());
  });

  it('lists the chats without a prompt behind one line', async () => {
    const { user } = await opened((chats) =>
      chats.map((chat, i) => (i > 0 && i < 4 ? { ...chat, turns: 0, titleFrom: 'none' as const } : chat)),
    );
    const line = within(list()).getByRole('treeitem', { name: '2 empty chats', expanded: false });
    const before = options().length;
    await user.click(line);
    expect(options()).toHaveLength(before + 2);
    list().focus();
    await user.keyboard('{Home}');
    for (let i = 0; i < 9 && !list().getAttribute('aria-activedescendant')?.startsWith('side-q:'); i++)
      await user.keyboard('{ArrowDown}');
    await user.keyboard('{Enter}');
    expect(options(), 'Enter folds them again').toHaveLength(before);
  });
});

describe('the order of the list', () => {
  /** Without layout the menu is hidden, and a hidden element has no accessible name. */
  const choices = async (user: UserEvent) => {
    await user.click(await screen.findByRole('button', { name: 'Group and sort chats' }));
    return screen.findAllByRole('menuitemradio');
  };
  const choose = async (user: UserEvent, name: string) => {
    const choice = (await choices(user)).find((item) => item.textContent === name);
    if (!choice) throw new Error(`there is no choice ${name}`);
    choice.focus();
    await user.keyboard('{Enter}');
    await waitFor(() => expect(screen.queryByRole('menu')).toBeNull());
  };

  it('is by projects, by days, or without groups, and is kept', async () => {
    const { app, user } = await opened();
    expect(project('dotfiles')).toBeVisible();
    await choose(user, 'No grouping');
    await waitFor(() => expect(app.settings.value.chatGroups).toBe('none'));
    expect(list().querySelector('.project')).toBeNull();
    expect(options()).toHaveLength(8);
    await choose(user, 'Group by day');
    expect(list().querySelectorAll('.project').length).toBeGreaterThan(3);
  });

  it('is by what happened last, by size, or by turns', async () => {
    const { app, user } = await opened((chats) => chats.map((chat, i) => ({ ...chat, bytes: 1_000 * i })));
    await choose(user, 'No grouping');
    const newest = names();
    await choose(user, 'Largest first');
    await waitFor(() => expect(names()).toEqual(newest.toReversed()));
    await choose(user, 'Most turns first');
    await waitFor(() => expect(names()[0]).toBe('Token bucket for the upload API'));
    expect(app.settings.value.chatSort).toBe('turns');
    const checked = (await choices(user)).filter((item) => item.ariaChecked === 'true');
    expect(checked.map((item) => item.textContent)).toEqual(['✓No grouping', '✓Most turns first']);
  });
});

describe('what the list shows', () => {
  it('counts the scopes, and says how to fill one that is empty', async () => {
    const { user } = await opened(undefined, { chats: unstarred() });
    expect(button(/^Running/)).toHaveTextContent('Running2');
    expect(button(/^Expiring/)).toHaveTextContent('Expiring1');
    expect(button(/^All/)).toHaveTextContent(/^All$/);
    await user.click(button(/^Starred/));
    expect(await screen.findByText('No starred chats. Press * to star a chat.')).toBeVisible();
    await user.click(within(list()).getByRole('button', { name: 'Show all chats' }));
    await waitFor(() => expect(options()).toHaveLength(8));
    expect(button(/^All/)).toHaveAttribute('aria-pressed', 'true');
  });

  it('keeps to the chats of a search until that is cleared, and opens that search again', async () => {
    const { user, app } = await opened();
    const chats = new Set(app.sidebar.chats.slice(0, 2).map(({ id }) => id));
    app.sidebar.matching = { name: 'token bucket', chats };
    const chip = await screen.findByRole('button', { name: 'token bucket' });
    expect(chip.closest('[role=status]')).toHaveTextContent('2 chats');
    expect(options()).toHaveLength(2);
    await user.click(chip);
    expect([app.search.open, app.search.query.text]).toEqual([true, 'token bucket']);
    await user.click(button('Clear search'));
    expect(options()).toHaveLength(8);
    app.sidebar.matching = { name: 'token bucket', chats: new Set() };
    expect(await within(list()).findByText('These chats no longer exist')).toBeVisible();
    await user.click(within(list()).getByRole('button', { name: 'Clear search' }));
    expect(options()).toHaveLength(8);
  });

  it('has a button that opens the search', async () => {
    const { user, app } = await opened();
    await user.click(button(/^Search/));
    expect(app.search.open).toBe(true);
  });

  it('keeps to a span of time until that is taken away', async () => {
    const { user, app } = await opened();
    const chats = new Set(app.sidebar.chats.slice(0, 2).map(({ id }) => id));
    app.sidebar.span = { name: '3–5 March', chats };
    expect(await screen.findByText('3–5 March')).toBeVisible();
    expect(screen.getByText('3–5 March').closest('[role=status]')).toHaveTextContent('2 chats');
    expect(options()).toHaveLength(2);
    await user.click(button('Clear time range'));
    expect(options()).toHaveLength(8);
  });

  it('says in one line that many chats expire, and lists them', async () => {
    const { user } = await opened((chats) =>
      chats.map((chat, i) => ({ ...chat, expiresInDays: i < 4 ? 3 : null })),
    );
    expect(within(list()).queryByText(/Expires in/), 'not again in each row').toBeNull();
    await user.click(button('4 chats expire within a week'));
    await waitFor(() => expect(options()).toHaveLength(4));
    expect(within(list()).getAllByText('Expires in 3 days')).toHaveLength(4);
  });
});

describe('the keys of the list', () => {
  it('walk it, show a chat and stay, and open it and go on to the tree', async () => {
    const { user, app } = await opened();
    const sent = vi.spyOn(app.panes, 'focus');
    const chat = () => app.sidebar.titleOf(app.chatId ?? '');
    list().focus();
    await user.keyboard('{Home}jj');
    expect(cursor()).toContain('cold start');
    expect(chat(), 'walking opens nothing').toContain('Token bucket');
    await user.keyboard(' ');
    await waitFor(() => expect(chat()).toContain('cold start'));
    expect(sent).not.toHaveBeenCalledWith('tree');
    await user.keyboard('{End}kk{Enter}');
    await waitFor(() => expect(chat()).toBe('Backfill plan, reviewed'));
    expect(sent).toHaveBeenCalledWith('tree');
  });

  it('fold a project, open it again, and open its menu', async () => {
    const { user, app } = await opened();
    const active = () => document.getElementById(list().getAttribute('aria-activedescendant') ?? '');
    const place = () =>
      ['level', 'posinset', 'setsize'].map((what) => active()?.getAttribute(`aria-${what}`));
    list().focus();
    await user.keyboard('{Home}');
    expect(active()).toHaveTextContent(/^my-app/);
    expect([active()?.ariaExpanded, ...place()]).toEqual(['true', '1', '1', '4']);
    const before = options().length;
    await user.keyboard('{ArrowLeft}');
    expect(active()).toHaveAttribute('aria-expanded', 'false');
    expect(options().length).toBeLessThan(before);
    await user.keyboard('{Enter}');
    expect(options()).toHaveLength(before);
    await user.keyboard('h{ArrowRight}');
    expect(options()).toHaveLength(before);
    await user.keyboard('{ArrowRight}{ArrowDown}');
    expect([cursor(), ...place().slice(0, 2)]).toEqual(['Why is the cold start 4 s?', '2', '2']);
    await user.keyboard('h');
    expect(active()).toHaveTextContent(/^my-app/);
    await user.keyboard('{Shift>}{F10}{/Shift}');
    await user.click(within(await screen.findByRole('menu')).getByText('Search in project'));
    expect(app.search.query.text).toMatch(/^project:/);
  });

  it('name a row that is in the page, however far it was scrolled away', async () => {
    const { user, app } = await opened(many(80));
    listAll(app);
    list().focus();
    await user.keyboard('{Home}{ArrowDown}');
    const active = list().getAttribute('aria-activedescendant') ?? '';
    list().scrollTo({ top: 3_000 });
    await waitFor(() => expect(row('Ticket 70')).toBeVisible());
    expect(document.getElementById(active)).toHaveTextContent('Token bucket');
  });

  it('fold nothing in a list that was narrowed on purpose', async () => {
    const { user } = await opened();
    await user.click(button(/^Running/));
    await waitFor(() => expect(options()).toHaveLength(2));
    list().focus();
    await user.keyboard('{Home}{ArrowLeft}{Enter}');
    expect(options()).toHaveLength(2);
    expect(rows()[0]).not.toHaveAttribute('aria-expanded');
    await user.click(button(/^All/));
    await waitFor(() => expect(options()).toHaveLength(8));
  });

  it('give a star to the row they stand on, or to all that are chosen', async () => {
    const { user, app } = await opened(undefined, { chats: unstarred() });
    const starred = () => app.sidebar.chats.filter((c) => c.starred).map((c) => c.title);
    list().focus();
    await user.keyboard('{Home}{ArrowDown}{ArrowDown}*');
    expect(starred()).toEqual(['Why is the cold start 4 s?']);
    await user.keyboard('*');
    expect(starred()).toEqual([]);
    await user.keyboard('{Home}{ArrowDown}{Shift>}{ArrowDown}{/Shift}*');
    expect(starred()).toHaveLength(2);
  });

  it('find a chat by its first letters, where letters are no commands', async () => {
    const { user } = await opened(undefined, { settings: { letterKeys: false } });
    list().focus();
    await user.keyboard('nv');
    expect(cursor()).toContain('nvim: LSP');
  });

  it('open the menu of a chat, and move nobody', async () => {
    const { user, app } = await opened();
    list().focus();
    await user.keyboard('{Home}{ArrowDown}{ArrowDown}{Shift>}{F10}{/Shift}');
    await waitFor(() => expect(app.layers.session).toMatchObject({ pane: 'sidebar' }));
    const target = app.layers.session?.target;
    expect(app.sidebar.titleOf(target?.kind === 'chat' ? target.chat : '')).toContain('cold start');
  });

  it('show the chat that they select, and each takes the place of the one before in the history', async () => {
    const { user, app } = await opened();
    const first = app.chatId;
    list().focus();
    await user.keyboard('{Home}{ArrowDown}{ArrowDown}');
    await waitFor(() => expect(app.sidebar.titleOf(app.chatId ?? '')).toContain('cold start'));
    expect(list()).toHaveFocus();
    const second = app.chatId;
    await user.keyboard('{ArrowDown}');
    await waitFor(() => expect(app.chatId).not.toBe(second));
    app.nav.back();
    expect(app.chatId).toBe(first);
  });

  it('show more of a project on its last line', async () => {
    const { app } = await opened(many(80));
    const more = () => app.sidebar.rows.find((row) => row.type === 'more');
    const [before, left] = [app.sidebar.rows.length, more()];
    within(list()).getAllByText('Show 5 more')[0]?.click();
    expect(app.sidebar.rows).toHaveLength(before + 5);
    expect(more()).toMatchObject({ key: left?.key, count: (left?.type === 'more' ? left.count : 0) - 5 });
  });
});

describe('chats that are chosen together', () => {
  const bar = () => screen.getByRole('group', { name: 'Selected chats' });
  const choose = async ({ user }: { user: UserEvent }) => {
    list().focus();
    await user.keyboard('{Home}{ArrowDown}{Shift>}{ArrowDown}{/Shift}');
    return within(bar());
  };

  it('are copied, starred, and gone on with', async () => {
    const test = await opened(undefined, { chats: unstarred() });
    const { user, app, backend } = test;
    const inBar = await choose(test);
    expect(inBar.getByRole('status')).toHaveTextContent('2 chats selected');
    await user.click(inBar.getByRole('button', { name: 'Copy commands for selected chats' }));
    await waitFor(() => expect(backend.log.filter((done) => done.startsWith('prepare'))).toHaveLength(2));
    await user.click(inBar.getByRole('button', { name: 'Toggle star for selected chats' }));
    expect(app.sidebar.chats.filter((c) => c.starred)).toHaveLength(2);
    expect(inBar.getByRole('button', { name: 'Toggle star for selected chats' })).toHaveAttribute(
      'aria-pressed',
      'true',
    );
    await user.click(inBar.getByRole('button', { name: 'Resume 2 in terminals' }));
    await waitFor(() => expect([app.several.open, app.several.list.length]).toEqual([true, 2]));
    expect(
      backend.log.filter((done) => done.startsWith('resume')),
      'it is shown first',
    ).toEqual([]);
  });

  it('have one menu, and are left by the keys and by a click', async () => {
    const test = await opened();
    const { user, app } = test;
    await choose(test);
    const open = app.chatId;
    await user.pointer({ keys: '[MouseRight]', target: row('cold start') });
    expect(app.layers.session).not.toBeNull();
    expect([app.chatId, app.sidebar.selection.ids.length]).toEqual([open, 2]);
    within(bar()).getByRole('button', { name: 'Copy commands for selected chats' }).focus();
    await user.keyboard('{Escape}');
    expect(screen.queryByRole('group', { name: 'Selected chats' })).toBeNull();
    expect(list()).toHaveFocus();
    await choose(test);
    await user.click(row('zsh prompt'));
    expect(app.sidebar.selection.any).toBe(false);
  });
});

it('shows where chats will stand until they are read', async () => {
  const { app } = drawn(Sidebar, {}, {}, (app: AppState) => app.nowShown());
  expect(options()).toHaveLength(0);
  expect(list().querySelectorAll('.ghost').length).toBeGreaterThan(4);
  await app.sidebar.load();
  await waitFor(() => expect(options()).toHaveLength(8));
  expect(list().querySelector('.ghost')).toBeNull();
});

it('marks a chat that is only in the archive', async () => {
  await opened((chats) =>
    chats.map((chat) => ({ ...chat, archived: chat.title.startsWith('Why is the cold') })),
  );
  const option = (name: string) => screen.getByRole('treeitem', { name: new RegExp(name) });
  expect(within(option('Why is the cold start')).getByText('Archived')).toBeVisible();
  expect(within(option('Flaky e2e')).queryByText('Archived')).toBeNull();
});

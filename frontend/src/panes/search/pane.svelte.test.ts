import { screen, waitFor, within } from '@testing-library/svelte';
import { describe, expect, it, vi } from 'vitest';
import { BackendError } from '../../lib/backend/backend';
import { fakeBackend } from '../../lib/backend/fake';
import type { SearchResult, Settings } from '../../lib/backend/types';
import { drawnOpen, now, someChats } from '../../test/inapp';
import SearchPane from './SearchPane.svelte';

const box = () => screen.getByRole('combobox', { name: 'Search everything' });
const hits = () => screen.getByRole('listbox', { name: 'Results' });
const entries = () => within(hits()).queryAllByRole('option');
/** The rows of messages. */
const options = () => entries().filter((entry) => entry.querySelector('.hit'));
const said = () => screen.getAllByRole('status')[0];
const chip = (name: string | RegExp) => screen.getByRole('button', { name });
/** The position of the selected match, from 1; 0 for none. */
const at = () => options().findIndex((hit) => hit.getAttribute('aria-selected') === 'true') + 1;

/** The search pane for messages, without chats and turns; `answers` modifies the engine's answers. */
async function opened(
  query = '',
  settings: Partial<Settings> = {},
  answers: (found: SearchResult) => SearchResult = (found) => found,
) {
  const backend = fakeBackend({ now, chats: someChats(), settings });
  const search = backend.search.bind(backend);
  const asked = vi.spyOn(backend, 'search').mockImplementation(async (q, scope, limit, told, signal) => {
    const part = (found: SearchResult) => told(answers(found));
    return answers(await search(q, scope, limit, part, signal));
  });
  vi.spyOn(backend, 'filter').mockResolvedValue({ q: '', total: 0, complete: true, matches: [] });
  const ranked = backend.ranked.bind(backend);
  vi.spyOn(backend, 'ranked').mockImplementation(async (...asked) => ({
    ...(await ranked(...asked)),
    ...{ turns: [], total: 0 },
  }));
  const test = await drawnOpen(SearchPane, {}, { backend }, (app) => app.search.start(''));
  if (query !== '') {
    await test.user.type(box(), query.replaceAll('[', '[['));
    await waitFor(() => {
      expect(test.app.search.query.asking.phase).toBe('answered');
      expect(test.app.search.query.quick.loading).toBe(false);
    });
  }
  return { ...test, asked };
}

describe('the hits of a search', () => {
  it('stand by chat, the best of each, and say how many there are', async () => {
    await opened('bucket');
    const groups = within(hits()).getAllByRole('group');
    expect(groups.length).toBeGreaterThan(3);
    for (const group of groups) expect(within(group).getAllByRole('option')).toHaveLength(1);
    expect(groups[0]).toHaveAccessibleName('Token bucket for the upload API');
    expect(said()).toHaveTextContent(/^\d+ matches in \d+ chats/);
    expect(options()[0]?.querySelector('mark')).toHaveTextContent(/bucket/i);
  });

  it('unfold to all of a chat with → and the mouse, and fold again with ←', async () => {
    const { user, app, asked } = await opened('bucket');
    const groups = options().length;
    const list = hits().parentElement ?? document.body;
    list.focus();
    await user.keyboard('{ArrowRight}');
    await waitFor(() => expect(options().length).toBeGreaterThan(groups));
    expect(asked.mock.lastCall?.[1]).toEqual({ chat: app.search.answers.groups[0]?.chat });
    expect(at(), 'the one that is looked at stays that').toBe(1);
    await user.keyboard('{ArrowLeft}');
    expect(options()).toHaveLength(groups);
    await user.click(within(hits()).getAllByText(/^\d+ matches$/)[1] ?? list);
    await waitFor(() => expect(options().length).toBeGreaterThan(groups));
  });

  it('come newest first where that is asked for, and more of them on demand', async () => {
    const { user, app, asked } = await opened('the');
    await user.click(chip('Newest first'));
    expect(app.settings.value.searchSort).toBe('time');
    const times = () => options().map((hit) => hit.querySelector('time')?.dateTime ?? '');
    expect(times()).toHaveLength(50);
    expect(times()).toEqual(times().toSorted().reverse());
    await user.click(screen.getByRole('option', { name: 'Show more messages' }));
    await waitFor(() => expect(options().length).toBeGreaterThan(50));
    expect(asked.mock.lastCall?.[2]).toBe(500);
  });

  it('are looked at beside the search, opened by a double click, and searched for again from there', async () => {
    const { user, app } = await opened('bucket');
    const second = app.search.answers.groups[1]?.chat;
    await user.click(options()[1]?.querySelector('.hit') ?? hits());
    await waitFor(() => expect(app.chatId).toBe(second));
    expect([at(), app.search.open]).toEqual([2, true]);
    await user.dblClick(options()[1]?.querySelector('.hit') ?? hits());
    await waitFor(() => expect(app.search.open).toBe(false));
    expect(app.settings.value.recentSearches).toEqual(['bucket']);
    app.nav.back();
    await waitFor(() => expect(app.search.open).toBe(true));
  });

  it('have a menu by the mouse and by the key, for the hit it was asked on', async () => {
    const { user, app } = await opened('bucket');
    await user.pointer({ keys: '[MouseRight]', target: options()[1]?.querySelector('.hit') ?? hits() });
    expect(app.layers.session).toMatchObject({
      pane: 'tree',
      target: { kind: 'hit', hit: { uuid: app.search.answers.hits[1]?.uuid } },
    });
    expect(app.search.answers.chosenAt, 'nothing is chosen for it').toBe(-1);
    app.layers.session = null;
    box().focus();
    await user.keyboard('{ArrowDown}{Shift>}{F10}{/Shift}');
    expect(app.layers.session).not.toBeNull();
  });

  it('are gone on behind from the row, and with Ctrl+Enter', async () => {
    const { user, app, backend } = await opened('bucket');
    const planned = vi.spyOn(backend, 'resumePlan');
    const [first] = app.search.answers.hits;
    await user.keyboard('{Control>}{Enter}{/Control}');
    await waitFor(() => expect(planned).toHaveBeenCalled());
    expect(planned.mock.lastCall?.[0]).toMatchObject({ session: first?.session, record: first?.uuid });
    app.resume.open = false;
    await user.click(options()[1]?.querySelector('.go-on') ?? box());
    await waitFor(() => expect(planned.mock.lastCall?.[0].record).toBe(app.search.answers.hits[1]?.uuid));
  });

  it('that stand in several branches are opened in any of them', async () => {
    const { user, app } = await opened('jitter', {}, (found) => ({
      ...found,
      chats: found.chats?.map((group) => ({
        ...group,
        best: group.best && { ...group.best, alsoIn: [app0] },
      })),
    }));
    const copies = await screen.findByRole('group', { name: 'Branches with this message' });
    const [own, other] = within(copies).getAllByRole('button');
    expect(own).toHaveTextContent('Retry with jitter instead');
    expect(other).toHaveTextContent('Add metrics and a dashboard');
    const wished = vi.spyOn(app.nav, 'wish');
    await user.click(other ?? copies);
    await waitFor(() => expect(wished.mock.lastCall?.[0]).toMatchObject({ session: app0 }));
  });
});

/** A session that forks from the same node as the session of the match. */
const app0 = 'fa2f7873-405e-4fb2-9183-ae5f60718293';

describe('what is searched', () => {
  it('is narrowed by chips, which are words of the query', async () => {
    const { user, asked } = await opened('bucket');
    expect(screen.queryByRole('group', { name: 'Filters' }), 'no chip without a filter').toBeNull();
    await user.click(chip('Filters'));
    const menu = within(await screen.findByRole('menu'));
    for (const name of ['Prompts', 'Replies', '7 days', '30 days', 'Leaves', 'Prompts'])
      await user.click(menu.getByText(name));
    expect(box()).toHaveValue('bucket in:replies after:30d is:leaf');
    const checked = (name: string) =>
      menu.getByText(name).closest('[aria-checked]')?.getAttribute('aria-checked');
    expect(['Prompts', 'Replies', '7 days', '30 days'].map(checked)).toEqual([
      'false',
      'true',
      'false',
      'true',
    ]);
    await user.keyboard('{Escape}');
    await waitFor(() => expect(box()).toHaveFocus());
    await waitFor(() =>
      expect(asked.mock.calls.map(([q]) => q)).toContain('bucket in:replies after:30d is:leaf'),
    );
    for (const name of ['Leaves', '30 days', 'Replies']) await user.click(chip(`Remove filter ${name}`));
    expect(box()).toHaveValue('bucket');
  });

  it('is everything, a project, a chat or a branch, as far as one is open', async () => {
    const { user, app, asked } = await opened('bucket');
    const scope = async (name: string) => {
      const before = asked.mock.calls.length;
      await user.click(chip(name));
      await waitFor(() => expect(asked.mock.calls.length).toBeGreaterThan(before));
      return asked.mock.lastCall?.[1];
    };
    const { session = '', tip } = app.thread.target ?? {};
    expect(await scope('This project')).toEqual({ project: '/home/ada/projects/my-app' });
    expect(await scope('This chat')).toEqual({ chat: app.chatId });
    expect(await scope('This branch')).toEqual({ session, tip });
    expect(chip('This branch')).toHaveAttribute('aria-pressed', 'true');
    expect(await scope('Everything')).toEqual({});
  });

  it('is said to be wrong under the word, and told to whoever cannot see it', async () => {
    const { user } = await opened('/(');
    expect(box()).toBeInvalid();
    expect(box()).toHaveAccessibleDescription('This is no regular expression.');
    expect(screen.getByRole('alert')).toHaveTextContent('This is no regular expression.');
    expect(screen.queryByRole('button', { name: 'Save search' }), 'nothing to keep').toBeNull();
    await user.keyboard('{Backspace}{Backspace}limit');
    await waitFor(() => expect(box()).toBeValid());
    expect(screen.queryByRole('alert')).toBeNull();
  });

  it('may be an id: then it leads there', async () => {
    const id = '77a00ded-516f-40c3-8294-bf60718293a4';
    const { user, app } = await opened(id, {}, (found) => ({ ...found, id }));
    await user.click(await screen.findByRole('option', { name: /^Go to this session in “Token bucket/ }));
    await waitFor(() => expect(app.thread.target?.session).toBe(id));
    expect(app.search.open).toBe(false);
  });
});

describe('while an answer is on its way', () => {
  it('says that it searches, what is found so far, and that this is all', async () => {
    let tell: (part: SearchResult) => void = () => undefined;
    let end: (found: SearchResult) => void = () => undefined;
    const { user, backend } = await opened();
    const other = fakeBackend({ now, chats: someChats() });
    const asked = vi.spyOn(backend, 'search').mockImplementation((_q, _scope, _limit, told) => {
      tell = told;
      return new Promise((answered) => (end = answered));
    });
    await user.type(box(), 'bucket');
    await waitFor(() => expect(asked.mock.lastCall?.[0]).toBe('bucket'));
    expect(said()).toHaveTextContent('Searching…');
    const found = await other.search('bucket', {}, 50, () => undefined);
    tell({ ...found, chats: undefined, total: null, complete: false, blocks: 200, looked: 68 });
    await waitFor(() => expect(said()).toHaveTextContent(/so far.* · 34% searched/));
    expect(said()).toHaveAttribute('aria-busy', 'true');
    expect(options().length).toBeGreaterThan(1);
    end(found);
    await waitFor(() => expect(said()).toHaveAttribute('aria-busy', 'false'));
    expect(said()).not.toHaveTextContent(/so far|%/);
  });

  it('says why there is none, and asks again', async () => {
    const { user, backend } = await opened();
    const failing = vi
      .spyOn(backend, 'search')
      .mockRejectedValue(new BackendError('internal', 'the index is damaged'));
    await user.type(box(), 'bucket');
    expect(await screen.findByRole('alert')).toHaveTextContent('Search failed: the index is damaged');
    failing.mockRestore();
    await user.click(chip('Retry'));
    await waitFor(() => expect(options().length).toBeGreaterThan(1));
    expect(screen.queryByRole('alert')).toBeNull();
  });
});

describe('where nothing is found', () => {
  it('says where that was looked for, and how to look further', async () => {
    const { user, app } = await opened('qqqq in:prompts,replies after:7d');
    app.search.setScope('chat');
    expect(await screen.findByText('No matches in this chat')).toBeVisible();
    expect(screen.getByText(/^Searched/)).toHaveTextContent('Searched prompts, replies (after:7d)');
    await user.click(chip('Include thinking'));
    expect(box()).toHaveValue('qqqq in:prompts,replies,thinking after:7d');
    await waitFor(() => expect(screen.queryByText('Include thinking')).toBeNull());
    await user.click(await screen.findByRole('button', { name: 'Clear filters' }));
    expect(box()).toHaveValue('qqqq');
    await user.click(await screen.findByRole('button', { name: 'Search everything' }));
    expect(await screen.findByText('No matches in 1,204 sessions of 38 projects')).toBeVisible();
    expect(screen.getByText(/^Searched/)).toHaveTextContent('tools, results, titles');
  });

  it('says so where not everything has been read yet', async () => {
    await opened('qqqq', {}, (found) => ({ ...found, scanned: false, files: 1_204, filesOf: 2_600 }));
    expect(await screen.findByText('Searched 1,204 of 2,600 files')).toBeVisible();
  });
});

describe('what else exists', () => {
  it('is counted where filters leave nothing', async () => {
    const { user } = await opened('bucket in:prompts tool:None', {}, (found) =>
      found.query === 'bucket' ? found : { ...found, hits: [], chats: [], total: 0 },
    );
    await user.click(await screen.findByRole('button', { name: /^Show \d+ matches without filters$/ }));
    expect(box()).toHaveValue('bucket');
  });
});

describe('searches of before', () => {
  const settings = { recentSearches: ['retry', 'limiter'], savedSearches: ['flaky e2e'] };
  const listed = () =>
    entries().flatMap((entry) => (entry.querySelector('.remove') ? [entry.textContent.trim()] : []));

  it('are selected by the arrows, asked again with Enter, and left with Esc', async () => {
    const { user, app } = await opened('', settings);
    app.search.start(''); // the history was opened behind it
    expect(listed(), 'those that were saved, then the newest').toEqual(['flaky e2e', 'limiter', 'retry']);
    await user.keyboard('{ArrowDown}{ArrowDown}');
    expect(box()).toHaveFocus();
    expect(box().getAttribute('aria-activedescendant')).toBe(entries()[1]?.id);
    await user.keyboard('{Enter}');
    expect(box()).toHaveValue('limiter');
    await waitFor(() => expect(options().length).toBeGreaterThan(0));
    await user.keyboard('{Escape}');
    expect([app.search.open, app.search.query.text], 'the query survives').toEqual([false, 'limiter']);
  });

  it('are saved with a star, and removed with the mouse or the key', async () => {
    const { user, app } = await opened('', settings);
    await user.click(entries()[1]?.querySelector('.remove') ?? hits());
    expect(app.settings.value.recentSearches).toEqual(['retry']);
    await user.keyboard('{ArrowDown}{Delete}');
    expect(listed()).toEqual(['retry']);
    expect(app.settings.value.savedSearches).toEqual([]);
    await user.type(box(), 'bucket');
    await user.click(await screen.findByRole('button', { name: 'Save search' }));
    expect(app.settings.value.savedSearches).toEqual(['bucket']);
    expect(chip('Remove saved search')).toHaveAttribute('aria-pressed', 'true');
    await user.click(chip('Remove saved search'));
    expect(app.settings.value.savedSearches).toEqual([]);
  });
});

it('Esc closes the search', async () => {
  const { user, app } = await opened('bucket');
  await user.keyboard('{Escape}');
  await waitFor(() => expect(app.search.open).toBe(false));
  expect(app.search.query.text, 'the query survives').toBe('bucket');
});

it('Enter goes to the first hit of what was typed last, also where that is not answered yet', async () => {
  const { user, app, backend } = await opened('bucket');
  const slow = fakeBackend({ now, chats: someChats(), delay: 30 });
  vi.spyOn(backend, 'search').mockImplementation((...asked) => slow.search(...asked));
  const focused = vi.fn();
  app.panes.register('thread', focused);
  await user.clear(box());
  await user.type(box(), 'jitter{Enter}');
  await waitFor(() => expect(app.search.open).toBe(false));
  await waitFor(() => expect(focused).toHaveBeenCalled());
  expect(app.thread.target?.session).toBe('77a00ded-516f-40c3-8294-bf60718293a4');
});

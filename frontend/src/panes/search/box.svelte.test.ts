import { screen, waitFor, within } from '@testing-library/svelte';
import { describe, expect, it, vi } from 'vitest';
import { fakeBackend } from '../../lib/backend/fake';
import type { FilterResult, RankedResult } from '../../lib/backend/types';
import { held } from '../../test/held';
import { drawnOpen, now, someChats } from '../../test/inapp';
import type { Opener } from '../../model/search/entries';
import SearchPane from './SearchPane.svelte';

const box = () => screen.getByRole('combobox', { name: 'Search everything' });
const list = () => screen.getByRole('listbox', { name: 'Results' });
const entries = () => within(list()).queryAllByRole('option');
const selected = () => entries().find((entry) => entry.getAttribute('aria-selected') === 'true');
const headings = () => [...list().querySelectorAll('.heading')].map((heading) => heading.textContent);

/** Chats whose title has the words; the fake finds letters anywhere. */
function titled(q: string): FilterResult {
  const matches = someChats().flatMap(({ id, title }) => {
    const at = title.toLowerCase().indexOf(q);
    const ranges: [number, number][] = [[at, at + q.length]];
    return at < 0 ? [] : [{ chat: id, field: 'title' as const, text: title, ranges }];
  });
  return { q, total: matches.length, complete: true, matches };
}

async function opened(query = '', opener: Opener = 'turns', change: Partial<RankedResult> = {}) {
  const backend = fakeBackend({ now, chats: someChats() });
  vi.spyOn(backend, 'filter').mockImplementation((q) => Promise.resolve(titled(q)));
  const ranked = backend.ranked.bind(backend);
  vi.spyOn(backend, 'ranked').mockImplementation(async (...asked) => ({
    ...(await ranked(...asked)),
    ...change,
  }));
  const test = await drawnOpen(SearchPane, {}, { backend }, (app) => app.search.start('', opener));
  if (query !== '') await test.user.type(box(), query);
  // Commands are found at once.
  if (query !== '' && !/^[>#@]/.test(query)) {
    await waitFor(() => {
      expect(test.app.search.query.asking.phase).toBe('answered');
      expect(test.app.search.query.quick.loading).toBe(false);
    });
  }
  return test;
}

describe('the sections', () => {
  it.each<[string, Opener, string[]]>([
    ['', 'chats', ['Newest chats', 'Commands']],
    ['bucket', 'chats', ['Chats', 'Turns', 'Messages']],
    ['bucket', 'turns', ['Turns', 'Chats', 'Messages']],
    ['in:prompts', 'turns', []],
    ['>', 'turns', ['Commands']],
    ['#my', 'chats', ['Projects']],
    ['@my', 'turns', ['Projects']],
  ])('of “%s”, opened for %s, are %j', async (query, opener, expected) => {
    await opened(query, opener);
    expect(headings().slice(0, expected.length)).toEqual(expected);
  });

  it('begin with messages for a phrase, and with commands where a word of one begins so', async () => {
    const { app } = await opened('the', 'chats');
    expect(headings()[0]).toBe('Commands');
    app.search.answers.opener = 'turns';
    await waitFor(() => expect(headings()[0]).not.toBe('Commands'));
  });

  it('number their entries through, and name each option', async () => {
    await opened('bucket');
    expect(entries().map((entry) => entry.ariaPosInSet)).toEqual(entries().map((_, i) => String(i + 1)));
    expect(new Set(entries().map(({ id }) => id)).size).toBe(entries().length);
    expect(new Set(entries().map((entry) => entry.ariaSetSize))).toEqual(new Set([String(entries().length)]));
  });
});

describe('a turn', () => {
  it('shows its prompt, the words that were found, and those that are missing', async () => {
    const { app } = await opened('bucket zzqqzz');
    const [turn] = app.search.query.quick.turns.value?.turns ?? [];
    const row = entries()[0];
    expect(row?.querySelector('.turn')).not.toBeNull();
    expect(row?.querySelector('mark')).toHaveTextContent(/bucket/i);
    expect(row?.querySelector('s')).toHaveTextContent('zzqqzz');
    expect(row).toHaveAccessibleName(/Without zzqqzz/);
    expect(row).toHaveTextContent(app.sidebar.titleOf(turn?.chat ?? ''));
  });

  it('is previewed while the arrows move, opened with Enter, and left to where the reader was', async () => {
    const { user, app } = await opened('jitter');
    const before = app.thread.target;
    const [turn] = app.search.query.quick.turns.value?.turns ?? [];
    const wished = vi.spyOn(app.nav, 'wish');
    expect(selected()?.textContent, 'the first row is selected').toBe(entries()[0]?.textContent);
    expect(wished, 'and not previewed').not.toHaveBeenCalled();
    await user.keyboard('{ArrowDown}');
    expect(selected()?.textContent, 'Down goes to the second').toBe(entries()[1]?.textContent);
    await user.keyboard('{ArrowUp}');
    await waitFor(() => expect(wished).toHaveBeenCalled());
    const place = { session: turn?.session, record: turn?.best.uuid };
    expect(wished.mock.lastCall?.slice(0, 2)).toMatchObject([place, 'preview']);
    await user.keyboard('{Escape}');
    await waitFor(() => expect(app.thread.target).toEqual(before));
    app.search.start();
    await waitFor(() => expect(entries().length).toBeGreaterThan(0));
    await user.type(box(), '{Enter}');
    await waitFor(() => expect(app.search.open).toBe(false));
    expect(wished.mock.lastCall?.slice(0, 2)).toMatchObject([place, 'push']);
    expect(app.settings.value.recentSearches).toEqual(['jitter']);
  });

  it('is continued with Ctrl+Enter, without selecting it first', async () => {
    const { user, app, backend } = await opened('jitter');
    const planned = vi.spyOn(backend, 'resumePlan');
    const [turn] = app.search.query.quick.turns.value?.turns ?? [];
    await user.keyboard('{Control>}{Enter}{/Control}');
    await waitFor(() => expect(planned).toHaveBeenCalled());
    expect(planned.mock.lastCall?.[0]).toMatchObject({
      ...{ session: turn?.session, record: turn?.uuid, turn: true },
    });
  });
});

describe('a chat', () => {
  it('is opened with Enter by its title, and continued with Ctrl+Enter', async () => {
    const { user, app, backend } = await opened('flaky', 'chats');
    const planned = vi.spyOn(backend, 'resumePlan');
    await user.keyboard('{Control>}{Enter}{/Control}');
    await waitFor(() => expect(planned).toHaveBeenCalled());
    app.resume.open = false;
    await user.type(box(), '{Enter}');
    await waitFor(() => expect(app.search.open).toBe(false));
    expect(app.sidebar.titleOf(app.chatId ?? '')).toBe('Flaky e2e on WebKit');
  });

  it('is opened by what was typed last, also where that is not answered yet', async () => {
    const { user, app, backend } = await opened('bucket', 'chats');
    const filters = held(backend, 'filter');
    await user.clear(box());
    await user.type(box(), 'flaky{Enter}');
    await waitFor(() => expect(filters.asked).toBeGreaterThan(0));
    expect(app.search.open).toBe(true);
    await filters.at(-1).answer();
    await waitFor(() => expect(app.search.open).toBe(false));
    expect(app.sidebar.titleOf(app.chatId ?? '')).toBe('Flaky e2e on WebKit');
  });
});

describe('the list', () => {
  it('stays until the answers that come first are there', async () => {
    const { user, app, backend } = await opened('bucket');
    const before = entries().map(({ textContent }) => textContent);
    const turns = held(backend, 'ranked');
    await user.type(box(), ' jitter');
    await waitFor(() => expect(turns.asked).toBeGreaterThan(0));
    // The time that the list waits is over only later.
    if (app.search.answers.list.list.some(({ name }) => name === 'turns'))
      expect(entries().map(({ textContent }) => textContent)).toEqual(before);
    await turns.at(-1).answer();
    await waitFor(() => expect(headings()[0]).toBe('Turns'));
    expect(selected()).toBe(entries()[0]);
  });

  it('answers a date in words with its turns, by a chip that can be removed', async () => {
    const { user, backend } = await opened();
    const ranked = vi.spyOn(backend, 'ranked');
    const filtered = vi.spyOn(backend, 'filter');
    await user.type(box(), 'what did I do yesterday');
    const chip = await screen.findByRole('button', { name: /^Remove filter / });
    await waitFor(() => expect(ranked.mock.lastCall?.[0]).toMatch(/^after:[-\d]+ before:[-\d]+$/));
    expect(filtered.mock.lastCall?.[0] ?? '', 'its words are no title').not.toMatch(/yesterday$/);
    await user.click(chip);
    await waitFor(() => expect(ranked.mock.lastCall?.[0]).toBe('what did I do yesterday'));
    expect(screen.queryByRole('button', { name: /^(Remove filter|Only) / })).toBeNull();
  });

  it.each(['>theme', '#my'])('has no filters over %s', async (query) => {
    await opened(query);
    expect(screen.queryByRole('button', { name: 'Filters' })).toBeNull();
    expect(screen.queryByRole('button', { name: 'Save search' })).toBeNull();
  });
});

describe('the selection', () => {
  it('stays on its entry when other sections are answered later, until something is typed', async () => {
    const { user, app, backend } = await opened();
    const turns = held(backend, 'ranked');
    await user.type(box(), 'bucket');
    await waitFor(() => expect(app.search.query.asking.phase).toBe('answered'));
    await waitFor(() => expect(turns.asked).toBeGreaterThan(0));
    await waitFor(() => expect(app.search.query.waits, 'late turns are not awaited').toBe(false));
    await user.keyboard('{ArrowDown}');
    const before = selected()?.textContent;
    const count = entries().length;
    expect(before).toBeTruthy();
    await turns.at(-1).answer();
    await waitFor(() => expect(entries().length).toBeGreaterThan(count));
    expect(selected()?.textContent).toBe(before);
    expect(box().getAttribute('aria-activedescendant')).toBe(selected()?.id);
    await user.type(box(), 's');
    expect(app.search.answers.chosenAt).toBe(-1);
  });

  it('passes over a command that cannot run now', async () => {
    const { app } = await opened('> stop scanning');
    expect(entries()[0]).toHaveAttribute('aria-disabled', 'true');
    expect(await app.search.pick()).toBeUndefined();
  });
});

it('runs a command once the search is closed', async () => {
  const { user, app } = await opened('> compact');
  const before = app.settings.value.density;
  await user.keyboard('{Enter}');
  await waitFor(() => expect(app.settings.value.density).not.toBe(before));
  expect(app.search.open).toBe(false);
});

it('opens the newest chat of a project', async () => {
  const { user, app } = await opened('#dotfiles');
  await user.keyboard('{Enter}');
  await waitFor(() => expect(app.search.open).toBe(false));
  const { project } = app.sidebar.byId.get(app.chatId ?? '') ?? {};
  expect(project).toBe('/home/ada/dotfiles');
});

it('offers a corrected query, and asks it', async () => {
  const { user } = await opened('bukcet', 'turns', { instead: 'bucket' });
  const offered = screen.getByRole('button', { name: 'bucket' });
  expect(offered.parentElement).toHaveTextContent('Did you mean bucket?');
  await user.click(offered);
  expect(box()).toHaveValue('bucket');
  expect(box()).toHaveFocus();
  await waitFor(() => expect(screen.queryByText(/Did you mean/)).toBeNull());
});

it('limits the list of chats to what was found', async () => {
  const { user, app } = await opened('bucket');
  const found = app.search.answers.chats;
  await user.click(screen.getByRole('button', { name: 'Show these in the list' }));
  await waitFor(() => expect(app.search.open).toBe(false));
  await waitFor(() => expect(app.sidebar.matching).toEqual({ name: 'bucket', chats: found }));
  expect(found.size).toBeGreaterThan(1);
  expect(app.settings.value.recentSearches).toEqual(['bucket']);
});

it('removes a filter of the query that has no chip of its own', async () => {
  const { user } = await opened();
  await user.type(box(), 'bucket tool:Bash');
  await user.click(screen.getByRole('button', { name: 'Remove filter tool:Bash' }));
  expect(box()).toHaveValue('bucket');
});

import { describe, expect, it, vi } from 'vitest';
import { BackendError } from '../../lib/backend/backend';
import { fakeBackend, type FakeOptions } from '../../lib/backend/fake';
import { fakeChats } from '../../lib/backend/fake-chats';
import type { FilterResult } from '../../lib/backend/types';
import type { Command } from '../../lib/keys/registry.svelte';
import { held } from '../../test/held';
import { SettingsState } from '../settings/settings.svelte';
import { SidebarState } from '../sidebar/sidebar.svelte';
import { Entries } from './entries.svelte';

const chats = fakeChats(Date.parse('2026-11-20T14:00:00Z')).filter((c) => c.sessions.length < 50);
const command = (id: string, title: string, more: Partial<Command> = {}): Command => ({
  id,
  title,
  group: 'Window',
  run: () => undefined,
  ...more,
});
const commands = [
  command('palette', 'Go to anything'),
  command('tree-down', 'Next row', { local: true }),
  command('theme', 'Switch between light and dark'),
  command('export', 'Export the branch', { reason: () => 'no thread is open' }),
  ...[1, 2, 3, 4, 5, 6].map((n) => command(`pane-${n}`, `Go to pane ${n}`)),
];

async function opened(options: FakeOptions = {}) {
  const backend = fakeBackend({ chats, ...options });
  const sidebar = new SidebarState(backend, new SettingsState(backend));
  await sidebar.load();
  const search = { saved: ['is:fork'], recent: ['bucket', 'Bucket limit', 'retry'] };
  const host = { backend, sidebar, search } as unknown as ConstructorParameters<typeof Entries>[0];
  const entries = new Entries(host, { commands });
  entries.begin();
  const type = (query: string) => {
    entries.query = query;
    entries.ask();
  };
  return { backend, sidebar, entries, type };
}

const kinds = (entries: Entries) =>
  [...new Set(entries.listed.map((entry) => entry.split(' ')[0]))].join(' ');

describe('the palette lists', () => {
  it('the newest chats and some commands, where nothing is typed', async () => {
    const { entries } = await opened();
    expect(kinds(entries)).toBe('chat command');
    expect(entries.listed.filter((entry) => entry.startsWith('chat '))).toHaveLength(8);
    expect(
      entries.commands.map(({ one }) => one.id),
      'not itself, and no key of a pane',
    ).not.toContain('palette');
    expect(entries.commands).toHaveLength(6);
    expect(entries.listed, 'what cannot be done now is shown and not chosen').not.toContain('command export');
    expect(entries.commands.map(({ one }) => one.id)).toContain('export');
  });

  it.each([
    ['>', 'command'],
    ['> light', 'command'],
    ['#', 'chat'],
    ['@', 'project'],
    ['/', 'earlier'],
    ['/bucket', 'search earlier'],
    ['switch', 'command search'],
  ])('for %s: %s', async (query, expected) => {
    const { entries, type } = await opened();
    type(query);
    await vi.waitFor(() => expect(kinds(entries)).toBe(expected));
  });

  it('all commands after >, and what was searched for, the kept first', async () => {
    const { entries, type } = await opened();
    type('>');
    expect(entries.commands).toHaveLength(8);
    type('/');
    expect(entries.earlier).toEqual(['is:fork', 'bucket', 'Bucket limit', 'retry']);
    type('/BUCKET');
    expect(entries.earlier).toEqual(['bucket', 'Bucket limit']);
    type('/bucket');
    expect(entries.earlier, 'not what is typed already').toEqual(['Bucket limit']);
  });

  it('commands first only where a word of one begins with what is typed', async () => {
    const { entries, type } = await opened();
    type('dark');
    expect([entries.commandsFirst, entries.listed[0]]).toEqual([true, 'command theme']);
    type('ark');
    expect(entries.commandsFirst).toBe(false);
  });

  it('nothing at all, and says so', async () => {
    const { entries, type } = await opened();
    type('>qqqq');
    expect([entries.empty, entries.listed]).toEqual([true, []]);
    type('qqqq');
    expect(entries.empty, 'it can be searched for').toBe(false);
  });
});

describe('chats of the palette', () => {
  it('stay those of when it opened, while the history goes on', async () => {
    const { sidebar, entries } = await opened();
    const before = entries.listed;
    const [first] = sidebar.chats;
    if (!first) throw new Error('no chats');
    sidebar.take({
      seq: 9,
      version: 9,
      chats: [{ ...first, id: 'new', end: '2027-01-01T00:00:00Z' }, ...sidebar.chats],
    });
    expect(entries.listed).toEqual(before);
    entries.begin();
    expect(entries.listed[0]).toBe('chat new');
  });

  it('are those of the question that was typed last, whichever answer comes first', async () => {
    const { backend, entries, type } = await opened();
    const answers = new Map<string, (found: FilterResult) => void>();
    vi.spyOn(backend, 'filter').mockImplementation((q) => new Promise((resolve) => answers.set(q, resolve)));
    const found = (q: string, chat = chats[0]): FilterResult => ({
      q,
      total: 1,
      complete: true,
      matches: [{ chat: chat?.id ?? '', field: 'title', text: q, ranges: [] }],
    });
    type('to');
    type('tok');
    answers.get('tok')?.(found('tok', chats[1]));
    await vi.waitFor(() => expect(entries.answered).toBe('tok'));
    answers.get('to')?.(found('to'));
    await Promise.resolve();
    expect(entries.chats.map(({ chat }) => chat.id)).toEqual([chats[1]?.id]);
  });

  it('are asked for again by themselves where nobody answered, and not where there is nothing to ask', async () => {
    vi.useFakeTimers();
    try {
      const pending = opened();
      await vi.advanceTimersByTimeAsync(10);
      const { backend, entries, type } = await pending;
      const asked = vi
        .spyOn(backend, 'filter')
        .mockRejectedValueOnce(new BackendError('unreachable', 'no engine'));
      type('bucket');
      await vi.advanceTimersByTimeAsync(5_000);
      expect(asked).toHaveBeenCalledTimes(2);
      expect(entries.chats.length).toBeGreaterThan(0);
      type('');
      type('> light');
      type('@gar');
      await vi.advanceTimersByTimeAsync(5_000);
      expect(asked).toHaveBeenCalledTimes(2);
    } finally {
      vi.useRealTimers();
    }
  });

  it('of before stand until the next ones are there, and none where these could not be looked up', async () => {
    const { backend, entries, type } = await opened();
    type('bucket');
    await vi.waitFor(() => expect(entries.answered).toBe('bucket'));
    const before = entries.chats;
    const filters = held(backend, 'filter');
    type('retry');
    expect([entries.answered, entries.chats, entries.error]).toEqual(['bucket', before, null]);
    await filters.at(0).fail('the index is torn');
    expect(entries.error).toBe('the index is torn');
    expect(entries.listed, 'Enter opens none that was not meant').toEqual(['search']);
    type('retr');
    await filters.at(1).answer();
    expect([entries.answered, entries.error]).toEqual(['retr', null]);
    expect(entries.chats.length).toBeGreaterThan(0);
  });

  it('that were asked for are forgotten when it closes', async () => {
    const { entries, type } = await opened();
    type('bucket');
    await vi.waitFor(() => expect(entries.answered).toBe('bucket'));
    entries.end();
    expect([entries.query, entries.answered]).toEqual(['', '']);
  });

  it('that are gone from the list are not offered', async () => {
    const { sidebar, entries, type } = await opened();
    type('bucket');
    await vi.waitFor(() => expect(entries.chats.length).toBeGreaterThan(0));
    sidebar.take({ seq: 9, version: 9, chats: [] });
    expect(entries.chats).toEqual([]);
  });
});

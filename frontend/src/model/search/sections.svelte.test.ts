import { describe, expect, it, vi } from 'vitest';
import { held } from '../../test/held';
import { openedApp } from '../../test/opened';
import type { Command } from '../../lib/keys/registry.svelte';

const command = (id: string, title: string, more: Partial<Command> = {}): Command => ({
  ...{ id, title, group: 'Window', run: () => undefined },
  ...more,
});
const commands = [
  command('palette', 'Go to anything'),
  command('search-list', 'Show results in chat list'),
  command('tree-down', 'Next row', { local: true }),
  command('theme', 'Switch between light and dark'),
  command('export', 'Export the branch', { reason: () => 'no thread is open' }),
  ...[1, 2, 3, 4, 5, 6].map((n) => command(`pane-${n}`, `Go to pane ${n}`)),
  command('part', 'Unbucket it'),
];

async function opened(query = '') {
  const { app, backend } = await openedApp();
  const { search } = app;
  search.answers.commands = commands;
  search.start(query, 'chats');
  const ask = async (query: string) => {
    search.ask(query);
    await vi.waitFor(() =>
      expect([search.query.quick.loading, search.query.asking.loading]).toEqual([false, false]),
    );
  };
  const of = (kind: string) =>
    search.answers.entries.filter((entry) => entry.kind === kind).map(({ key }) => key);
  return { app, backend, search, ask, of };
}

describe('the entries', () => {
  it('are the newest chats and some commands, where nothing is typed', async () => {
    const { of } = await opened();
    expect(of('chat')).toHaveLength(8);
    expect(of('command'), 'neither those of the search itself nor the key of a pane').toEqual([
      ...['command theme', 'command export', 'command pane-1', 'command pane-2'],
    ]);
  });

  it('are all commands after >, and no message is searched for', async () => {
    const { search, backend, of } = await opened();
    const asked = vi.spyOn(backend, 'search');
    search.ask('>');
    expect(of('command')).toHaveLength(9);
    search.ask('> dark');
    expect(search.answers.entries.map(({ key }) => key)).toEqual(['command theme']);
    await new Promise((done) => setTimeout(done, 100));
    expect(asked).not.toHaveBeenCalled();
  });

  it('begin with commands only where a word of one begins with what is typed', async () => {
    const { search, ask, of } = await opened();
    await ask('dark');
    expect(search.answers.entries[0]?.key).toBe('command theme');
    await ask('bucket');
    expect(search.answers.entries[0]?.kind).toBe('chat');
    expect(of('command')).toEqual(['command part']);
  });

  it('keep the newest chats of when it opened, while the history goes on', async () => {
    const { app, search, of } = await opened();
    const before = of('chat');
    const [first] = app.sidebar.chats;
    if (!first) throw new Error('no chats');
    const chats = [{ ...first, id: 'new', end: '2099-01-01T00:00:00Z' }, ...app.sidebar.chats];
    app.sidebar.take({ seq: 9, version: 9, chats });
    expect(of('chat')).toEqual(before);
    search.leave();
    search.start('', 'chats');
    expect(of('chat')[0]).toBe('chat new');
  });

  it('have no chat that could not be looked up, or is gone from the list', async () => {
    const { app, backend, search, ask, of } = await opened();
    await ask('bucket');
    expect(of('chat').length).toBeGreaterThan(0);
    const filters = held(backend, 'filter');
    search.ask('retry');
    await vi.waitFor(() => expect(filters.asked).toBe(1));
    expect(of('chat').length, 'those of before stay until then').toBeGreaterThan(0);
    await filters.at(0).fail('the index is torn');
    expect(search.query.quick.names.error).toBe('the index is torn');
    expect(of('chat')).toEqual([]);
    filters.free();
    await ask('bucket');
    app.sidebar.take({ seq: 9, version: 9, chats: [] });
    expect(of('chat')).toEqual([]);
  });

  it('list more of a section on demand', async () => {
    const { search, ask, of } = await opened();
    await ask('t');
    expect(of('chat')).toHaveLength(6);
    const more = search.answers.entries.find(({ key }) => key === 'more chats');
    if (more) await search.openEntry(more);
    expect(of('chat').length).toBeGreaterThan(6);
    expect(of('turn')).toHaveLength(8);
    const turns = search.answers.entries.find(({ key }) => key === 'more turns');
    if (turns) await search.openEntry(turns);
    await vi.waitFor(() => expect(of('turn').length).toBeGreaterThan(8));
    expect(search.open).toBe(true);
  });

  it('are of the project or chat that the search is limited to', async () => {
    const { app, backend, search, of } = await opened();
    const ranked = vi.spyOn(backend, 'ranked');
    search.setScope('project');
    search.ask('t');
    await vi.waitFor(() => expect(ranked).toHaveBeenCalled());
    expect(ranked.mock.lastCall?.[1]).toEqual({ project: app.branch.project });
    await vi.waitFor(() => expect(search.query.quick.loading).toBe(false));
    const projects = of('chat').map((key) => app.sidebar.byId.get(key.slice(5))?.project);
    expect(new Set(projects)).toEqual(new Set([app.branch.project]));
    search.setScope('chat');
    await vi.waitFor(() => expect(search.query.quick.loading).toBe(false));
    expect(of('chat')).toEqual([]);
  });
});

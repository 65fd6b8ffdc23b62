import { afterEach, describe, expect, it, vi } from 'vitest';
import { BackendError } from '../../lib/backend/backend';
import { fakeBackend } from '../../lib/backend/fake';
import { fakeChats } from '../../lib/backend/fake-chats';
import { held } from '../../test/held';
import { SettingsState } from '../settings/settings.svelte';
import { SidebarState } from './sidebar.svelte';

const now = Date.parse('2026-11-20T14:00:00Z');
const [model] = fakeChats(now);

afterEach(() => vi.useRealTimers());

/** Chats of one name, so that a filter finds them all. */
function many(n: number) {
  if (!model) throw new Error('no chats');
  return Array.from({ length: n }, (_, i) => ({
    ...model,
    id: `chat-${i}`,
    title: `Limiter ${i}`,
    starred: false,
  }));
}

async function listed(n: number, starred: string[]) {
  const backend = fakeBackend({ now, chats: many(n) });
  const settings = new SettingsState(backend);
  const sidebar = new SidebarState(backend, settings);
  await sidebar.load();
  sidebar.star(starred, true);
  return { backend, sidebar };
}

const chatsOf = ({ rows }: SidebarState) => rows.flatMap((row) => (row.type === 'chat' ? [row.chat.id] : []));

it('says so where the list cannot be read anew, and keeps the one it has', async () => {
  const { backend, sidebar } = await listed(3, []);
  vi.spyOn(backend, 'chats').mockRejectedValue(new BackendError('unreadable', 'no'));
  await sidebar.load();
  expect(sidebar.error).toBe('no');
  expect(chatsOf(sidebar)).toHaveLength(3);
});

it('says in one header that many expire, in the rows that few do', async () => {
  const state = (expiring: number) => {
    const chats = many(9).map((chat, i) => ({ ...chat, expiresInDays: i < expiring ? 3 : null }));
    const backend = fakeBackend({ now, chats });
    return new SidebarState(backend, new SettingsState(backend));
  };
  const [few, most] = [state(3), state(4)];
  await Promise.all([few.load(), most.load()]);
  expect([few.manyExpire, most.manyExpire]).toEqual([false, true]);
  most.scope = 'expiring';
  expect(most.manyExpire, 'where they are listed on purpose each says when').toBe(false);
});

it('is limited to the project of the directory that it was started in, until that is lifted', async () => {
  const project = '/srv/shop';
  const worktree = { name: 'fix', repository: project, repositoryName: 'shop', repositoryDisplay: project };
  const start = async () => {
    const backend = fakeBackend({ now, chats: many(3) });
    const sidebar = new SidebarState(backend, new SettingsState(backend), undefined, () => project);
    await sidebar.load();
    const [own, side, other] = sidebar.chats;
    if (!own || !side || !other) throw new Error('no chats');
    sidebar.chats = [
      { ...own, project },
      { ...side, project: '/srv/shop-fix', worktree },
      { ...other, project: '/srv/other' },
    ];
    return { sidebar, own, side, other };
  };
  const { sidebar, own, side, other } = await start();
  const { sidebar: opened } = await start();
  expect(chatsOf(sidebar), 'with its worktrees').toEqual([own.id, side.id]);
  sidebar.reveal(side.id);
  expect(sidebar.here, 'an open chat of the project changes nothing').toBe(project);
  sidebar.liftHere();
  expect(chatsOf(sidebar)).toEqual([own.id, side.id, other.id]);
  opened.reveal(other.id);
  expect(chatsOf(opened), 'a chat of another project was opened').toContain(other.id);
});

describe('what is hidden', () => {
  it('is listed under its own filter alone, and again when it is shown', async () => {
    const { sidebar } = await listed(3, []);
    sidebar.toggleHiddenChat('chat-1');
    expect(chatsOf(sidebar)).toEqual(['chat-0', 'chat-2']);
    expect(sidebar.hidden).toBe(1);
    sidebar.scope = 'hidden';
    expect(chatsOf(sidebar)).toEqual(['chat-1']);
    sidebar.toggleHiddenChat('chat-1');
    expect([sidebar.scope, chatsOf(sidebar).length]).toEqual(['all', 3]);
  });

  it('is a whole project, with the chats that it gets', async () => {
    const { sidebar } = await listed(3, []);
    const [header] = sidebar.rows;
    const project = header?.type === 'project' ? header.project : '';
    sidebar.toggleHiddenProject(project);
    expect([sidebar.rows.length, sidebar.hidden]).toEqual([0, 3]);
    await sidebar.load();
    expect(chatsOf(sidebar)).toEqual([]);
    sidebar.reveal('chat-2');
    expect(chatsOf(sidebar)).toContain('chat-2');
  });

  it('is found by a search', async () => {
    const { sidebar } = await listed(3, []);
    sidebar.toggleHiddenChat('chat-1');
    sidebar.matching = { name: 'limiter', chats: new Set(['chat-1']) };
    expect(chatsOf(sidebar)).toEqual(['chat-1']);
  });
});

describe('an engine that is slow or fails', () => {
  it('leaves the list of before until the next one is there, and asks once more where it changed meanwhile', async () => {
    const { backend, sidebar } = await listed(3, []);
    const lists = held(backend, 'chats');
    for (let i = 0; i < 5; i++) void sidebar.load();
    expect([lists.asked, chatsOf(sidebar)]).toEqual([1, ['chat-0', 'chat-1', 'chat-2']]);
    await lists.at(0).answer({ seq: 2, version: 1, chats: sidebar.chats.slice(0, 2) });
    expect([lists.asked, chatsOf(sidebar)]).toEqual([2, ['chat-0', 'chat-1']]);
    await lists.at(1).answer({ seq: 3, version: 1, chats: sidebar.chats.slice(0, 1) });
    expect([lists.asked, chatsOf(sidebar), sidebar.seq]).toEqual([2, ['chat-0'], 3]);
  });

  it('says why there is no list yet, and has it as soon as there is an answer', async () => {
    vi.useFakeTimers();
    const backend = fakeBackend({ now, chats: many(2) });
    const sidebar = new SidebarState(backend, new SettingsState(backend));
    const lists = held(backend, 'chats');
    void sidebar.load();
    expect([sidebar.loaded, sidebar.error]).toEqual([false, null]);
    await lists.at(0).fail('nobody answers', 'unreachable');
    expect([sidebar.loaded, sidebar.error]).toEqual([false, 'nobody answers']);
    await vi.advanceTimersByTimeAsync(1_000);
    await lists.at(1).answer();
    expect([sidebar.loaded, sidebar.error, chatsOf(sidebar).length]).toEqual([true, null, 2]);
  });

  it('is loaded once at a time, and once more for all that came meanwhile', async () => {
    vi.useFakeTimers();
    const { backend, sidebar } = await (async () => {
      const opening = listed(3, []);
      await vi.advanceTimersByTimeAsync(5);
      return opening;
    })();
    const lists = held(backend, 'chats');
    void sidebar.load();
    await lists.at(0).fail('nobody answers', 'unreachable');
    await vi.advanceTimersByTimeAsync(1_000);
    for (let i = 0; i < 5; i++) void sidebar.load(); // hints, while the retry is under way
    await lists.at(1).answer({ seq: 2, version: 1, chats: sidebar.chats.slice(0, 2) });
    expect([sidebar.seq, chatsOf(sidebar)]).toEqual([2, ['chat-0', 'chat-1']]);
    await lists.at(2).answer({ seq: 3, version: 1, chats: sidebar.chats.slice(0, 1) });
    expect(lists.asked).toBe(3);
    expect([sidebar.seq, chatsOf(sidebar)]).toEqual([3, ['chat-0']]);
  });
});

it('limits the list to the chats of a search within the scope, and shows a chat that is opened', async () => {
  const { sidebar } = await listed(5, ['chat-1', 'chat-3']);
  sidebar.matching = { name: 'limiter', chats: new Set(['chat-3', 'chat-4', 'gone']) };
  expect(chatsOf(sidebar)).toEqual(['chat-3', 'chat-4']);
  sidebar.scope = 'starred';
  expect(chatsOf(sidebar)).toEqual(['chat-3']);
  sidebar.span = { name: '3–5 March', chats: new Set(['chat-1']) };
  expect(chatsOf(sidebar)).toEqual([]);
  sidebar.span = null;
  sidebar.reveal('chat-3');
  expect(sidebar.matching, 'it is listed already').not.toBeNull();
  sidebar.reveal('chat-0');
  expect([sidebar.matching, sidebar.scope, chatsOf(sidebar).length]).toEqual([null, 'all', 5]);
});

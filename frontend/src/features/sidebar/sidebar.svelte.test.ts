import { expect, it, vi } from 'vitest';
import { BackendError } from '../../lib/backend/backend';
import { fakeBackend } from '../../lib/backend/fake';
import { fakeChats } from '../../lib/backend/fake-chats';
import { SettingsState } from '../settings/settings.svelte';
import { SidebarState } from './sidebar.svelte';

const now = Date.parse('2026-11-20T14:00:00Z');
const [model] = fakeChats(now);

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
  settings.set({ starred });
  const sidebar = new SidebarState(backend, settings);
  await sidebar.load();
  return { backend, sidebar };
}

const chatsOf = ({ rows }: SidebarState) => rows.flatMap((row) => (row.type === 'chat' ? [row.chat.id] : []));

it('asks for the chats of a scope: one at rank 251 is found in it', async () => {
  const { sidebar } = await listed(300, ['chat-251']);
  await sidebar.setQuery('limiter');
  expect(chatsOf(sidebar)).toHaveLength(200);
  expect(sidebar.beyond, 'and says how many there are').toBe(100);
  sidebar.scope = 'starred';
  await vi.waitFor(() => expect(sidebar.searching).toBe(false));
  expect(chatsOf(sidebar)).toEqual(['chat-251']);
  expect(sidebar.beyond).toBe(0);
});

it('shows the answer to what was typed last', async () => {
  const { backend, sidebar } = await listed(3, []);
  const answer = backend.filter.bind(backend);
  vi.spyOn(backend, 'filter').mockImplementation(async (q, ...rest) => {
    await new Promise((done) => setTimeout(done, q === 'lim' ? 20 : 1));
    return answer(q, ...rest);
  });
  const slow = sidebar.setQuery('lim');
  await sidebar.setQuery('limiter 2');
  await slow;
  expect(chatsOf(sidebar)).toEqual(['chat-2']);
});

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

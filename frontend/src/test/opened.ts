import { LoneTree } from './lone.svelte';
import { expect, vi } from 'vitest';
import { AppState } from '../model/app.svelte';
import { fakeBackend, type FakeOptions } from '../lib/backend/fake';
import { fakeChats } from '../lib/backend/fake-chats';
import { type Entry, entryOf } from '../model/search/entries';
import type { SearchState } from '../model/search/search.svelte';

/** The state of a window over the fake, with its first thread open. */
export async function openedApp(options: FakeOptions = {}) {
  const backend = fakeBackend(options);
  const app = new AppState(backend);
  app.start();
  app.nowShown();
  await vi.waitFor(() => expect(app.thread.skeleton).not.toBeNull());
  return { app, backend };
}

/** The entry of a listed match. */
export function hitEntry({ answers }: SearchState, index: number): Entry {
  const hit = answers.hits[index];
  if (!hit) throw new Error(`no match ${String(index)}`);
  return entryOf.hit(hit, index);
}

/** The tree of the first chat of the fake, by itself. */
export async function openedTree(failing: Record<string, string> = {}) {
  const now = Date.parse('2026-11-20T14:00:00Z');
  const chats = fakeChats(now);
  const backend = fakeBackend({ now, chats, failing });
  const tree = new LoneTree(backend);
  await tree.open(chats[0]?.id ?? '');
  return { backend, tree, chats };
}

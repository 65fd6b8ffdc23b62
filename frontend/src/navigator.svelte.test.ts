import { afterEach, describe, expect, it, vi } from 'vitest';
import type { AppState } from './app.svelte';
import { BackendError } from './lib/backend/backend';
import { type FakeOptions } from './lib/backend/fake';
import { fakeChats } from './lib/backend/fake-chats';
import { bookmarkText, parseBookmark } from './location';
import { openedApp } from './test/opened';

const now = Date.parse('2026-11-20T14:00:00Z');
const history = fakeChats(now).filter((c) => c.sessions.length < 50 && !c.title.startsWith('Terraform'));
const open = (options: FakeOptions = {}) => openedApp({ now, chats: history, ...options });

const segment = (app: AppState, title: string) => {
  const found = app.tree.tree?.segments.find((s) => s.title.includes(title));
  if (!found) throw new Error(`no segment ${title}`);
  return found;
};

/** As if the view stood there. */
function scrollTo(app: AppState, row: number, offset = 0) {
  app.thread.topRow = row;
  app.thread.placed = { row, offset };
  app.thread.release();
  app.thread.scrolled(false);
}

afterEach(() => vi.useRealTimers());

describe('one leaf is meant by a node', () => {
  it('is shown, compared and resumed: that of the branch last taken', async () => {
    const { app } = await open();
    const split = app.thread.skeleton?.splits.at(-1);
    const other = split?.branches.find((b) => !b.active);
    if (!split || !other) throw new Error('no split');
    app.nav.takeBranch(split, other);
    app.nav.openSegment(segment(app, 'Wire'));
    expect(app.tree.leafBelow(segment(app, 'Wire')).session).toBe(app.thread.target?.session);
    expect(app.resumeSession?.id).toBe(app.thread.target?.session);
  });
});

describe('back and forward', () => {
  it('never show a wrong thread, however quickly they come', async () => {
    const { app, backend } = await open();
    const [first, second, third] = [app.chatId, history[1]?.id ?? '', history[2]?.id ?? ''];
    await app.nav.wish({ chat: second });
    await app.nav.wish({ chat: third });
    const read = backend.chat.bind(backend);
    vi.spyOn(backend, 'chat').mockImplementation(async (id, signal) => {
      await new Promise((done) => setTimeout(done, id === second ? 40 : 5));
      return read(id, signal);
    });
    app.nav.back();
    app.nav.back();
    await new Promise((done) => setTimeout(done, 80));
    await vi.waitFor(() => expect(app.thread.skeleton).not.toBeNull());
    expect([app.chatId, app.tree.tree?.id]).toEqual([first, first]);
    expect(app.tree.tree?.sessions.some((s) => s.id === app.thread.target?.session)).toBe(true);
  });

  it('restore the row, how far in it the view began, and what was open', async () => {
    const { app } = await open();
    app.nav.openSegment(segment(app, 'metrics'));
    await vi.waitFor(() => expect(app.thread.skeleton).not.toBeNull());
    scrollTo(app, 2, 17);
    app.thread.toggle('r2', true);
    await app.nav.wish({ chat: history[1]?.id ?? '' });
    expect(app.thread.isOpen('r2')).toBe(false);
    app.nav.back();
    await vi.waitFor(() => expect(app.thread.jump).toMatchObject({ row: 2, offset: 17 }));
    expect(app.thread.isOpen('r2')).toBe(true);
  });

  it('lead back from a chat that is not there', async () => {
    const { app } = await open();
    const { chatId } = app;
    await app.nav.wish({ chat: 'gone' });
    expect(app.tree.error).not.toBeNull();
    app.nav.back();
    await vi.waitFor(() => expect(app.tree.tree?.id).toBe(chatId));
  });
});

it('tries again at the row that was wanted', async () => {
  const { app, backend } = await open();
  const read = vi.spyOn(backend, 'thread').mockRejectedValueOnce(new Error('busy'));
  app.nav.openSegment(segment(app, 'metrics'));
  await vi.waitFor(() => expect(app.thread.error).not.toBeNull());
  read.mockRestore();
  app.thread.retry();
  await vi.waitFor(() => expect(app.thread.skeleton).not.toBeNull());
  const start = app.thread.starts.find((s) => s.id === segment(app, 'metrics').id);
  expect(app.thread.jump?.row).toBe(start?.row);
});

it('goes on by itself when the tree of the chat comes at a later try', async () => {
  const { app, backend } = await open();
  const other = history[1]?.id ?? '';
  const read = vi.spyOn(backend, 'chat').mockRejectedValueOnce(new BackendError('unreachable', 'no engine'));
  await app.nav.wish({ chat: other });
  expect([app.tree.error, app.thread.target]).toEqual(['no engine', null]);
  await vi.waitFor(() => expect(app.thread.skeleton).not.toBeNull(), 5_000);
  expect(app.tree.tree?.id).toBe(other);
  read.mockRestore();
});

it('opens nothing of a chat that was left while the keys came to rest', async () => {
  const { app } = await open();
  app.nav.walk(segment(app, 'metrics'), 'start');
  const other = history[1]?.id ?? '';
  await app.nav.wish({ chat: other });
  await new Promise((done) => setTimeout(done, 200));
  expect(app.tree.tree?.id).toBe(other);
  expect(app.tree.tree?.sessions.some((s) => s.id === app.thread.target?.session)).toBe(true);
});

it('opens what the keys stood on at once when they leave the tree', async () => {
  const { app } = await open();
  app.nav.walk(segment(app, 'metrics'), 'start');
  expect(app.thread.target?.tip).not.toBe(app.tree.leafBelow(segment(app, 'metrics')).tip);
  app.nav.rest();
  expect(app.thread.target?.tip).toBe(app.tree.leafBelow(segment(app, 'metrics')).tip);
  app.nav.rest();
});

it('returns from a search to the very place it was opened from', async () => {
  const { app } = await open();
  scrollTo(app, 3, 9);
  const { target } = app.thread;
  app.search.start('bucket');
  await vi.waitFor(() => expect(app.search.hits.length).toBeGreaterThan(0));
  app.search.look(app.search.hits.length - 1, undefined, 'now');
  await vi.waitFor(() => expect(app.thread.shown).not.toBeNull());
  app.search.leave();
  await vi.waitFor(() => expect(app.thread.jump).toMatchObject({ row: 3, offset: 9 }));
  expect(app.thread.target).toEqual(target);
});

describe('a start', () => {
  it('begins where the last one ended', async () => {
    const first = await open();
    const { app } = first;
    app.nav.openSegment(segment(app, 'metrics'));
    await vi.waitFor(() => expect(app.thread.skeleton).not.toBeNull());
    app.thread.ensure(0, 3);
    await vi.waitFor(() => expect(app.thread.row(2)).toBeDefined());
    scrollTo(app, 2, 11);
    app.keepPlace();
    const { lastPlace, lastChat } = app.settings.value;
    const { app: again } = await open({ settings: { lastPlace, lastChat } });
    expect(again.thread.target).toEqual(app.thread.target);
    expect(again.thread.jump).toMatchObject({ row: 2, offset: 11 });
  });

  it('begins at the end of the newest branch where that place is gone', async () => {
    const chat = history[0]?.id ?? '';
    const lastPlace = bookmarkText({
      chat,
      session: 'gone',
      tip: 'gone',
      record: 'gone',
      block: 0,
      offset: 3,
    });
    const { app } = await open({ settings: { lastPlace, lastChat: chat } });
    expect(app.thread.jump?.row).toBe('end');
  });

  it('reads what it wrote, and nothing else', () => {
    const place = { chat: 'c', session: 's', tip: 't', record: '', block: 2, offset: 7 };
    expect(parseBookmark(bookmarkText(place))).toEqual(place);
    for (const text of ['', 'c', 'c s']) expect(parseBookmark(text)).toBeNull();
  });
});

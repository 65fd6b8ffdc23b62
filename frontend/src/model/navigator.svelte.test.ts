import { afterEach, describe, expect, it, vi } from 'vitest';
import type { AppState } from './app.svelte';
import { BackendError } from '../lib/backend/backend';
import { type FakeOptions } from '../lib/backend/fake';
import { fakeChats } from '../lib/backend/fake-chats';
import { linkText, linkTo } from '../lib/link';
import type { ToolRow } from '../lib/backend/types';
import { held } from '../test/held';
import { hitEntry, openedApp } from '../test/opened';

const now = Date.parse('2026-11-20T14:00:00Z');
const history = fakeChats(now).filter((c) => c.sessions.length < 50 && !c.title.startsWith('Terraform'));
const open = (options: FakeOptions = {}) => openedApp({ now, chats: history, ...options });

const segment = (app: AppState, title: string) => {
  const found = app.tree.tree?.segments.find((s) => s.title.includes(title));
  if (!found) throw new Error(`no segment ${title}`);
  return found;
};

const row = (name: string, uuid: string) =>
  ({
    kind: 'tool',
    uuid,
    block: 0,
    turn: 1,
    time: '',
    tool: { name, status: 'ok', input: {} },
  }) as unknown as ToolRow;

/** Simulates the scroll position. */
function scrollTo(app: AppState, row: number, offset = 0) {
  app.thread.scroll.topRow = row;
  app.thread.scroll.release();
  app.thread.scroll.scrolled(false);
  app.thread.scrolledTo(row, offset);
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
    expect(app.tree.branches.leafBelow(segment(app, 'Wire')).session).toBe(app.thread.target?.session);
    expect(app.branch.session?.id).toBe(app.thread.target?.session);
  });
});

describe('an id of a session', () => {
  it('opens exactly that session, whichever continues it', async () => {
    const { app } = await open();
    const ids = app.tree.tree?.sessions.map(({ id }) => id) ?? [];
    expect(ids.length).toBeGreaterThan(1);
    for (const session of ids) {
      await app.nav.wish({ chat: app.chatId ?? '', session });
      await vi.waitFor(() => expect(app.thread.skeleton?.session).toBe(session));
      expect(app.place.here?.branch?.session).toBe(session);
      expect(app.tree.branches.segment(app.tree.selected)?.session).toBe(session);
    }
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
    app.thread.opened.toggle('r2', true);
    await app.nav.wish({ chat: history[1]?.id ?? '' });
    expect(app.thread.opened.isOpen('r2')).toBe(false);
    app.nav.back();
    await vi.waitFor(() => expect(app.thread.scroll.jump).toMatchObject({ row: 2, offset: 17 }));
    expect(app.thread.opened.isOpen('r2')).toBe(true);
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

describe('the place is the only truth', () => {
  it('is kept by the history when Back and Forward come before a tree does, and when a chat fails to load', async () => {
    const { app, backend } = await open();
    const [first, second, third] = [app.chatId, history[1]?.id ?? '', history[2]?.id ?? ''];
    await app.nav.wish({ chat: second });
    await app.nav.wish({ chat: third });
    const trees = held(backend, 'chat');
    app.nav.back();
    app.nav.forward();
    app.nav.back();
    app.nav.back();
    expect(app.chatId).toBe(first);
    app.nav.forward();
    await trees.at(-1).fail('the disk is slow');
    expect([app.chatId, app.tree.error]).toEqual([second, 'the disk is slow']);
    app.nav.back();
    trees.free();
    await trees.at(-1).answer();
    await vi.waitFor(() => expect(app.tree.tree?.id).toBe(first));
    app.nav.forward();
    app.nav.forward();
    expect(app.chatId).toBe(third);
  });

  it('has the new end of a branch that grew: a link and a restart show the newest turns', async () => {
    const { app, backend } = await open();
    const before = app.thread.target;
    app.thread.scroll.release();
    app.thread.scroll.scrolled(false);
    app.thread.pages.ensure(0, 9);
    await vi.waitFor(() => expect(app.thread.pages.row(2)).toBeDefined());
    app.thread.scrolledTo(2, 0);
    backend.append(before?.session ?? '');
    await vi.waitFor(() => expect(app.thread.target?.tip).not.toBe(before?.tip));
    const { target } = app.thread;
    expect(app.place.here?.branch, 'its end is not part of it').toEqual({
      session: target?.session,
      follow: true,
    });
    expect(app.nav.link).toMatchObject({ tip: '', record: app.thread.pages.row(2)?.uuid });
    await app.nav.wish({ chat: history[1]?.id ?? '' });
    app.nav.back();
    await vi.waitFor(() => expect(app.thread.target).toEqual(target));
  });

  it('of a hit in another chat that is not found says so, and tries again', async () => {
    const { app, backend } = await open();
    const places = held(backend, 'locate');
    const [other] = history.slice(1);
    const going = app.nav.wish({
      chat: other?.id ?? '',
      session: other?.sessions[0]?.id ?? '',
      record: 'r',
      block: 0,
    });
    await vi.waitFor(() => expect(places.asked).toBe(1));
    expect(app.wishes.pending).toBe(true);
    await places.at(0).fail('the index is torn');
    expect([await going, app.chatId, app.wishes.error]).toEqual([false, other?.id, 'the index is torn']);
    app.wishes.retry();
    await vi.waitFor(() => expect(places.asked).toBe(2));
    await places.at(1).answer({ session: other?.sessions[0]?.id ?? '', tip: '', rows: [0] });
    await vi.waitFor(() => expect(app.thread.found?.rows).toEqual([0]));
    expect(app.wishes.error).toBeNull();
  });

  it('marks the words of a search where a hit was opened, and nowhere else', async () => {
    const { app } = await open();
    app.search.start('bucket');
    await vi.waitFor(() => expect(app.search.answers.hits.length).toBeGreaterThan(0));
    const words = app.search.query.patterns;
    expect(words).toHaveLength(1);
    expect(app.thread.patterns, 'nothing in the thread was found yet').toEqual([]);
    await app.search.openEntry(hitEntry(app.search, app.search.answers.hits.length - 1));
    expect(app.thread.patterns).toEqual(words);
    app.find.start();
    app.find.ask('limit');
    expect(app.thread.patterns.map(({ source }) => source)).toEqual(['limit']);
    app.find.close();
    expect(app.thread.patterns).toEqual(words);
    await app.nav.wish({ chat: history[2]?.id ?? '' });
    expect(app.thread.patterns).toEqual([]);
    app.search.start('token');
    await vi.waitFor(() => expect(app.search.answers.hits.length).toBeGreaterThan(0));
    app.search.select(hitEntry(app.search, 0), 'now');
    expect(app.thread.patterns).toHaveLength(1);
    app.search.ask('> theme');
    expect(app.thread.patterns, 'the marks follow the query').toEqual([]);
    app.search.leave();
    expect(app.thread.patterns).toEqual([]);
  });

  it('leads back from a jump in the thread, and from a chain of them at once', async () => {
    const { app } = await open();
    scrollTo(app, 5, 7);
    app.nav.jump(20);
    app.nav.jump(25);
    app.nav.jump('end');
    expect(app.thread.scroll.jump).toMatchObject({ row: 'end' });
    app.nav.back();
    expect(app.thread.scroll.jump).toMatchObject({ row: 5, offset: 7 });
    app.nav.forward();
    expect(app.thread.scroll.jump).toMatchObject({ row: 'end' });
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
  expect(app.thread.scroll.jump?.row).toBe(start?.row);
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

describe('the mark is the keys’ while they walk the tree', () => {
  it('whatever row of the thread comes into view meanwhile', async () => {
    const { app } = await open();
    const walked = segment(app, 'metrics');
    app.nav.walk(walked, 'start');
    app.nav.mark(0);
    expect(app.tree.selected).toBe(walked.id);
    app.nav.rest();
    await vi.waitFor(() => expect(app.thread.skeleton).not.toBeNull());
    app.nav.mark(0);
    expect(app.tree.selected, 'from there it is the thread’s again').toBe(app.thread.segmentAt(0));
  });

  it('and what was gone to before comes too late', async () => {
    const { app, backend } = await open();
    const [before, walked] = [segment(app, 'Leaky'), segment(app, 'metrics')];
    let answer: () => void = () => undefined;
    const locate = backend.locate.bind(backend);
    const asked = vi.spyOn(backend, 'locate').mockImplementation(async (...question) => {
      await new Promise<void>((done) => (answer = done));
      return locate(...question);
    });
    const { session, first } = before;
    const going = app.nav.wish({ chat: app.chatId ?? '', session, record: first, block: 0 });
    await vi.waitFor(() => expect(asked).toHaveBeenCalled());
    app.nav.walk(walked, 'start');
    answer();
    expect(await going).toBe(false);
    expect(app.tree.selected).toBe(walked.id);
    app.nav.rest();
    expect(app.branch.leaf?.id).toBe(app.tree.branches.leafBelow(walked).id);
  });
});

it('opens what the keys stood on at once when they leave the tree', async () => {
  const { app } = await open();
  app.nav.walk(segment(app, 'metrics'), 'start');
  const { id } = app.tree.branches.leafBelow(segment(app, 'metrics'));
  expect(app.branch.leaf?.id).not.toBe(id);
  app.nav.rest();
  expect(app.branch.leaf?.id).toBe(id);
  app.nav.rest();
});

it('returns from a search to the very place it was opened from', async () => {
  const { app } = await open();
  scrollTo(app, 3, 9);
  const { target } = app.thread;
  app.search.start('bucket');
  await vi.waitFor(() => expect(app.search.answers.hits.length).toBeGreaterThan(0));
  app.search.select(hitEntry(app.search, app.search.answers.hits.length - 1), 'now');
  await vi.waitFor(() => expect(app.thread.found).not.toBeNull());
  app.search.leave();
  await vi.waitFor(() => expect(app.thread.scroll.jump).toMatchObject({ row: 3, offset: 9 }));
  expect(app.thread.target).toEqual(target);
});

it('leads back to the results of a search also before the hit is reached', async () => {
  const { app, backend } = await open();
  app.search.start('the');
  await vi.waitFor(() => expect(app.search.answers.hits.length).toBeGreaterThan(0));
  const index = app.search.answers.hits.findIndex((hit) => hit.kind !== 'title' && hit.chat === app.chatId);
  const places = held(backend, 'locate');
  void app.search.openEntry(hitEntry(app.search, index));
  await vi.waitFor(() => expect(places.asked).toBe(1));
  expect(app.search.open).toBe(false);
  app.nav.back();
  expect(app.place.search).toBe('the');
  app.nav.forward();
  await places.at(0).answer({ session: app.search.answers.hits[index]?.session ?? '', tip: '', rows: [0] });
  await vi.waitFor(() => expect(app.thread.found?.rows, 'the answer that was asked for before').toEqual([0]));
});

it('asks for a thread once, however often the reader jumps in it', async () => {
  const { app, backend } = await open();
  await app.nav.wish({ chat: history[1]?.id ?? '' });
  const read = vi.spyOn(backend, 'thread');
  app.nav.back();
  await vi.waitFor(() => expect(app.thread.skeleton).not.toBeNull());
  read.mockClear();
  app.nav.jump(5);
  app.nav.jump('end');
  app.nav.back();
  expect(read).not.toHaveBeenCalled();
});

it('leaves a search open that is opened while the way back is still under way', async () => {
  const { app, backend } = await open();
  app.search.start('the');
  await vi.waitFor(() => expect(app.search.answers.hits.length).toBeGreaterThan(0));
  const other = app.search.answers.hits.findIndex((hit) => hit.chat !== app.chatId);
  const { chatId } = app;
  app.search.select(hitEntry(app.search, other), 'now');
  await vi.waitFor(() => expect(app.thread.found).not.toBeNull());
  const read = backend.chat.bind(backend);
  vi.spyOn(backend, 'chat').mockImplementation(async (id, signal) => {
    await new Promise((done) => setTimeout(done, 30));
    return read(id, signal);
  });
  app.search.leave();
  app.search.start();
  await vi.waitFor(() => expect(app.tree.tree?.id).toBe(chatId));
  expect(app.search.open).toBe(true);
});

describe('a start', () => {
  it('begins where the last one ended', async () => {
    const first = await open();
    const { app } = first;
    app.nav.openSegment(segment(app, 'metrics'));
    await vi.waitFor(() => expect(app.thread.skeleton).not.toBeNull());
    app.thread.pages.ensure(0, 3);
    await vi.waitFor(() => expect(app.thread.pages.row(2)).toBeDefined());
    scrollTo(app, 2, 11);
    app.lastPlace.keep();
    const { lastPlace, lastChat } = app.settings.value;
    const { app: again } = await open({ settings: { lastPlace, lastChat } });
    expect(again.thread.target).toEqual(app.thread.target);
    expect(again.thread.scroll.jump).toMatchObject({ row: 2, offset: 11 });
  });

  it('begins at the end of the newest branch where that place is gone', async () => {
    const chat = history[0]?.id ?? '';
    const lastPlace = linkText(linkTo('gone', 'c0ffee00', { tip: 'gone', offset: 3 }));
    const { app } = await open({ settings: { lastPlace, lastChat: chat } });
    expect(app.thread.scroll.jump?.row).toBe('end');
  });

  it('begins there, too, where that place is in another chat', async () => {
    const { app: first } = await open();
    const there = segment(first, 'metrics');
    const other = history.find((chat) => chat.id !== first.chatId)?.id ?? '';
    const lastPlace = linkText(linkTo(there.session, there.first, { offset: 3 }));
    const { app } = await open({ settings: { lastPlace, lastChat: other } });
    await vi.waitFor(() => expect(app.branch.session, 'a session of this chat').not.toBeNull());
    expect(app.chatId).toBe(other);
    expect(app.thread.scroll.jump?.row).toBe('end');
  });
});

describe('what is looked for', () => {
  it('belongs to the place: back and a link bring it again', async () => {
    const { app } = await open();
    app.find.start();
    app.find.ask('limit');
    await vi.waitFor(() => expect(app.find.found).not.toBeNull());
    const { link } = app.nav;
    expect(link?.find).toBe('limit');
    app.nav.openSegment(segment(app, 'metrics'));
    expect(app.find.query, 'it goes along').toBe('limit');
    app.find.close();
    expect(app.find.open).toBe(false);
    app.nav.back();
    await vi.waitFor(() => expect([app.find.open, app.find.query]).toEqual([true, 'limit']));
    app.find.close();
    await app.outside.open(linkText(linkTo(link?.session ?? '', '', { find: 'bucket' })));
    expect([app.find.open, app.find.query]).toEqual([true, 'bucket']);
  });

  it('is found again where it was opened, in a search that a link names', async () => {
    const { app } = await open();
    const { session = '' } = app.nav.link ?? {};
    await app.outside.open(linkText(linkTo(session, '', { search: 'bucket' })));
    expect([app.search.open, app.search.query.text]).toEqual([true, 'bucket']);
    await vi.waitFor(() => expect(app.search.answers.hits.length).toBeGreaterThan(0));
  });
});

describe('agents that are open alone', () => {
  const agent = { ref: { agent: 'a1' }, chain: { agent: 'a1', type: 'Explore' }, about: '', rows: [2] };

  it('are places: back leads to where they were opened, forward into them again', async () => {
    const { app } = await open();
    scrollTo(app, 2, 5);
    await app.nav.enter(agent);
    expect(app.thread.agents.map(({ ref }) => ref)).toEqual([agent.ref]);
    expect(app.place.here?.agents).toHaveLength(1);
    app.nav.back();
    await vi.waitFor(() => expect(app.thread.scroll.jump).toMatchObject({ row: 2, offset: 5 }));
    expect(app.thread.agents).toHaveLength(0);
    app.nav.forward();
    await vi.waitFor(() => expect(app.thread.agents).toHaveLength(1));
    await app.nav.leave();
    expect(app.thread.agents).toHaveLength(0);
    expect(app.thread.found?.rows, 'the row that started it is marked').toEqual([2]);
    expect(app.place.canGoBack, 'what was left is no longer where back leads').toBe(false);
  });

  it('are left in turn', async () => {
    const { app } = await open();
    await app.nav.enter(agent);
    await app.nav.enter({ ...agent, ref: { first: 'u9' } });
    await app.nav.leave(0);
    expect(app.place.here?.agents).toHaveLength(0);
    expect(app.place.canGoBack).toBe(false);
  });

  it('stand in links, which lead into them where they are still there', async () => {
    const { app, backend } = await open();
    const call = {
      ...row('Agent', 'call-0001'),
      sidechain: { agent: 'a1', type: 'Explore', description: 'Read the clients' },
    };
    const rows = backend.rows.bind(backend);
    vi.spyOn(backend, 'rows').mockImplementation(async (...args) =>
      args[2] === 2 && args[3] === 1 ? { ...(await rows(...args)), rows: [call] } : rows(...args),
    );
    const { session, tip } = app.thread.target ?? { session: '', tip: '' };
    vi.spyOn(backend, 'locate').mockResolvedValue({ session, tip, rows: [2, 3] });
    const link = linkTo(session, 'c0ffee00', { agents: [{ agent: 'a1' }] });
    await app.outside.open(linkText(link));
    expect(app.thread.agents.map(({ ref, rows: way }) => [ref, way])).toEqual([[{ agent: 'a1' }, [2]]]);
    expect(app.thread.found?.rows).toEqual([3]);
    await app.outside.open(linkText({ ...link, agents: [{ agent: 'another' }] }));
    expect(app.thread.agents, 'it is no longer this agent').toHaveLength(0);
    expect(app.thread.found?.rows).toEqual([2, 3]);
  });
});

it('shows in the sidebar and in the tree what was opened from elsewhere', async () => {
  const { app } = await open();
  const other = history[1]?.id ?? '';
  app.sidebar.scope = 'starred';
  const listed = () => app.sidebar.rows.some((row) => row.type === 'chat' && row.chat.id === other);
  expect(listed()).toBe(false);
  await app.nav.wish({ chat: other });
  expect(listed()).toBe(true);
  const hidden = app.tree.tree?.segments[0];
  app.tree.view.filter = { ...app.tree.view.filter, text: 'nothing is called so' };
  expect(app.tree.view.rows).toHaveLength(0);
  await app.nav.wish({ chat: other, segment: hidden?.id ?? '' });
  expect(app.tree.view.index(hidden?.id ?? '')).toBeGreaterThanOrEqual(0);
});

describe('an engine that is slow or fails', () => {
  const found = (app: AppState) => {
    const { session, tip } = app.thread.target ?? { session: '', tip: '' };
    return { chat: app.chatId ?? '', session, tip, record: 'a record', block: 0 };
  };

  it('moves nobody to a record who has gone on meanwhile', async () => {
    const { app, backend } = await open();
    const places = held(backend, 'locate');
    const { session, tip, ...wish } = found(app);
    const going = app.nav.wish({ ...wish, session });
    await vi.waitFor(() => expect(places.asked).toBe(1));
    await app.nav.wish({ chat: history[1]?.id ?? '' });
    const there = app.place.here;
    await places.at(0).answer({ session, tip, rows: [2] });
    expect([await going, app.place.here, app.thread.found]).toEqual([false, there, null]);
  });

  it('goes to the record that was asked for last, whichever answer comes first', async () => {
    const { app, backend } = await open();
    const places = held(backend, 'locate');
    const { session, tip, ...wish } = found(app);
    void app.nav.wish({ ...wish, session, record: 'one' });
    void app.nav.wish({ ...wish, session, record: 'two' });
    await vi.waitFor(() => expect(places.asked).toBe(2));
    await places.at(1).answer({ session, tip, rows: [4] });
    await places.at(0).answer({ session, tip, rows: [2] });
    expect([app.thread.found?.rows, app.place.here?.found]).toEqual([[4], [4]]);
  });

  it('says in the thread why a record could not be found, and goes there at the next try', async () => {
    const { app, backend } = await open();
    const places = held(backend, 'locate');
    const { session, tip, ...wish } = found(app);
    const going = app.nav.wish({ ...wish, session });
    await vi.waitFor(() => expect(places.asked).toBe(1));
    await places.at(0).fail('the index is torn');
    expect([await going, app.wishes.error, app.thread.target]).toEqual([false, 'the index is torn', null]);
    expect([app.thread.error, app.thread.loading]).toEqual([null, false]);
    app.wishes.retry();
    await vi.waitFor(() => expect(places.asked).toBe(2));
    await places.at(1).answer({ session, tip, rows: [2] });
    await vi.waitFor(() => expect(app.thread.found?.rows).toEqual([2]));
  });

  it('is at once in the chat that is opened, with nothing of the one before beside it', async () => {
    const { app, backend } = await open();
    const trees = held(backend, 'chat');
    const [one = '', two = ''] = history.slice(1).map(({ id }) => id);
    void app.nav.wish({ chat: one });
    void app.nav.wish({ chat: two });
    expect([app.chatId, app.tree.tree, app.tree.loading, app.thread.target]).toEqual([two, null, true, null]);
    await trees.at(1).answer();
    await vi.waitFor(() => expect(app.thread.skeleton).not.toBeNull());
    const target = app.thread.target;
    await trees.at(0).answer();
    expect([app.chatId, app.tree.tree?.id, app.thread.target]).toEqual([two, two, target]);
    expect(app.place.canGoBack).toBe(true);
  });
});

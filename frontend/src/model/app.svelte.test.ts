import { afterEach, describe, expect, it, vi } from 'vitest';
import { AppState } from './app.svelte';
import { BackendError } from '../lib/backend/backend';
import { type FakeOptions, fakeBackend } from '../lib/backend/fake';
import { fakeChats } from '../lib/backend/fake-chats';
import { stepFrom, type TreeStep } from '../panes/tree/steps';
import { held } from '../test/held';
import { openedApp } from '../test/opened';

const now = Date.parse('2026-11-20T14:00:00Z');
const history = fakeChats(now).filter((c) => c.sessions.length < 50 && !c.title.startsWith('Terraform'));

const open = (options: FakeOptions = {}) => openedApp({ now, chats: history, ...options });

const selected = (app: AppState) => app.branch.node?.title ?? '';
const segment = (app: AppState, title: string) => {
  const found = app.tree.tree?.segments.find((s) => s.title.includes(title));
  if (!found) throw new Error(`no segment ${title}`);
  return found;
};

describe('the window as a whole', () => {
  it('opens the newest chat at the end of its newest branch', async () => {
    const { app } = await open();
    expect(app.tree.tree?.title).toBe('Token bucket for the upload API');
    expect(selected(app)).toBe('Retry with jitter instead');
    expect(app.thread.scroll.jump?.row).toBe('end');
    expect(app.branch.session?.id).toMatch(/^77a00ded/);
  });

  it('says what clearing the cache has done', async () => {
    const { app, backend } = await open();
    await app.history.clearCache();
    expect(app.message.text).toMatch(/^Cache cleared/);
    expect(backend.log).toContain('clear the cache');
    const failed = await open({ failing: { clearCache: 'in use' } });
    await failed.app.history.clearCache();
    expect(failed.app.message.text).toMatch(/Could not clear the cache: in use/);
  });

  it('opens the chat that was open last', async () => {
    const last = history[1];
    const { app } = await open({ settings: { lastChat: last?.id ?? '' } });
    expect(app.chatId).toBe(last?.id);
  });

  it('opens the newest chat that holds something to read', async () => {
    const backend = fakeBackend({ now, chats: history });
    const list = await backend.chats();
    const chats = list.chats.map((chat, i) => (i === 0 ? { ...chat, turns: 0, malformed: 1_146 } : chat));
    vi.spyOn(backend, 'chats').mockResolvedValue({ ...list, chats });
    const app = new AppState(backend);
    app.start();
    app.nowShown();
    await vi.waitFor(() => expect(app.thread.skeleton).not.toBeNull());
    expect(app.chatId).toBe(chats[1]?.id);
    // Nothing else is there: then it is better than none.
    vi.spyOn(backend, 'chats').mockResolvedValue({ ...list, chats: chats.slice(0, 1) });
    const alone = new AppState(backend);
    alone.start();
    await vi.waitFor(() => expect(alone.chatId).toBe(chats[0]?.id));
  });

  it('opens another chat, and says so, where the one that would open was deleted meanwhile', async () => {
    const whole = await fakeBackend({ now, chats: history }).chats();
    const [, ...others] = history;
    // The served list is outdated.
    const { app } = await open({ chats: others, served: { chats: { ...whole, version: 0 } } });
    await vi.waitFor(() => expect(app.chatId).toBe(others[0]?.id));
    expect(app.message.text).toMatch(/no longer exists/);
  });

  it('begins with the chats that it was served with, and asks for the others', async () => {
    const whole = await fakeBackend({ now, chats: history }).chats();
    const [newest] = whole.chats;
    if (!newest) throw new Error('no chats');
    const more = { chats: whole.chats.length, projects: { [newest.project]: 9 } };
    const served = { chats: { ...whole, version: 0, chats: [{ ...newest, expiresInDays: 2 }], more } };
    const last = history[1]?.id ?? '';
    for (const lastChat of ['', last]) {
      const { app } = await open({ served, settings: { lastChat } });
      expect(app.sidebar.chats).toHaveLength(whole.chats.length);
      expect(app.sidebar.missing).toBe(0);
      expect(app.sidebar.counts.expiring).toBeGreaterThan(0);
      expect(app.chatId).toBe(lastChat || newest.id);
    }
    // One that is not on the screen yet asks for nothing that was not served.
    const before = new AppState(fakeBackend({ now, chats: history, served }));
    const stop = before.start();
    await vi.waitFor(() => expect(before.sidebar.loaded).toBe(true));
    stop();
    expect(before.sidebar.rows).toMatchObject([{ type: 'project', count: 9 }, { type: 'chat' }]);
    expect(before.sidebar.missing).toBe(whole.chats.length - 1);
    expect(before.sidebar.counts.expiring, 'what one of many says is no count').toBe(0);
  });

  it('opens the session whose notification was clicked', async () => {
    const { app, backend } = await open();
    const [, other] = history;
    backend.emitOpen({ chat: other?.id ?? '', session: other?.sessions.at(-1)?.id ?? '' });
    await vi.waitFor(() => expect(app.thread.target?.session).toBe(other?.sessions.at(-1)?.id));
    expect(app.chatId).toBe(other?.id);
    expect(app.thread.scroll.jump?.row).toBe('end');
  });

  it('opens the branch through a node at the first row of the node', async () => {
    const { app } = await open();
    app.nav.openSegment(segment(app, 'Wire'));
    expect(app.thread.target?.session).toMatch(/^77a00ded/);
    const start = app.thread.starts.find((s) => s.id === segment(app, 'Wire').id);
    expect(app.thread.scroll.jump?.row).toBe(start?.row);
    expect(app.thread.segmentAt(start?.row ?? -1)).toBe(segment(app, 'Wire').id);
  });

  it('goes back and forward', async () => {
    const { app } = await open();
    app.nav.openSegment(segment(app, 'metrics'));
    app.nav.openSegment(segment(app, 'Leaky'));
    app.nav.back();
    await vi.waitFor(() => expect(selected(app)).toContain('metrics'));
    app.nav.back();
    await vi.waitFor(() => expect(selected(app)).toContain('Retry'));
    expect(app.place.canGoBack).toBe(false);
    app.nav.forward();
    await vi.waitFor(() => expect(selected(app)).toContain('metrics'));
    app.nav.openSegment(segment(app, 'websockets'));
    expect(app.place.canGoForward).toBe(false);
  });

  it('takes another branch at a split, and remembers it', async () => {
    const { app } = await open();
    const split = app.thread.skeleton?.splits.at(-1);
    const other = split?.branches.find((b) => !b.active);
    if (!split || !other) throw new Error('no split');
    app.nav.takeBranch(split, other);
    expect(selected(app)).toContain('metrics');
    // From the fork point on, the branch last taken is meant.
    app.nav.openSegment(segment(app, 'Wire'));
    expect(app.thread.target?.session).toMatch(/^fa2f7873/);
  });

  it('moves only the mark when the reader scrolls', async () => {
    const { app } = await open();
    const jump = app.thread.scroll.jump;
    expect(app.thread.starts.length).toBeGreaterThan(1);
    for (const start of app.thread.starts) {
      app.nav.mark(start.row);
      expect(app.tree.selected).toBe(start.id);
    }
    expect(app.thread.scroll.jump).toBe(jump);
    const last = app.tree.selected;
    app.thread.close();
    app.nav.mark(0);
    expect(app.tree.selected).toBe(last);
  });

  it('reads again what a hint names', async () => {
    const { app, backend } = await open();
    const chats = vi.spyOn(backend, 'chats');
    const thread = vi.spyOn(backend, 'thread');
    backend.emit({ scan: true });
    await vi.waitFor(() => expect(chats).toHaveBeenCalled());
    expect(thread).not.toHaveBeenCalled();
    backend.emit({ sessions: [app.thread.target?.session ?? ''] });
    await vi.waitFor(() => expect(thread).toHaveBeenCalled());
  });

  it('tries in one chain while the engine does not answer, however many hints come, and says so', async () => {
    const { app, backend } = await open();
    vi.useFakeTimers();
    try {
      const state = vi
        .spyOn(backend, 'state')
        .mockRejectedValue(new BackendError('unreachable', 'no engine'));
      for (let i = 0; i < 20; i++) await app.history.load();
      expect(app.history.unanswered).toBe('no engine');
      expect(app.history.state, 'what was known stays').not.toBeNull();
      state.mockClear();
      await vi.advanceTimersByTimeAsync(10_000);
      expect(state.mock.calls.length).toBeLessThan(5);
      state.mockRestore();
      await vi.advanceTimersByTimeAsync(30_000);
      expect(app.history.unanswered).toBeNull();
    } finally {
      vi.useRealTimers();
    }
  });

  it('says what was copied, and what was not', async () => {
    const { app, backend } = await open({ failing: { copyText: 'no clipboard' } });
    await app.outside.copyText('x', 'Command copied');
    expect(app.message.text).toBe('Could not copy: no clipboard');
    backend.fix();
    await app.outside.copyText('x', 'Command copied');
    expect(app.message.text).toBe('Command copied');
  });
});

describe('walking the tree', () => {
  it('goes where the keys say', async () => {
    const { app } = await open();
    const from = (title: string) => segment(app, title).id;
    const to = (title: string, step: TreeStep) =>
      stepFrom(app.tree.view, from(title), step)?.item.segment.title ?? '';
    expect(to('Retry', 'down')).toContain('metrics');
    expect(to('Retry', 'up')).toBe('');
    expect(to('metrics', 'parent')).toContain('Wire');
    expect(to('Wire', 'child')).toContain('Retry');
    expect(to('Retry', 'branchDown')).toContain('Wire');
    expect(to('Wire', 'branchUp')).toContain('Retry');
    expect(to('Retry', 'nextLeaf')).toContain('metrics');
    expect(to('websockets', 'previousLeaf')).toContain('Leaky');
    expect(to('Retry', 'last')).toContain('Limit uploads');
    expect(to('Compare', 'first')).toContain('Retry');
    // A superseded segment is found where it is folded away.
    expect(app.tree.view.row(from('day 2'))?.item.folded).toHaveLength(3);
  });

  it('lights up what a node comes from and what came of it', async () => {
    const { app } = await open();
    app.tree.view.hovered = segment(app, 'Wire').id;
    const lit = [...(app.tree.view.highlighted ?? [])].map(
      (id) => app.tree.view.row(id)?.item.segment.title ?? '',
    );
    expect(lit).toHaveLength(6);
    expect(lit.some((t) => t.includes('Leaky'))).toBe(false);
    app.tree.view.hovered = null;
    expect(app.tree.view.highlighted).toBeNull();
    // The keys highlight the selected row.
    app.place.settle({ segment: segment(app, 'Wire').id });
    app.tree.view.walked = true;
    expect(app.tree.view.highlighted?.size).toBe(6);
  });

  it('counts every row among those that hang on the same one', async () => {
    const { app } = await open();
    const among = (name: string) => app.tree.view.row(segment(app, name).id)?.among;
    expect([among('Retry'), among('metrics')]).toEqual([
      [1, 2],
      [2, 2],
    ]);
    expect(app.tree.view.waysOn(segment(app, 'Wire').id)).toBe(2);
    // What a later session holds too is small, unless something leaves it.
    app.tree.view.showSuperseded = true;
    expect(app.tree.view.rows.filter((row) => row.quiet).length).toBeGreaterThan(2);
    expect(app.tree.view.row(segment(app, 'Compare').id)?.quiet).toBe(false);
  });

  it('begins at the place that the desktop asks for, not where the reader was', async () => {
    const last = history[1]?.id ?? '';
    const session = history[0]?.sessions[0]?.id ?? '';
    const { app } = await open({ served: { link: `dendro://${session}` }, settings: { lastChat: last } });
    expect(app.chatId).toBe(history[0]?.id);
  });

  it('opens what a link names, and says so where it leads nowhere', async () => {
    const { app } = await open();
    const other = app.sidebar.chats[1];
    const session = other ? (await app.backend.chat(other.id)).sessions[0] : undefined;
    expect(await app.outside.open(`dendro://${session?.id ?? ''}`)).toBe(true);
    expect(app.chatId).toBe(other?.id);
    expect(await app.outside.open('dendro://00000000-0000-4000-8000-00000000dead')).toBe(true);
    expect(app.message.text).toMatch(/^Could not open the link/);
    expect(await app.outside.open('https://example.org')).toBe(false);
  });
});

describe('a start of an engine that is slow or fails', () => {
  afterEach(() => vi.useRealTimers());

  function starting() {
    vi.useFakeTimers({ shouldAdvanceTime: true });
    const backend = fakeBackend({ now, chats: history });
    const states = held(backend, 'state');
    const lists = held(backend, 'chats');
    const app = new AppState(backend);
    const stop = app.start();
    app.nowShown();
    return { app, states, lists, stop };
  }

  it('opens the newest chat as soon as there is a list, whatever else is still to come', async () => {
    const { app, states, lists, stop } = starting();
    await vi.waitFor(() => expect(lists.asked).toBe(1));
    expect([app.sidebar.loaded, app.chatId, app.history.state]).toEqual([false, null, null]);
    await states.at(0).fail('nobody answers', 'unreachable');
    await lists.at(0).answer();
    await vi.waitFor(() => expect(app.thread.skeleton).not.toBeNull());
    expect(app.chatId).toBe(app.sidebar.chats[0]?.id);
    await states.at(-1).fail('nobody answers', 'unreachable');
    expect(app.history.unanswered).toBe('nobody answers');
    states.free();
    await vi.waitFor(() => expect([app.history.unanswered, app.history.state?.seq]).toEqual([null, 1]));
    stop();
  });

  it('opens the newest chat also where the list comes at a later try only', async () => {
    const { app, states, lists, stop } = starting();
    states.free();
    await vi.waitFor(() => expect(lists.asked).toBe(1));
    await lists.at(0).fail('nobody answers', 'unreachable');
    await vi.waitFor(() => expect(lists.asked).toBe(2));
    await lists.at(1).fail('nobody answers', 'unreachable');
    lists.free();
    await vi.waitFor(() => expect(app.sidebar.loaded).toBe(true));
    await vi.waitFor(() => expect(app.thread.skeleton).not.toBeNull(), 3_000);
    expect(app.chatId).toBe(app.sidebar.chats[0]?.id);
    stop();
  });
});

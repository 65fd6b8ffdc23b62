import { LoneTree } from '../../test/lone.svelte';
import { flushSync } from 'svelte';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { clockNow } from '../../lib/time/clock.svelte';
import { BackendError } from '../../lib/backend/backend';
import { fakeBackend } from '../../lib/backend/fake';
import { fakeChats } from '../../lib/backend/fake-chats';
import type { ChatTree, Segment, SessionInfo } from '../../lib/backend/types';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const chats = fakeChats(Date.parse('2026-11-20T14:00:00Z')).filter((c) => c.sessions.length < 50);
const [one = '', two = ''] = chats.map(({ id }) => id);
const wait = (ms = 10) => vi.advanceTimersByTimeAsync(ms);

/** A chat from `id<parent` by lines, each a minute after the one before; leaves are those that nothing hangs on. */
function chat(lines: string[], more: Record<string, Partial<Segment>> = {}, title = 'The chat'): ChatTree {
  const parts = lines.map((line) => line.split('<') as [string, string?]);
  const segments = parts.map(([id, parent], i): Segment => {
    const end = new Date(Date.UTC(2026, 0, 1, 10, i)).toISOString();
    return {
      ...{ id, session: `s-${id}`, parent: parent ?? null, edge: parent === undefined ? 'root' : 'fork' },
      ...{ at: null, first: `${id}-first`, tip: `${id}-tip`, title: id, turns: 1, start: end, end },
      leaf: !parts.some((other) => other[1] === id),
      ...{ superseded: false, active: true, resumesHere: false, newerElsewhere: false, live: false },
      ...{ compactions: 0, agents: 0, model: '', gitBranch: '', missingParent: '', evidence: [] },
      ...{ confidence: 'certain', shared: 0, forkTurn: 0, ...more[id] },
    };
  });
  const sessions = [...new Set(segments.map((s) => s.session))].map(
    (id) => ({ id, title: `Session ${id}`, titleFrom: 'first-prompt' }) as SessionInfo,
  );
  return {
    seq: 1,
    id: 'c',
    title,
    project: '/p',
    projectDisplay: '~/p',
    start: '',
    end: '',
    sessions,
    segments,
    own: { name: '', tags: [], note: '' },
    notes: [],
  };
}

async function opened(tree: ChatTree) {
  const backend = fakeBackend({ chats: [] });
  const read = vi.spyOn(backend, 'chat').mockImplementation(() => Promise.resolve(tree));
  const state = new LoneTree(backend);
  await state.open('c');
  const segment = (id: string) => {
    const found = state.branches.segment(id);
    if (!found) throw new Error(`no segment ${id}`);
    return found;
  };
  return { backend, state, segment, read };
}

//   a ── b ── c ── d
//         └── e ── f      (f is the newest)
//   └── g
const forked = ['a', 'b<a', 'c<b', 'g<a', 'd<c', 'e<b', 'f<e'];

describe('the leaf that is meant by a node', () => {
  it.each([
    ['a', 'f'],
    ['b', 'f'],
    ['c', 'd'],
    ['g', 'g'],
  ])('of %s is the newest below it: %s', async (from, leaf) => {
    const { state, segment } = await opened(chat(forked));
    expect(state.branches.leafBelow(segment(from)).id).toBe(leaf);
  });

  it('is the one of the branch last taken, at every split above it', async () => {
    const { state, segment } = await opened(chat(forked));
    state.choose(segment('c'));
    expect([state.branches.leafBelow(segment('b')).id, state.branches.leafBelow(segment('a')).id]).toEqual([
      'd',
      'd',
    ]);
    state.choose(segment('g'));
    expect([state.branches.leafBelow(segment('a')).id, state.branches.leafBelow(segment('b')).id]).toEqual([
      'g',
      'd',
    ]);
    state.choose(segment('b'));
    expect(state.branches.leafBelow(segment('a')).id, 'the choice further on still stands').toBe('d');
    state.choose(segment('a'));
    expect(state.branches.leafBelow(segment('a')).id, 'a root is no choice').toBe('d');
  });

  it('is found where parents run in a circle', async () => {
    const { state, segment } = await opened(chat(['a<b', 'b<a']));
    expect(['a', 'b']).toContain(state.branches.leafBelow(segment('a')).id);
    expect(state.branches.pathTo(segment('a'))).toHaveLength(2);
  });
});

describe('where a branch ends', () => {
  it('is the node with its tip, else the leaf that its session goes on with', async () => {
    const own = { session: 's-a' };
    const { state } = await opened(
      chat(['a', 'b<a', 'c<a'], { b: { ...own, active: false }, c: { ...own, active: true } }),
    );
    expect(state.branches.leafOf({ session: 's-a', tip: 'b-tip' })?.id).toBe('b');
    expect(state.branches.leafOf({ session: 's-a', tip: 'not known yet' })?.id).toBe('c');
    expect([state.branches.leafOf({ session: 'other', tip: '?' }), state.branches.leafOf(null)]).toEqual([
      null,
      null,
    ]);
  });

  it('is where Claude resumes, else the active node, else the last', async () => {
    const own = { session: 's' };
    const tree = (more: Partial<Segment>, last: Partial<Segment> = {}) =>
      chat(['a', 'b<a', 'c<a'], {
        a: { ...own, active: false },
        b: { ...own, ...more },
        c: { ...own, active: false, ...last },
      });
    const end = async (of: ChatTree) => (await opened(of)).state.branches.endOf('s')?.id;
    expect(await end(tree({ active: false, resumesHere: true }, { active: true }))).toBe('b');
    expect(await end(tree({ active: true }))).toBe('b');
    expect(await end(tree({ active: false }))).toBe('c');
    expect((await opened(tree({}))).state.branches.endOf('other')).toBeNull();
  });

  it('is the newest of all for the chat', async () => {
    const { state } = await opened(chat(forked));
    expect(state.branches.newestLeaf()?.id).toBe('f');
    expect(state.branches.pathTo(state.branches.newestLeaf())).toEqual(['a', 'b', 'e', 'f']);
    expect((await opened(chat([]))).state.branches.newestLeaf()).toBeNull();
  });
});

describe('what a node is called', () => {
  const given = (titleFrom: string, title = 'Given') => ({ title, titleFrom });

  it.each([
    ['by its prompt', {}, given('first-prompt'), 'b'],
    ['by the title that was given to its session', {}, given('custom-title'), 'Given'],
    ['by the title that the model gave', {}, given('ai-title'), 'Given'],
    ['by its prompt where the chat is called the same', {}, given('summary', 'The chat'), 'b'],
    ['in quotes where somebody went back', { edge: 'rewind' }, given('first-prompt'), '“b”'],
    ['in one pair of quotes', { edge: 'rewind', title: '“b”' }, given('first-prompt'), '“b”'],
    ['Untitled without any', { title: '' }, given('first-prompt'), 'Untitled'],
  ] as [string, Partial<Segment>, Partial<SessionInfo>, string][])(
    '%s',
    async (_, segment, session, said) => {
      const tree = chat(['a', 'b<a'], { b: segment });
      Object.assign(tree.sessions[1] ?? {}, session);
      const { state, segment: find } = await opened(tree);
      expect(state.branches.titleOf(find('b'))).toBe(said);
    },
  );

  it('is that of its agents where nobody asked anything', async () => {
    const { state, segment } = await opened(chat(['a'], { a: { title: '', first: '', agents: 2 } }));
    expect(state.branches.titleOf(segment('a'))).toBe('Agents only');
  });

  it('is the session’s title for its first node only', async () => {
    const tree = chat(['a', 'b<a'], { a: { session: 's' }, b: { session: 's' } });
    Object.assign(tree.sessions[0] ?? {}, given('custom-title'));
    tree.sessions.push({ id: 'other', title: '' } as SessionInfo);
    const { state, segment } = await opened(tree);
    expect([state.branches.titleOf(segment('a')), state.branches.titleOf(segment('b'))]).toEqual([
      'Given',
      'b',
    ]);
  });
});

describe('rows', () => {
  it('stand newest first, with their level and their place among others', async () => {
    const { state } = await opened(chat(forked));
    expect(
      state.view.rows.map(({ item, level, among, leaf }) => [item.id, level, among.join('/'), leaf]),
    ).toEqual([
      ['f', 4, '1/1', true],
      ['e', 3, '1/2', false],
      ['d', 4, '1/1', true],
      ['g', 2, '1/2', true],
      ['c', 3, '2/2', false],
      ['b', 2, '2/2', false],
      ['a', 1, '1/1', false],
    ]);
    expect([state.view.waysOn('b'), state.view.waysOn('f'), state.branches.leafCount]).toEqual([2, 0, 3]);
  });

  it('that are folded away have the row of their fold', async () => {
    const old = { superseded: true };
    const { state } = await opened(chat(['a', 'b<a', 'c<b', 'd<c'], { a: old, b: old, c: old }));
    const fold = state.view.rowIdOf('b');
    expect([state.view.rows.length, state.view.rowIdOf('c'), state.branches.supersededCount]).toEqual([
      3,
      fold,
      3,
    ]);
    expect(state.view.index('b')).toBe(state.view.index(fold));
    state.view.toggleFold(fold);
    expect([state.view.rows.length, state.view.rowIdOf('b')]).toEqual([4, 'b']);
    state.view.toggleFold(fold);
    expect(state.view.rows.length).toBe(3);
  });

  it('that a filter hides are shown again where one of them is gone to', async () => {
    const { state } = await opened(chat(forked));
    state.view.filter = { ...state.view.filter, leavesOnly: true };
    expect([state.view.rows.length, state.view.hiddenByFilter]).toEqual([3, 4]);
    state.goTo('d');
    expect([state.view.rows.length, state.selected], 'it was there').toEqual([3, 'd']);
    state.goTo('b');
    expect([state.view.rows.length, state.selected]).toEqual([7, 'b']);
    state.view.filter = { ...state.view.filter, leavesOnly: true };
    state.goTo('there is no such node');
    expect(state.view.rows.length, 'what is not there needs no room').toBe(3);
  });

  it('that a filter hides stay hidden while the reader moves within the thread of one of them', async () => {
    const { state } = await opened(chat(forked));
    state.goTo('b');
    state.view.filter = { ...state.view.filter, leavesOnly: true };
    const { here } = state.own;
    if (here) state.own.go({ ...here, spot: 7 });
    expect([state.view.rows.length, state.selected]).toEqual([3, 'b']);
    state.goTo('d');
    state.goTo('b');
    expect(state.view.rows.length).toBe(7);
  });

  it('say that Claude resumes there at the newest, and where a session has several ends', async () => {
    const here = { resumesHere: true };
    const { state } = await opened(
      chat(forked, {
        f: here,
        d: { ...here, session: 's' },
        g: { ...here, session: 'lone' },
        c: { session: 's' },
      }),
    );
    const says = () => state.view.rows.filter((row) => state.view.saysResume(row)).map((row) => row.item.id);
    expect(says()).toEqual(['f']);
    const { state: ended } = await opened(
      chat(forked, { f: here, d: { ...here, session: 's' }, g: { session: 's' } }),
    );
    expect(ended.view.rows.filter((row) => ended.view.saysResume(row)).map((row) => row.item.id)).toEqual([
      'f',
      'd',
    ]);
  });

  it('light up with what is pointed at, or walked to by the keys', async () => {
    const { state } = await opened(chat(forked));
    state.select('g');
    expect(state.view.highlighted, 'a mark alone lights nothing').toBeNull();
    state.view.walked = true;
    expect([...(state.view.highlighted ?? [])].sort()).toEqual(['a', 'g']);
    state.view.hovered = 'd';
    expect([...(state.view.highlighted ?? [])].sort()).toEqual(['a', 'b', 'c', 'd']);
    expect(state.view.spoken?.item.id).toBe('d');
    state.view.hovered = null;
    expect(state.view.spoken?.item.id).toBe('g');
  });

  it('are an outline where there is one way through the chat', async () => {
    const line = ['a', 'b<a'];
    expect((await opened(chat(line))).state.view.outlined).toBe(true);
    expect((await opened(chat(forked))).state.view.outlined).toBe(false);
    const silent = { turns: 0 };
    expect((await opened(chat(line, { a: silent, b: silent }))).state.view.outlined, 'nobody asked').toBe(
      false,
    );
    const { state } = await opened(chat(line));
    state.view.showSuperseded = true;
    expect(state.view.outlined, 'somebody wants to see the nodes').toBe(false);
  });
});

describe('reading a tree', () => {
  it('shows that of the chat that was opened last, whichever answer comes first', async () => {
    const backend = fakeBackend({ chats });
    const read = backend.chat.bind(backend);
    vi.spyOn(backend, 'chat').mockImplementation(async (id, signal) => {
      await new Promise((done) => setTimeout(done, id === one ? 100 : 10));
      return read(id, signal);
    });
    const state = new LoneTree(backend);
    void state.open(one);
    void state.open(two);
    await wait(1_000);
    expect([state.tree?.id, state.loading, state.error]).toEqual([two, false, null]);
  });

  it('keeps what it shows, and its mark and filter, while the same chat is read anew, and where that fails', async () => {
    const { state, read } = await opened(chat(forked));
    state.select('e');
    state.view.filter = { ...state.view.filter, leavesOnly: true };
    read.mockRejectedValueOnce(new BackendError('not-found', 'there is no such chat'));
    await state.open('c');
    expect([state.tree?.id, state.selected, state.view.rows.length, state.error]).toEqual([
      'c',
      'e',
      3,
      null,
    ]);
    read.mockImplementation(() => Promise.resolve(chat([...forked, 'h<g'])));
    await state.open('c');
    expect([state.branches.segment('h')?.id, state.selected, state.view.filter.leavesOnly]).toEqual([
      'h',
      'e',
      true,
    ]);
  });

  it('begins anew with another chat: no mark, no filter, nothing unfolded', async () => {
    const backend = fakeBackend({ chats });
    const state = new LoneTree(backend);
    void state.open(one);
    await wait();
    state.select(state.view.rows[0]?.item.id ?? null);
    state.view.hovered = state.selected;
    state.view.filter = { ...state.view.filter, leavesOnly: true };
    state.view.spread = state.finding = state.view.walked = true;
    void state.open(two);
    expect([state.tree, state.selected, state.view.hovered, state.loading]).toEqual([null, null, null, true]);
    expect([state.view.filter.leavesOnly, state.view.spread, state.finding, state.view.walked]).toEqual(
      Array(4).fill(false),
    );
    await wait();
    expect(state.tree?.id).toBe(two);
  });

  it('lets a large tree be laid out before its rows are drawn, and draws a small one at once', async () => {
    const fan = (size: number) => chat(Array.from({ length: size }, (_, i) => (i === 0 ? 'a' : `b${i}<a`)));
    const drawn = async (tree: ChatTree) => {
      const backend = fakeBackend({ chats: [] });
      vi.spyOn(backend, 'chat').mockResolvedValue(tree);
      const state = new LoneTree(backend);
      const opening = state.open('c');
      expect(state.drawable).toBe(false);
      for (let turn = 0; turn < 20; turn++) await Promise.resolve();
      const before = state.drawable;
      await wait();
      await opening;
      expect(state.drawable).toBe(true);
      return before;
    };
    expect(await drawn(fan(20))).toBe(true);
    expect(await drawn(fan(700))).toBe(false);
  });

  it('says why there is none, and asks again where nobody answered', async () => {
    const backend = fakeBackend({ chats });
    const heard = vi.fn();
    const state = new LoneTree(backend);
    state.onread = heard;
    vi.spyOn(backend, 'chat').mockRejectedValueOnce(new BackendError('unreachable', 'no engine'));
    void state.open(one);
    await wait();
    expect([state.error, heard.mock.calls.length]).toEqual(['no engine', 0]);
    await wait(1_500);
    expect([state.error, state.tree?.id, heard.mock.calls.length]).toEqual([null, one, 1]);
  });

  it('shows a session that was begun here for an hour if it never gets a file', async () => {
    const { state } = await opened(chat(['a', 'b<a']));
    const begun = Date.now();
    let now = $state(begun);
    vi.spyOn(clockNow, 'now', 'get').mockImplementation(() => now);
    const shown: number[] = [];
    const stop = $effect.root(() => {
      $effect(() => void shown.push(state.tree?.segments.filter((s) => s.waiting).length ?? 0));
    });
    state.begin({ session: 'new', from: 's-b', record: 'b-tip', time: new Date(begun).toISOString() });
    now = begun + 50 * 60_000;
    flushSync();
    expect(shown.at(-1)).toBe(1);
    now = begun + 70 * 60_000;
    flushSync();
    expect(shown.at(-1)).toBe(0);
    stop();
    vi.restoreAllMocks();
  });

  it('shows a session that was begun here until its file is there', async () => {
    const { state, read } = await opened(chat(['a', 'b<a']));
    state.begin({ session: 'new', from: 's-b', record: 'b-tip', time: new Date().toISOString() });
    const waiting = () => state.tree?.segments.filter((s) => s.waiting).map((s) => [s.session, s.parent]);
    expect(waiting()).toEqual([['new', 'b']]);
    state.begin({ session: 'new', from: 's-a', record: 'a-tip', time: new Date().toISOString() });
    expect(waiting(), 'begun again it stands where it was begun last').toEqual([['new', 'a']]);
    read.mockImplementation(() => Promise.resolve(chat(['a', 'b<a', 'new<a'], { new: { session: 'new' } })));
    await state.open('c');
    expect([waiting(), state.branches.segment('new')?.session]).toEqual([[], 'new']);
  });
});

describe('a session that began without the messages of the one before', () => {
  //   plan ── more      (the planning goes on)
  //      └─ done ── last   (carried out, apart)
  const plan = () =>
    opened(
      chat(['plan', 'done<plan', 'last<done', 'more<plan'], {
        done: { apart: true, evidence: ['plan-transcript'] },
        last: { session: 's-done' },
        more: { session: 's-plan', edge: 'continue', resumesHere: true },
      }),
    );

  it('is no branch of that one, which keeps its own end', async () => {
    const { state, segment } = await plan();
    expect(state.branches.leafBelow(segment('plan')).id).toBe('more');
    expect(state.branches.leafBelow(segment('done')).id).toBe('last');
  });

  it('is named at its end, and names it', async () => {
    const { state, segment } = await plan();
    expect(state.branches.apartOf(segment('last'))?.from.id).toBe('plan');
    expect(state.branches.apartOf(segment('more'))).toBe(null);
    expect(state.branches.apartFrom(segment('more')).map(({ id }) => id)).toEqual(['done']);
    expect(state.branches.apartFrom(segment('last'))).toEqual([]);
  });

  it('is a leaf of its own, beside the end of the planning', async () => {
    const { state, segment } = await opened(
      chat(['plan', 'done<plan'], { plan: { leaf: true }, done: { apart: true } }),
    );
    expect(state.view.outlined).toBe(false);
    expect(state.view.rows.map(({ item, leaf }) => [item.id, leaf])).toEqual([
      ['done', true],
      ['plan', true],
    ]);
    expect(state.branches.leafBelow(segment('plan')).id).toBe('plan');
  });
});

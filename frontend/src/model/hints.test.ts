import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { Hints } from './hints';
import { openedTree } from '../test/opened';

beforeEach(() => vi.useFakeTimers({ shouldAdvanceTime: true }));
afterEach(() => vi.useRealTimers());

/** A window on one chat, of which everything that is read anew is noted. */
async function opened() {
  const { tree, backend } = await openedTree();
  const leaf = tree.branches.newestLeaf();
  if (!leaf) throw new Error('no leaf');
  const read: string[] = [];
  const note = (what: string) => () => {
    read.push(what);
    return Promise.resolve();
  };
  const refresh = note('rows');
  vi.spyOn(backend, 'chat').mockImplementation(async () => {
    await note('tree')();
    return tree.tree as NonNullable<typeof tree.tree>;
  });
  const thread = { target: { session: leaf.session, tip: leaf.tip }, refresh };
  const hints = new Hints({
    chatId: tree.tree?.id ?? null,
    tree,
    thread: thread as never,
    sidebar: { load: note('chats') } as never,
    search: { grew: note('search') } as never,
    timeline: { heard: () => void note('timeline')() },
    table: { heard: () => void note('table')() },
    usage: { heard: () => void note('usage')() },
    history: { load: note('state') },
  });
  const change = { seq: 2, sessions: [leaf.session], chats: [tree.tree?.id ?? ''], scan: false };
  return { hints, change, read, thread };
}

it('reads the rows at once, and gathers what has time', async () => {
  const { hints, change, read } = await opened();
  for (let i = 0; i < 20; i++) hints.hear(change);
  expect(read).toEqual(['rows']);
  await vi.advanceTimersByTimeAsync(3_000);
  expect(read.sort()).toEqual(['chats', 'rows', 'rows', 'state', 'table', 'timeline', 'tree', 'usage']);
  hints.hear({ ...change, sessions: [], chats: [], scan: true });
  await vi.advanceTimersByTimeAsync(3_000);
  expect(read.slice(8).sort()).toEqual(['chats', 'search', 'state', 'table', 'timeline', 'usage']);
});

it('reads the rows of a large thread less often, and those of a small one at each change', async () => {
  const { hints, change, read, thread } = await opened();
  const rowsOf = async (took: number) => {
    await vi.advanceTimersByTimeAsync(5_000);
    read.length = 0;
    thread.refresh = async () => {
      read.push('rows');
      await new Promise((done) => setTimeout(done, took));
    };
    for (let i = 0; i < 40; i++) {
      hints.hear(change);
      await vi.advanceTimersByTimeAsync(250);
    }
    return read.filter((what) => what === 'rows').length;
  };
  expect(await rowsOf(10)).toBe(40);
  expect(await rowsOf(130)).toBeLessThanOrEqual(11);
  expect(await rowsOf(1_000), 'no longer than the longest rest').toBeGreaterThanOrEqual(3);
});

it('reads neither rows nor tree for sessions that are not open', async () => {
  const { hints, change, read } = await opened();
  for (let i = 0; i < 40; i++)
    hints.hear({ ...change, sessions: [`other-${i % 2}`], chats: [`other-${i % 2}`] });
  await vi.advanceTimersByTimeAsync(900);
  expect(read.sort(), 'once, however often they grow').toEqual([
    ...['chats', 'state', 'table', 'timeline', 'usage'],
  ]);
});

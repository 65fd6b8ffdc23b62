import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { AppState } from '../model/app.svelte';
import { agentKey } from '../model/place/agents';
import { fakeBackend } from '../lib/backend/fake';
import { fakeChats } from '../lib/backend/fake-chats';
import { linkText } from '../lib/link';
import { dice, unsteady } from '../test/slow';
import { windowTitle } from './titles';

const now = Date.parse('2026-11-20T14:00:00Z');
const history = fakeChats(now).filter((c) => c.sessions.length < 50 && !c.title.startsWith('Terraform'));

/** Steps of each walk; a longer walk is set by the environment, and by `make test-all`. */
const STEPS = Number(process.env.DENDRO_STEPS ?? (process.env['DENDRO_ALL'] === undefined ? 1_500 : 5_000));

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

async function opened(seed: number) {
  const backend = fakeBackend({ now, chats: structuredClone(history) });
  const roll = dice(seed);
  const app = new AppState(backend);
  const stop = app.start();
  app.nowShown();
  await vi.advanceTimersByTimeAsync(2_000);
  const steady = unsteady(backend, roll);
  return { app, backend, roll, steady, stop };
}

type World = Awaited<ReturnType<typeof opened>>;

/** One thing that a person or the disk does. */
function step({ app, backend, roll }: World): string {
  const segments = app.tree.tree?.segments ?? [];
  const segment = segments[roll(Math.max(1, segments.length))];
  const chat = history[roll(history.length)];
  const session = chat?.sessions[roll(chat.sessions.length)];
  const record = chat?.segments.flatMap((s) => s.rows)[roll(20)];
  const ways: Record<string, () => void> = {
    chat: () => void app.nav.wish({ chat: chat?.id ?? '' }),
    segment: () => segment && app.nav.openSegment(segment, roll(2) === 0 ? 'start' : 'end'),
    walk: () => segment && app.nav.walk(segment, 'start'),
    session: () => void app.nav.wish({ chat: chat?.id ?? '', session: session?.id ?? '' }),
    record: () =>
      chat &&
      session &&
      record &&
      void app.nav.wish({ chat: chat.id, session: session.id, record: record.uuid, block: 0 }),
    look: () =>
      chat &&
      session &&
      record &&
      void app.nav.wish({ chat: chat.id, session: session.id, record: record.uuid, block: 0 }, 'preview'),
    gone: () => void app.nav.wish({ chat: 'there is no such chat' }),
    back: () => app.nav.back(),
    forward: () => app.nav.forward(),
    search: () => app.search.start('the'),
    type: () => app.search.open && app.search.ask(['the', 'bucket', ''][roll(3)] ?? ''),
    hit: () => {
      const hits = app.search.answers.entries.filter(({ kind }) => kind === 'hit');
      const hit = app.search.open ? hits[roll(3)] : undefined;
      if (hit) void app.search.openEntry(hit);
    },
    leave: () => app.search.leave(),
    find: () => app.find.start(),
    words: () => app.find.open && app.find.ask(['limit', 'the', ''][roll(3)] ?? ''),
    endFind: () => app.find.close(),
    narrow: () => {
      app.sidebar.scope = roll(2) === 0 ? 'starred' : 'all';
    },
    enter: () => {
      const agent = { agent: 'a1', type: 'Explore' };
      void app.nav.enter({ ref: { agent: 'a1' }, chain: agent, about: '', rows: [roll(4)] });
    },
    out: () => void app.nav.leave(),
    link: () => {
      const { link } = app.nav;
      if (link) void app.outside.open(linkText(link));
    },
    retry: () => {
      app.wishes.retry();
      app.tree.retry();
    },
    rows: () => app.thread.retry(),
    branch: () => {
      const split = app.thread.skeleton?.splits.at(-1);
      const other = split?.branches[roll(split.branches.length)];
      if (split && other) app.nav.takeBranch(split, other);
    },
    scroll: () => {
      const total = app.thread.skeleton?.total ?? 0;
      if (total === 0) return;
      app.thread.scroll.topRow = roll(total);
      app.thread.scroll.release();
      app.thread.scroll.scrolled(false);
      app.thread.scrolledTo(app.thread.scroll.topRow, roll(30));
      app.nav.mark(app.thread.scroll.topRow);
    },
    live: () =>
      backend.emit({
        chats: [chat?.id ?? ''],
        sessions: [app.thread.target?.session ?? ''],
        scan: roll(4) === 0,
      }),
    theme: () => {
      app.settings.systemDark = roll(2) === 0;
    },
    grow: () => {
      backend.append(roll(2) === 0 ? (app.thread.target?.session ?? '') : (session?.id ?? ''));
    },
    jump: () => {
      app.nav.jump(roll(3) === 0 ? 'end' : roll(30));
    },
    inspect: () => {
      app.inspector.open = true;
      if (app.thread.target) app.inspector.follow(app.thread.target.session, 'session');
    },
  };
  const names = Object.keys(ways);
  const name = names[roll(names.length)] ?? '';
  ways[name]?.();
  return name;
}

/** What the pane of the inspector does whenever it is drawn. */
function follow({ app: { inspector, thread } }: World): void {
  if (inspector.open && thread.target) inspector.follow(thread.target.session, 'session');
}

/** Location, tree, thread, mark, title and inspector are of one place. */
function agrees({ app }: World): void {
  const { here } = app.place;
  expect(here).not.toBeNull();
  expect([app.search.open, app.search.open ? app.search.query.text : null]).toEqual([
    here?.search !== null,
    here?.search,
  ]);
  expect([app.find.open, app.find.open ? app.find.query : null]).toEqual([here?.find !== null, here?.find]);
  expect(app.thread.agents.map(agentKey)).toEqual(here?.agents.map(agentKey));
  if (app.inspector.open && app.thread.target) {
    expect(app.inspector.error).toBeNull();
    expect(app.inspector.figures?.session, 'the inspector counts what is open').toBe(
      app.thread.target.session,
    );
  }
  expect(app.tree.tree?.id ?? here?.chat).toBe(here?.chat);
  expect(windowTitle(app, here?.chat ?? '')).toContain(app.tree.tree?.title ?? '');
  const { target } = app.thread;
  if (here?.branch) {
    expect(target, 'the thread is opened').not.toBeNull();
    expect(app.thread.skeleton ?? app.thread.error, 'and read, or says why not').not.toBeNull();
  }
  if (target) {
    const chat = history.find((c) => c.sessions.some((s) => s.id === target.session));
    expect(chat?.id, 'the thread is one of the chat').toBe(here?.chat);
    const end = here?.branch?.follow ? app.thread.skeleton?.tip : here?.branch?.tip;
    expect([here?.branch?.session, target.tip]).toEqual([
      target.session,
      target.agents ? target.tip : (end ?? ''),
    ]);
  }
  const { node } = app.branch;
  expect(node?.id ?? null, 'the mark is a node of the tree').toBe(app.tree.selected);
  const way = app.thread.skeleton && app.thread.agents.length === 0 ? app.thread.starts : [];
  if (way.length > 0)
    expect(
      way.map(({ id }) => id),
      'the mark is on the branch',
    ).toContain(node?.id);
}

/** Nothing is under way any more. */
function rests({ app }: World): void {
  expect([
    app.tree.loading,
    app.thread.loading,
    app.search.query.asking.loading,
    app.inspector.loading,
  ]).toEqual(Array(4).fill(false));
}

it.each([1, 2, 3])(
  'agrees on where the reader is, whatever they do and in whatever order answers come (%i)',
  async (seed) => {
    const world = await opened(seed);
    const done: string[] = [];
    for (let i = 0; i < STEPS; i++) {
      done.push(step(world));
      // Mostly faster than the answers come.
      if (world.roll(3) === 0) await vi.advanceTimersByTimeAsync(world.roll(60));
      if (i % 100 !== 99) continue;
      await vi.advanceTimersByTimeAsync(400);
      world.steady(true);
      follow(world);
      await vi.advanceTimersByTimeAsync(120_000);
      follow(world);
      await vi.advanceTimersByTimeAsync(5_000);
      try {
        agrees(world);
        rests(world);
      } catch (error) {
        throw new Error(`after ${done.slice(-30).join(' ')}`, { cause: error });
      }
      world.steady(false);
    }
    world.stop();
  },
  180_000 * Math.max(1, STEPS / 5_000),
);

import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { AppState } from '../model/app.svelte';
import { fakeBackend } from '../lib/backend/fake';
import { fakeChats } from '../lib/backend/fake-chats';
import { dice, unsteady } from '../test/slow';

const now = Date.parse('2026-11-20T14:00:00Z');
const history = fakeChats(now).filter((c) => c.sessions.length < 50 && !c.title.startsWith('Terraform'));
const WORDS = ['the', 'bucket', 'limit', 'retry', 'nothing has these words'];

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

/** A window whose engine is slow, fails one time in twelve, and answers in any order. */
async function opened(seed: number) {
  const backend = fakeBackend({ now, chats: history });
  const app = new AppState(backend);
  const stop = app.start();
  app.nowShown();
  await vi.advanceTimersByTimeAsync(2_000);
  const roll = dice(seed);
  return { app, backend, roll, stop, steady: unsteady(backend, roll) };
}

type World = Awaited<ReturnType<typeof opened>>;

/** Waits for a response: the clock is frozen otherwise. */
async function answered<T>(asked: Promise<T>): Promise<T> {
  await vi.advanceTimersByTimeAsync(2_000);
  return asked;
}

/** Does something again and again, mostly faster than it is answered; then the engine is well again. */
async function hurry({ roll, steady }: World, act: () => void): Promise<void> {
  for (let i = 0; i < 200; i++) {
    act();
    await vi.advanceTimersByTimeAsync(roll(4) === 0 ? roll(300) : roll(15));
  }
  steady(true);
  await vi.advanceTimersByTimeAsync(120_000);
}

it('the search answers what was typed last, and is in no phase between', async () => {
  const world = await opened(12);
  const { app, roll, stop } = world;
  app.search.start();
  await hurry(world, () => {
    const does = roll(6);
    if (does < 3) app.search.ask(WORDS[roll(WORDS.length)] ?? '');
    else if (does === 3) void app.search.query.asking.again();
    else if (does === 4) app.search.grew();
    else app.search.query.asking.showMore();
  });
  app.search.ask('bucket');
  await vi.advanceTimersByTimeAsync(2_000);
  const { asking } = app.search.query;
  expect([asking.phase, asking.loading, asking.pending, asking.error]).toEqual([
    'answered',
    false,
    false,
    null,
  ]);
  expect(app.search.query.result?.query).toBe('bucket');
  const { quick } = app.search.query;
  expect([quick.loading, quick.names.error, quick.turns.error]).toEqual([false, null, null]);
  expect([quick.names.value?.q, quick.turns.value?.query]).toEqual(['bucket', 'bucket']);
  stop();
});

it('finding in a thread shows the places of the words and of the branch that are there', async () => {
  const world = await opened(13);
  const { app, roll, stop } = world;
  app.find.start();
  await hurry(world, () => {
    const segments = app.tree.tree?.segments ?? [];
    const segment = segments[roll(Math.max(1, segments.length))];
    if (roll(3) === 0 && segment) app.nav.openSegment(segment);
    else if (roll(4) === 0) app.find.step(1);
    else app.find.ask(WORDS[roll(WORDS.length)] ?? '');
  });
  if (!app.thread.skeleton) app.thread.retry();
  await vi.advanceTimersByTimeAsync(2_000);
  app.find.ask('nothing has these words');
  await vi.advanceTimersByTimeAsync(2_000);
  expect([app.find.loading, app.find.rows, app.find.error]).toEqual([false, [], null]);
  const total = app.thread.skeleton?.total ?? 0;
  app.find.ask('the');
  await vi.advanceTimersByTimeAsync(2_000);
  expect(app.find.loading).toBe(false);
  expect(app.find.rows.every(({ rows }) => (rows[0] ?? total) < total)).toBe(true);
  stop();
});

it('the inspector counts the session that was asked for last', async () => {
  const world = await opened(14);
  const { app, backend, roll, stop } = world;
  const sessions = history.flatMap((chat) => chat.sessions.map(({ id }) => id));
  app.inspector.open = true;
  await hurry(world, () => {
    app.inspector.follow(sessions[roll(sessions.length)] ?? '', roll(2) === 0 ? 'session' : 'chat');
    if (roll(5) === 0) app.inspector.retry();
  });
  const last = sessions.at(-1) ?? '';
  app.inspector.follow(last, 'session');
  await vi.advanceTimersByTimeAsync(10_000);
  expect([app.inspector.loading, app.inspector.error]).toEqual([false, null]);
  expect(app.inspector.figures).toEqual(await answered(backend.figures(last, 'session')));
  stop();
});

it('the list and the state of the history are those of the engine when it is well again', async () => {
  const world = await opened(15);
  const { app, backend, roll, stop } = world;
  await hurry(world, () => backend.emit({ chats: [], sessions: [], scan: roll(2) === 0 }));
  expect(app.history.unanswered).toBeNull();
  const { chats } = await answered(backend.chats());
  expect(app.sidebar.chats.map(({ id }) => id)).toEqual(chats.map(({ id }) => id));
  stop();
});

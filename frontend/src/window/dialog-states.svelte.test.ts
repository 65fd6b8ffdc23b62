import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { FakeBackend } from '../lib/backend/fake';
import { fakeChats } from '../lib/backend/fake-chats';
import { openedApp } from '../test/opened';
import { dice, unsteady } from '../test/slow';

const now = Date.parse('2026-11-20T14:00:00Z');
const history = fakeChats(now).filter((c) => c.sessions.length < 50 && !c.title.startsWith('Terraform'));
const sessions = history.flatMap((chat) => chat.sessions.map(({ id }) => id));

beforeEach(() => vi.useFakeTimers({ shouldAdvanceTime: true }));
afterEach(() => vi.useRealTimers());

/** A window in which these questions are slow, fail one time in twelve, and are answered in any order. */
async function opened(seed: number, ...names: (keyof FakeBackend)[]) {
  const { app, backend } = await openedApp({ now, chats: history });
  await vi.advanceTimersByTimeAsync(2_000);
  const roll = dice(seed);
  const steady = unsteady(backend, roll, names);
  /** Does something again and again, mostly faster than it is answered; then the engine is well again. */
  const hurry = async (act: () => void) => {
    for (let i = 0; i < 150; i++) {
      act();
      await vi.advanceTimersByTimeAsync(roll(4) === 0 ? roll(300) : roll(15));
    }
    steady(true);
    await vi.advanceTimersByTimeAsync(60_000);
  };
  const one = <T>(of: readonly T[]): T => of[roll(of.length)] as T;
  return { app, backend, roll, hurry, one };
}

const settled = () => vi.advanceTimersByTimeAsync(2_000);

it('raw records: the text is that of the record that was asked for last, each part once', async () => {
  const { app, roll, hurry, one } = await opened(21, 'raw', 'sides');
  await hurry(() => {
    const does = roll(5);
    if (does < 2) app.raw.show(one(sessions), `record ${roll(9)}`);
    else if (does === 2) void app.raw.list(one(sessions), roll(2) === 0 ? 'all' : 'bad');
    else if (does === 3) void app.raw.more();
    else void app.raw.moreSides();
  });
  app.raw.show(sessions[0] ?? '', 'the last');
  await settled();
  const whole = app.raw.whole();
  await settled();
  expect(JSON.parse((await whole) ?? '')).toMatchObject({ uuid: 'the last', text: 'one two' });
  void app.raw.list(sessions[0] ?? '', 'bad');
  await settled();
  expect(app.raw.sides.map(({ ref }) => ref)).toEqual(['side-1']);
  expect([app.raw.loading, app.raw.error]).toEqual([false, null]);
});

it('comparing: what stands is of the two that were chosen last, and nothing after it was closed', async () => {
  const { app, roll, hurry, one } = await opened(22, 'compare', 'thread', 'rows');
  const segments = app.tree.tree?.segments ?? [];
  await hurry(() => {
    const does = roll(6);
    if (does < 3) void app.compare.run(one(segments), one(segments));
    else if (does === 3) app.compare.retry();
    else if (does === 4) app.compare.swap();
    else app.compare.close();
  });
  const leaves = segments.filter((s) => s.leaf);
  const [a, b] = leaves;
  if (!a || !b) throw new Error('no two branches');
  void app.compare.run(a, b);
  await settled();
  expect(app.compare.result?.leaves.map(({ id }) => id)).toEqual([a.id, b.id]);
  app.compare.swap();
  expect(app.compare.result?.leaves.map(({ id }) => id)).toEqual([b.id, a.id]);
  void app.compare.run(a, b);
  app.compare.close();
  await settled();
  expect([app.compare.open, app.compare.result, app.compare.loading]).toEqual([false, null, false]);
});

it('resuming: the plan that is shown is the one that was asked for last, and no other can be run', async () => {
  const { app, backend, roll, hurry, one } = await opened(23, 'resumePlan', 'resume');
  await hurry(() => {
    const does = roll(5);
    if (does < 2) void app.resume.ask({ session: one(sessions) });
    else if (does < 4) void app.resume.setFork(roll(2) === 0);
    else void app.resume.run();
    const { plan, wish } = app.resume;
    if (plan) expect(plan.session).toBe(wish.session);
  });
  const able = sessions.find(
    (id) => history.flatMap((c) => c.sessions).find((s) => s.id === id)?.resume.possible === true,
  );
  void app.resume.ask({ session: able ?? '' });
  void app.resume.setFork(true);
  expect(app.resume.plan, 'what would run is not known yet').toBeNull();
  await app.resume.run();
  const before = backend.log.filter((line) => line.startsWith('resume')).length;
  await settled();
  expect(app.resume.plan?.argv).toContain('--fork-session');
  void app.resume.run();
  await settled();
  const ran = backend.log.filter((line) => line.startsWith('resume')).slice(before);
  expect(ran).toEqual([expect.stringContaining(`resume ${able ?? ''} fork=true`)]);
  expect([app.resume.busy, app.resume.error]).toEqual([false, null]);
});

it('the timeline and the health of the history show what the engine says when it is well again', async () => {
  const { app, backend, roll, hurry } = await opened(24, 'activity', 'doctor');
  await hurry(() => {
    const does = roll(6);
    if (does < 2) app.timeline.show();
    else if (does === 2) app.timeline.heard();
    else if (does === 3) app.timeline.close();
    else if (does === 4) void app.health.show();
    else app.health.close();
  });
  app.timeline.show();
  void app.health.show();
  await settled();
  expect([app.timeline.loading, app.timeline.error, app.health.error]).toEqual([false, null, null]);
  expect(app.timeline.chats.length).toBeGreaterThan(0);
  const report = backend.doctor();
  await settled();
  expect(app.health.report).toEqual(await report);
});

it('what prompts led to is known of the branch that is open, however often it was another one', async () => {
  const { app, backend, roll, hurry, one } = await opened(25, 'work', 'thread', 'turns', 'touched');
  const files = ['internal/limit/bucket.go', 'no/such/file.go'];
  await hurry(() => {
    const does = roll(6);
    const segments = app.tree.tree?.segments ?? [];
    if (does < 2 && segments.length > 0) app.nav.openSegment(one(segments));
    else if (does < 4) app.outline.ensure(roll(3), 3 + roll(5));
    else if (does === 4) app.tree.touched.choose(one(files));
    else app.tree.touched.clear();
  });
  const leaf = app.tree.branches.newestLeaf();
  if (!leaf) throw new Error('no leaf');
  app.nav.openSegment(leaf);
  app.tree.showAll();
  await settled();
  const turns = app.thread.skeleton?.turns.length ?? 0;
  app.outline.ensure(0, turns);
  await settled();
  const asked = backend.work(leaf.session, leaf.tip, 0, turns);
  await settled();
  expect(Array.from({ length: turns }, (_, i) => app.outline.work(i))).toEqual(await asked);
  expect(app.tree.view.filter.touching).toBeNull();
  app.tree.touched.choose('no/such/file.go');
  await settled();
  expect(app.tree.view.filter.touching?.size).toBe(0);
  expect([app.tree.touched.loading, app.tree.touched.error]).toEqual([false, null]);
});

it('an export that failed can be tried again, and one at a time is under way', async () => {
  const { app, backend, roll, hurry } = await opened(26, 'exportDocument');
  await hurry(() => {
    if (roll(3) === 0) app.exporting.ask();
    else void app.exporting.run();
  });
  const before = backend.log.length;
  app.exporting.ask();
  void app.exporting.run();
  void app.exporting.run();
  await settled();
  expect(backend.log.length).toBe(before + 1);
  expect([app.exporting.busy, app.exporting.error]).toEqual([false, null]);
  expect(app.exporting.done).not.toBeNull();
});

import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { FakeBackend } from '../../lib/backend/fake';
import { fakeChats } from '../../lib/backend/fake-chats';
import type { Skeleton } from '../../lib/backend/types';
import { openedApp } from '../../test/opened';
import type { AppState } from '../app.svelte';

const now = Date.parse('2026-11-20T14:00:00Z');

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

async function opened() {
  const chats = fakeChats(now).filter((c) => c.sessions.length < 50 && !c.title.startsWith('Terraform'));
  const { app, backend } = await openedApp({ now, chats: structuredClone(chats) });
  await vi.advanceTimersByTimeAsync(2_000);
  const session = app.thread.target?.session ?? '';
  const all = async () => (await backend.thread(session, '')).total;
  return { app, backend, session, all };
}

/** Appends two rows every 50 ms for three seconds; returns how many rows were shown after each. */
async function grow(app: AppState, backend: FakeBackend, session: string): Promise<number[]> {
  const shown: number[] = [];
  for (let i = 0; i < 60; i++) {
    backend.append(session);
    await vi.advanceTimersByTimeAsync(50);
    shown.push(app.thread.skeleton?.total ?? 0);
  }
  return shown;
}

const asked = (backend: FakeBackend, name: string) => backend.requests.get(name)?.asked ?? 0;

describe('a session that grows faster than the engine answers', () => {
  it.each([150, 250])(
    'is shown as it grows, with one request at a time, and rests between (%i ms)',
    async (delay) => {
      const { app, backend, session } = await opened();
      const before = app.thread.skeleton?.total ?? 0;
      backend.delay = delay;
      const first = asked(backend, 'thread');
      const shown = await grow(app, backend, session);
      // The shown rows are at most two answers and the longest rest between them old.
      const late = Math.ceil((2 * delay + 1_000) / 50) + 1;
      shown.forEach((rows, i) => expect(rows).toBeGreaterThanOrEqual(before + 2 * (i + 1 - late)));
      expect(asked(backend, 'thread') - first).toBeLessThanOrEqual(3_000 / (delay + 1_000) + 2);
      await vi.advanceTimersByTimeAsync(1_000 + 2 * delay);
      expect(app.thread.skeleton?.total).toBe(before + 120);
      expect(backend.requests.get('thread')?.atOnce).toBe(1);
      const rest = asked(backend, 'thread');
      await vi.advanceTimersByTimeAsync(5_000);
      expect(asked(backend, 'thread'), 'a session that rests is not asked for').toBe(rest);
    },
  );

  it('is found, counted and listed as it grows', async () => {
    const { app, backend, session } = await opened();
    app.find.start();
    app.find.ask('And then');
    await vi.advanceTimersByTimeAsync(1_000);
    backend.delay = 250;
    app.inspector.open = true;
    const names = ['find', 'figures', 'commands', 'beside'] as const;
    const before = names.map((name) => asked(backend, name));
    for (let i = 0; i < 120; i++) {
      backend.append(session);
      await vi.advanceTimersByTimeAsync(50);
      app.find.follow();
      app.inspector.follow(session, 'session');
    }
    expect(app.find.rows.length, 'found while it grows').toBeGreaterThan(20);
    expect(app.inspector.commands?.tip, 'listed while it grows').not.toBe('');
    names.forEach((name, i) => {
      expect(asked(backend, name) - (before[i] ?? 0), name).toBeLessThanOrEqual(5);
      expect(backend.requests.get(name)?.atOnce, name).toBe(1);
    });
    await vi.advanceTimersByTimeAsync(4_000);
    app.find.follow();
    app.inspector.follow(session, 'session');
    await vi.advanceTimersByTimeAsync(4_000);
    expect(app.find.rows).toHaveLength(120);
    expect(app.inspector.commands?.tip).toBe(app.thread.skeleton?.tip);
  });
});

describe('a location in a session that grew', () => {
  it('shows all of it on the way back, without loading anything anew', async () => {
    const { app, backend, session, all } = await opened();
    app.nav.jump(5);
    await vi.advanceTimersByTimeAsync(100);
    app.thread.scroll.release();
    app.nav.jump('end');
    await vi.advanceTimersByTimeAsync(100);
    backend.append(session);
    await vi.advanceTimersByTimeAsync(2_000);
    const { skeleton } = app.thread;
    app.nav.back();
    expect(app.thread.skeleton, 'the same thread').toBe(skeleton);
    await vi.advanceTimersByTimeAsync(2_000);
    expect(app.thread.skeleton?.total).toBe(await settledTotal(all()));
    expect(app.thread.scroll.jump?.row).toBe(5);
    app.nav.forward();
    expect(app.thread.skeleton?.total).toBe(skeleton?.total);
  });

  it('shows all of it also where it grew while another chat was open', async () => {
    const { app, backend, session, all } = await opened();
    app.nav.jump(5);
    await vi.advanceTimersByTimeAsync(100);
    const chat = app.chatId;
    void app.nav.wish({ chat: app.newest?.id ?? '' });
    await vi.advanceTimersByTimeAsync(1_000);
    expect(app.chatId).not.toBe(chat);
    for (let i = 0; i < 3; i++) backend.append(session);
    await vi.advanceTimersByTimeAsync(2_000);
    app.nav.back();
    await vi.advanceTimersByTimeAsync(2_000);
    expect(app.thread.skeleton?.total).toBe(await settledTotal(all()));
  });

  it('says to follow once its end turns out to be the active one, and so do the others in the past', async () => {
    const { app, backend, session, all } = await opened();
    const end = app.thread.skeleton?.tip ?? '';
    const { here } = app.place;
    if (!here) throw new Error('nothing is open');
    // As a link leads there before the tree knows the end.
    const tip = { session, tip: end };
    app.place.go({ ...here, branch: tip, spot: 3, left: null });
    app.place.go({ ...here, branch: tip, spot: 'end', left: null });
    await vi.advanceTimersByTimeAsync(1_000);
    backend.append(session);
    await vi.advanceTimersByTimeAsync(3_000);
    expect(app.place.here?.branch).toEqual({ session, follow: true });
    expect(app.thread.skeleton?.total).toBe(await settledTotal(all()));
    app.nav.back();
    expect(app.place.here).toMatchObject({ branch: { session, follow: true }, spot: 3 });
  });

  it('keeps a reader on the branch that the session left, and takes one at its end along', async () => {
    const { app, backend, session } = await opened();
    const real = backend.thread.bind(backend);
    const before = app.thread.skeleton as Skeleton;
    // The session was rewound: its active branch has fewer of the records.
    backend.thread = async (...args) => {
      const skeleton = await real(...args);
      if (args[1] !== '') return skeleton;
      const rows = skeleton.rows;
      rows.records[rows.length - 1] = 9_999;
      return { ...skeleton, tip: 'elsewhere' };
    };
    app.thread.scroll.release();
    app.thread.scroll.scrolled(false);
    backend.emit({ sessions: [session], chats: [] });
    await vi.advanceTimersByTimeAsync(1_000);
    expect([app.thread.skeleton?.tip, app.place.here?.branch]).toEqual([
      before.tip,
      { session, tip: before.tip },
    ]);
    const { here } = app.place;
    if (here) app.place.go({ ...here, branch: { session, follow: true }, left: null, spot: 'end' });
    await vi.advanceTimersByTimeAsync(1_000);
    expect(app.thread.skeleton?.tip).toBe('elsewhere');
  });
});

async function settledTotal(total: Promise<number>): Promise<number> {
  await vi.advanceTimersByTimeAsync(1_000);
  return total;
}

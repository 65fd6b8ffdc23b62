import { afterEach, describe, expect, it, vi } from 'vitest';
import type { FakeOptions } from '../../lib/backend/fake';
import wire from '../../../../testdata/wire/find.json';
import type { Findings } from '../../lib/backend/types';
import { held, settled } from '../../test/held';
import { openedApp } from '../../test/opened';

afterEach(() => vi.useRealTimers());

async function open(options: FakeOptions = {}) {
  const { app, backend } = await openedApp(options);
  const { find } = app;
  const ask = async (query: string) => {
    find.ask(query);
    await vi.waitFor(() => expect(find.loading).toBe(false));
  };
  find.start();
  return { app, backend, find, ask };
}

describe('finding in a branch', () => {
  it('goes from place to place, round and round, and opens what holds it', async () => {
    const { app, find, ask } = await open();
    app.thread.scroll.topRow = 0;
    await ask('limit');
    const n = find.rows.length;
    expect(n).toBeGreaterThan(2);
    expect(find.at).toBe(0);
    for (let i = 1; i <= n; i++) {
      find.step(1);
      expect(find.at).toBe(i % n);
      expect(app.thread.found?.rows).toEqual(find.rows[find.at]?.rows);
    }
    find.step(-1);
    expect(find.at).toBe(n - 1);
    const row = String(find.rows[n - 1]?.rows[0]);
    expect(app.thread.opened.isOpen(`r${row}`)).toBe(true);
  });

  it('moves the mark in the tree to where it leads', async () => {
    const { app, find, ask } = await open();
    app.thread.scroll.topRow = 0;
    await ask('limit');
    const marks = new Set<string | null>();
    for (const { rows } of find.rows) {
      expect(app.tree.selected).toBe(app.thread.segmentAt(rows[0] ?? 0));
      marks.add(app.tree.selected);
      find.step(1);
    }
    expect(marks.size).toBeGreaterThan(1);
  });

  it('begins where the reader is', async () => {
    const { app, find, ask } = await open();
    app.thread.scroll.topRow = 1_000;
    await ask('limit');
    expect(find.at).toBe(0);
    app.thread.scroll.topRow = find.rows[1]?.rows[0] ?? 0;
    await ask('limit');
    expect(find.at).toBe(1);
  });

  it('opens the way into a subagent', async () => {
    const { app, backend, find, ask } = await open();
    backend.find = (_session, _tip, query) =>
      Promise.resolve({ query, rows: [{ rows: [4, 2], count: 1 }], matches: 1, complete: true });
    await ask('deep');
    expect(find.at).toBe(0);
    expect(app.thread.foundInside('r4')).toBe(2);
    expect(app.thread.isFound('r4/2')).toBe(true);
    expect(app.thread.opened.isOpen('r4')).toBe(true);
  });

  it('forgets everything when it is closed', async () => {
    const { app, find, ask } = await open();
    await ask('limit');
    expect(app.thread.patterns).toHaveLength(1);
    find.close();
    expect(find.rows).toEqual([]);
    expect(app.thread.patterns).toEqual([]);
  });

  it('says why it failed', async () => {
    const { find, ask } = await open({ failing: { find: 'the file is gone' } });
    await ask('limit');
    expect(find.error).toContain('the file is gone');
  });
});

it('reads what the engine says', () => {
  const found: Findings = wire;
  expect(found.matches).toBe(found.rows.reduce((n, row) => n + row.count, 0));
});

it('goes to the first place also where the branch was still being read', async () => {
  const { app, backend, find } = await open();
  const { thread } = app;
  const { key } = thread;
  const read = backend.thread.bind(backend);
  let answer = (): void => undefined;
  const asked = new Promise<void>((done) => (answer = done));
  backend.thread = async (...args) => {
    await asked;
    return read(...args);
  };
  const { here } = app.place;
  thread.close();
  if (here) app.place.go({ ...here, spot: 'end', left: null });
  expect(thread.key).toEqual(key);
  find.start();
  find.ask('bucket');
  await new Promise((done) => setTimeout(done, 150));
  expect(find.found).toBeNull();
  answer();
  await vi.waitFor(() => expect(thread.skeleton).not.toBeNull());
  find.follow();
  await vi.waitFor(() => expect(thread.found).not.toBeNull());
});

describe('an engine that is slow or fails', () => {
  /** Find with held responses and fake time. */
  async function slow() {
    const { app, backend, find } = await open();
    vi.useFakeTimers();
    const finds = held(backend, 'find');
    const type = async (query: string) => {
      find.ask(query);
      expect(find.loading).toBe(true);
      await vi.advanceTimersByTimeAsync(150);
    };
    return { app, backend, find, finds, type };
  }

  it('shows nothing of the words before while the next ones are looked for', async () => {
    const { find, finds, type } = await slow();
    await type('limit');
    await finds.at(0).answer();
    expect([find.loading, find.at, find.rows.length > 1]).toEqual([false, 0, true]);
    await type('bucket');
    expect([find.loading, find.at, find.rows]).toEqual([true, -1, []]);
    await finds.at(1).answer();
    expect([find.loading, find.at]).toEqual([false, 0]);
  });

  it('goes to the places of the words that were typed last, whichever answer comes first', async () => {
    const { app, find, finds, type } = await slow();
    await type('limit');
    await type('bucket');
    await finds.at(1).answer();
    const shown = app.thread.found;
    await finds.at(0).answer();
    expect([find.found?.query, app.thread.found]).toEqual(['bucket', shown]);
  });

  it('finds again what failed, when it is asked for again', async () => {
    const { find, finds, type } = await slow();
    await type('limit');
    await finds.at(0).fail('the file is torn');
    expect([find.loading, find.error, find.rows]).toEqual([false, 'the file is torn', []]);
    await type('limit');
    expect(find.error).toBeNull();
    await finds.at(1).answer();
    expect([find.loading, find.error, find.at]).toEqual([false, null, 0]);
  });

  it('goes to the first place also where the engine answers at a later try only', async () => {
    const { app, find, finds, type } = await slow();
    await type('limit');
    await finds.at(0).fail('nobody answers', 'unreachable');
    await vi.advanceTimersByTimeAsync(1_000);
    await finds.at(1).answer();
    expect([find.error, find.at]).toEqual([null, 0]);
    expect(app.thread.found?.rows).toEqual(find.rows[0]?.rows);
  });

  it('moves nobody who has closed it, and asks nothing more', async () => {
    const { app, find, finds, type } = await slow();
    await type('limit');
    find.close();
    await finds.at(0).answer();
    await settled();
    expect([find.rows, app.thread.found, app.thread.patterns]).toEqual([[], null, []]);
    find.ask('bucket');
    find.close();
    await vi.advanceTimersByTimeAsync(10_000);
    expect(finds.asked, 'what was typed before it was closed').toBe(1);
  });
});

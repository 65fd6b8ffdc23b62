import { LoneThread } from '../../test/lone.svelte';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { fakeBackend } from '../../lib/backend/fake';
import { fakeChats } from '../../lib/backend/fake-chats';
import { held } from '../../test/held';
import { InspectorState } from './inspector.svelte';
import { splitPath } from './paths';
import wire from '../../../../testdata/wire/figures.json';
import type { Figures } from '../../lib/backend/types';

const now = Date.parse('2026-11-20T14:00:00Z');

afterEach(() => vi.useRealTimers());

async function open(failing: Record<string, string> = {}) {
  const backend = fakeBackend({ now, chats: fakeChats(now), failing });
  const chat = fakeChats(now)[0];
  const leaf = chat?.segments.find((s) => s.leaf);
  if (!leaf) throw new Error('no leaf');
  const thread = new LoneThread(backend);
  void thread.open({ session: leaf.session, tip: leaf.tip }, [], 0);
  await vi.waitFor(() => expect(thread.skeleton).not.toBeNull());
  return {
    backend,
    thread,
    session: leaf.session,
    inspector: new InspectorState(backend, thread, {
      leave: () => Promise.resolve(true),
      jump: (row: number) => {
        thread.scroll.jumpTo(row);
      },
    }),
  };
}

describe('the inspector', () => {
  it('counts the session, and the chat when asked', async () => {
    const { inspector, session } = await open();
    inspector.follow(session, 'session');
    expect(inspector.loading).toBe(true);
    await vi.waitFor(() => expect(inspector.figures?.scope).toBe('session'));
    const one = inspector.figures?.records ?? 0;
    inspector.follow(session, 'chat');
    expect(inspector.figures).toBeNull();
    await vi.waitFor(() => expect(inspector.figures?.scope).toBe('chat'));
    expect(inspector.figures?.records).toBeGreaterThan(one);
    inspector.stop();
  });

  it('leads from row to row of a file, round and round', async () => {
    const { inspector, session, thread, backend } = await open();
    const figures = await backend.figures(session, 'chat');
    const rows = await Promise.all(
      figures.files.map((f) => backend.touching(session, thread.target?.tip ?? '', f.path)),
    );
    const found = rows.find((r) => r.rows.length > 0);
    if (!found) throw new Error('the fake touches no file on this branch');
    await inspector.pick(found.file);
    expect(thread.scroll.jump?.row).toBe(found.rows[0]);
    expect(thread.opened.isOpen(`r${String(found.rows[0])}`)).toBe(true);
    for (const row of [...found.rows.slice(1), found.rows[0]]) {
      await inspector.pick(found.file);
      expect(thread.scroll.jump?.row).toBe(row);
    }
    inspector.step(-1);
    expect(thread.scroll.jump?.row).toBe(found.rows.at(-1));
    inspector.stop();
    expect(inspector.touched).toBeNull();
  });

  it('says so where a file is touched on another branch only, or not to be found', async () => {
    const { inspector, thread } = await open();
    const before = thread.scroll.jump;
    await inspector.pick('/nowhere');
    expect(inspector.touched?.rows).toEqual([]);
    expect(thread.scroll.jump).toBe(before);
    const broken = await open({ touching: 'gone', figures: 'gone too' });
    await broken.inspector.pick('/nowhere');
    expect(broken.inspector.touched?.error).toBe('gone');
    broken.inspector.follow(broken.session, 'session');
    await vi.waitFor(() => expect(broken.inspector.error).toBe('gone too'));
    broken.inspector.stop();
  });

  it('reads what the engine answers', () => {
    const figures: Figures = { ...wire, scope: 'session' };
    expect(figures.tokens.out).toBeGreaterThan(0);
    expect(figures.files[0]?.writes).toBe(1);
  });
});

describe('an engine that is slow or fails', () => {
  /** A file that some rows of the branch touch. */
  async function touchedFile({ backend, session, thread }: Awaited<ReturnType<typeof open>>) {
    const { files } = await backend.figures(session, 'chat');
    const tip = thread.target?.tip ?? '';
    const found = await Promise.all(files.map(({ path }) => backend.touching(session, tip, path)));
    const one = found.find(({ rows }) => rows.length > 1);
    if (!one) throw new Error('the fake touches no file on this branch');
    return one;
  }

  it('shows no figures of what was asked for before, whichever answer comes first', async () => {
    const { backend, inspector, session } = await open();
    const counts = held(backend, 'figures');
    inspector.follow(session, 'session');
    inspector.follow(session, 'chat');
    expect([inspector.loading, inspector.figures]).toEqual([true, null]);
    await counts.at(1).answer();
    await counts.at(0).answer();
    expect([inspector.loading, inspector.figures?.scope]).toEqual([false, 'chat']);
    inspector.stop();
  });

  it('counts a session that grows steadily every few seconds', async () => {
    const { backend, inspector, session } = await open();
    vi.useFakeTimers();
    const asked = vi.spyOn(backend, 'figures');
    for (let i = 0; i < 120; i++) {
      inspector.follow(session, 'session');
      await vi.advanceTimersByTimeAsync(500);
    }
    expect(asked.mock.calls.length).toBeGreaterThanOrEqual(15);
    expect(asked.mock.calls.length).toBeLessThanOrEqual(21);
    inspector.stop();
  });

  it('keeps the figures of a session while it is counted again, and where that fails', async () => {
    const { backend, inspector, session } = await open();
    inspector.follow(session, 'session');
    await vi.waitFor(() => expect(inspector.figures).not.toBeNull());
    const before = inspector.figures;
    vi.useFakeTimers();
    const counts = held(backend, 'figures');
    for (let i = 0; i < 5; i++) inspector.follow(session, 'session'); // it is being written to
    await vi.advanceTimersByTimeAsync(3_000);
    expect([counts.asked, inspector.loading, inspector.figures]).toEqual([1, true, before]);
    await counts.at(0).fail('the file is torn');
    expect([inspector.loading, inspector.error, inspector.figures]).toEqual([
      false,
      'the file is torn',
      before,
    ]);
    inspector.retry();
    await counts.at(1).answer();
    expect([inspector.error, inspector.figures]).toEqual([null, before]);
    inspector.stop();
    await vi.advanceTimersByTimeAsync(60_000);
    expect(counts.asked, 'nobody looks').toBe(2);
  });

  it('goes to the rows of the file that was chosen last, whichever answer comes first', async () => {
    const world = await open();
    const { backend, inspector, thread } = world;
    const { file, rows } = await touchedFile(world);
    const places = held(backend, 'touching');
    void inspector.pick('/nowhere');
    void inspector.pick(file);
    expect(inspector.touched).toMatchObject({ file, rows: null });
    await places.at(1).answer();
    await places.at(0).answer();
    expect(inspector.touched).toMatchObject({ file, rows, at: 0 });
    expect(thread.scroll.jump?.row).toBe(rows[0]);
  });

  it('asks again for a file whose rows did not come', async () => {
    const world = await open();
    const { backend, inspector, thread } = world;
    const { file, rows } = await touchedFile(world);
    const places = held(backend, 'touching');
    void inspector.pick(file);
    await places.at(0).fail('the file is torn');
    expect(inspector.touched).toMatchObject({ file, rows: [], error: 'the file is torn' });
    void inspector.pick(file);
    expect(inspector.touched).toMatchObject({ file, rows: null, error: null });
    await places.at(1).answer();
    expect([inspector.touched?.error, thread.scroll.jump?.row]).toEqual([null, rows[0]]);
  });

  it('moves nobody who has gone to another branch of the session meanwhile', async () => {
    const world = await open();
    const { backend, inspector, thread, session } = world;
    const { file } = await touchedFile(world);
    const places = held(backend, 'touching');
    void inspector.pick(file);
    await thread.open({ session, tip: '' }, [], 'end');
    const before = thread.scroll.jump;
    await places.at(0).answer();
    expect([thread.scroll.jump, inspector.touched]).toEqual([before, null]);
  });
});

describe('splitPath', () => {
  it('shows paths from the working directory', () => {
    expect(splitPath('/a/b/src/x.go', '/a/b')).toEqual({ name: 'x.go', dir: 'src' });
    expect(splitPath('/a/b/x.go', '/a/b/')).toEqual({ name: 'x.go', dir: '' });
    expect(splitPath('/etc/hosts', '/a/b')).toEqual({ name: 'hosts', dir: '/etc' });
    expect(splitPath('/hosts', '')).toEqual({ name: 'hosts', dir: '/' });
    expect(splitPath('C:\\a\\x.cs', 'C:\\a')).toEqual({ name: 'x.cs', dir: '' });
    expect(splitPath('/a/b/', '/a/b')).toEqual({ name: '/a/b/', dir: '' });
  });
});

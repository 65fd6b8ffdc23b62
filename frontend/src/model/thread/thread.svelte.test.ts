import { LoneThread } from '../../test/lone.svelte';
import { describe, expect, it, vi } from 'vitest';
import type { FakeOptions } from '../../lib/backend/fake';
import { fakeBackend } from '../../lib/backend/fake';
import { fakeChats } from '../../lib/backend/fake-chats';
import { SkeletonRows } from '../../lib/backend/skeleton-rows';
import { Turns } from '../../lib/backend/turns';
import type { SkeletonRow } from '../../lib/backend/types';
import { changed, itemNames } from '../../test/skeletons';
import { Flag } from '../../lib/backend/types';
import { BackendError } from '../../lib/backend/backend';

const history = fakeChats(Date.parse('2026-11-20T14:00:00Z')).filter((c) => c.sessions.length < 50);
const long = history.find((c) => c.title.startsWith('Terraform'));
const leaf = long?.segments[0];

async function open(options: FakeOptions = {}) {
  const backend = fakeBackend({ chats: history, ...options });
  const thread = new LoneThread(backend);
  void thread.open({ session: leaf?.session ?? '', tip: leaf?.tip ?? '' }, [leaf?.id ?? ''], 'end');
  await vi.waitFor(() => expect(thread.skeleton ?? thread.error).not.toBeNull());
  return { thread, backend };
}

describe('a thread', () => {
  it('knows its length at once and reads pages as they are needed', async () => {
    const { thread, backend } = await open();
    const rows = vi.spyOn(backend, 'rows');
    expect(thread.skeleton?.total).toBeGreaterThan(5_000);
    thread.pages.ensure(250, 320);
    thread.pages.ensure(260, 330);
    await vi.waitFor(() => expect(thread.pages.row(320)).toBeDefined());
    expect(rows.mock.calls.map((c) => [c[2], c[3]])).toEqual([
      [200, 100],
      [300, 100],
    ]);
    expect(thread.pages.row(0)).toBeUndefined();
    expect(thread.pages.row(250)?.index).toBe(250);
  });

  it('comes with the rows where it is opened, and does not ask for them again', async () => {
    const { thread, backend } = await open();
    const rows = vi.spyOn(backend, 'rows');
    const last = (thread.skeleton?.total ?? 0) - 1;
    expect(thread.pages.row(last)?.index).toBe(last);
    thread.pages.ensure(last - 5, last);
    expect(rows).not.toHaveBeenCalled();
    await thread.refresh();
    thread.pages.ensure(last - 5, last);
    expect(rows).toHaveBeenCalled();
  });

  it('is followed without a second question: what is new comes with the skeleton', async () => {
    const { thread, backend } = await open();
    const rows = vi.spyOn(backend, 'rows');
    const real = backend.thread.bind(backend);
    const asked: unknown[] = [];
    const { total = 0 } = thread.skeleton ?? {};
    backend.thread = async (session, tip, signal, near) => {
      asked.push(near);
      const s = await real(session, tip, signal);
      const from = total - 20;
      const { near: end } = await real(session, tip, signal, { at: 'end', page: 100 });
      const grown = [...(end?.rows.slice(-20) ?? []), ...(end?.rows.slice(-1) ?? [])];
      return {
        ...s,
        total: total + 1,
        rows: changed(s.rows, (list) => [...list, [1, 1, 5, 1, 0, 0]]),
        near: { from, rows: grown.map((row, i) => ({ ...row, index: from + i })) },
      };
    };
    const before = thread.pages.row(total - 1);
    await thread.refresh();
    expect(asked).toEqual([{ at: total, page: 1 }]);
    expect(thread.pages.row(total)?.index).toBe(total);
    expect(thread.pages.row(total - 1)).not.toBe(before);
    thread.pages.ensure(total - 20, total);
    expect(rows).not.toHaveBeenCalled();

    thread.scroll.atEnd = false; // away from the end, no rows are requested with the skeleton
    await thread.refresh();
    expect(asked.at(-1)).toBeUndefined();
  });

  it('asks for the rest of a page that ended early', async () => {
    const { thread, backend } = await open();
    const real = backend.rows.bind(backend);
    backend.rows = (session, tip, from, count, signal) =>
      real(session, tip, from, Math.min(count, 30), signal);
    thread.pages.ensure(0, 99);
    await vi.waitFor(() => expect(thread.pages.row(99)).toBeDefined());
  });

  it('goes from prompt to prompt', async () => {
    const { thread } = await open();
    const turns = thread.skeleton?.turns.rows ?? [];
    thread.scroll.topRow = turns[3] ?? 0;
    expect(thread.turnFrom(1)).toBe(turns[4]);
    expect(thread.turnFrom(-1)).toBe(turns[2]);
    thread.scroll.topRow = (turns[3] ?? 0) + 1;
    expect(thread.turnFrom(-1)).toBe(turns[3]);
  });

  it('asks for turns that did not come with it, page by page, and keeps them while it grows', async () => {
    const { thread, backend } = await open();
    const real = backend.thread.bind(backend);
    backend.thread = async (...args) => {
      const s = await real(...args);
      return { ...s, turns: new Turns(s.turns.rows) };
    };
    const asked = vi.spyOn(backend, 'turns');
    const other = history[0]?.segments.at(-1);
    await thread.open({ session: other?.session ?? '', tip: other?.tip ?? '' }, [], 'end');
    await thread.open({ session: leaf?.session ?? '', tip: leaf?.tip ?? '' }, [], 'end');
    const count = thread.skeleton?.turns.length ?? 0;
    expect(count).toBeGreaterThan(400);
    expect(thread.pages.turn(250)).toBeUndefined();
    thread.pages.ensureTurns(195, 250);
    thread.pages.ensureTurns(0, 399);
    await vi.waitFor(() => expect(thread.pages.turn(250)?.text).not.toBe(''));
    expect(asked.mock.calls.map((call) => [call[2], call[3]])).toEqual([
      [0, 200],
      [200, 200],
    ]);
    await thread.refresh();
    expect([thread.pages.turn(250), thread.pages.turn(count - 1)].map(Boolean)).toEqual([true, false]);
    thread.pages.ensureTurns(count - 1, count + 9);
    await vi.waitFor(() => expect(thread.pages.turn(count - 1)).toBeDefined());
  });

  it('says what went wrong, and reads again when told to', async () => {
    const { thread, backend } = await open({ failing: { thread: 'line 7 is torn' } });
    expect(thread.error).toBe('line 7 is torn');
    backend.fix();
    thread.retry();
    await vi.waitFor(() => expect(thread.skeleton).not.toBeNull());
    expect(thread.error).toBeNull();
  });

  it('drops the answers to questions that nobody asks any more', async () => {
    const { thread } = await open({ delay: 5 });
    const other = history[0]?.segments.at(-1);
    thread.pages.ensure(0, 10);
    void thread.open({ session: other?.session ?? '', tip: other?.tip ?? '' }, [], 'end');
    await vi.waitFor(() => expect(thread.skeleton?.session).toBe(other?.session));
    await new Promise((done) => setTimeout(done, 30));
    expect(thread.pages.row(0)).toBeUndefined();
    expect(thread.pages.error).toBeNull();
  });

  it('counts what came in while the reader was elsewhere', async () => {
    const { thread, backend } = await open();
    const real = backend.thread.bind(backend);
    backend.thread = async (...args) => {
      const s = await real(...args);
      const rows = changed(s.rows, (list) => [...list, [1, 1, 5, 1, 0, 0], [1, 1, 5, 1, 0, 0]]);
      return { ...s, total: s.total + 2, rows };
    };
    thread.scroll.atEnd = false;
    await thread.refresh();
    expect(thread.scroll.fresh).toBe(2);
    thread.scroll.jumpTo('end');
    expect(thread.scroll.fresh).toBe(0);
  });

  it('follows the end until the reader leaves it or says so', async () => {
    const { thread, backend } = await open();
    const real = backend.thread.bind(backend);
    const said: SkeletonRow = [1, 1, 5, 1, 0, 0];
    let more = 0;
    backend.thread = async (...args) => {
      const s = await real(...args);
      more++;
      const rows = changed(s.rows, (list) => [...list, ...Array.from({ length: more }, () => said)]);
      return { ...s, total: s.total + more, rows };
    };
    const jumped = () => thread.scroll.jump?.stamp ?? 0;
    let last = jumped();
    await thread.refresh();
    expect(jumped()).toBeGreaterThan(last);

    thread.scroll.toggleFollow();
    last = jumped();
    await thread.refresh();
    expect([jumped(), thread.scroll.fresh, thread.scroll.following]).toEqual([last, 1, false]);

    thread.scroll.toggleFollow();
    expect([thread.scroll.fresh, thread.scroll.following]).toEqual([0, true]);
    thread.scroll.scrolled(false); // heights were guessed too low: the end is held on to
    expect(thread.scroll.following).toBe(true);
    thread.scroll.release();
    thread.scroll.scrolled(false);
    expect(thread.scroll.following).toBe(false);
    thread.scroll.scrolled(true);
    expect(thread.scroll.following).toBe(true);
  });

  it('does not fold what is being read because of what follows it', async () => {
    const { thread, backend } = await open();
    const real = backend.thread.bind(backend);
    const quiet: SkeletonRow = [3, 1, 5, 1, Flag.quiet, 0];
    const rows: SkeletonRow[] = [[0, 1, 5, 1, 0, 0], quiet];
    backend.thread = async (...args) => ({
      ...(await real(...args)),
      rows: SkeletonRows.of(rows),
      turns: Turns.of([]),
      splits: [],
      total: rows.length,
    });
    await thread.refresh();
    thread.opened.toggle('r1');
    rows.push(quiet);
    await thread.refresh();
    expect(itemNames(thread.items)).toEqual(['r0', 'f1', 'r1', 'r2']);
  });

  it('says what has become of the file, and keeps what was read', async () => {
    const { thread, backend } = await open();
    const real = backend.thread.bind(backend);
    thread.pages.ensure(0, 10);
    await vi.waitFor(() => expect(thread.pages.row(5)).toBeDefined());
    backend.thread = async (...args) => ({ ...(await real(...args)), loss: 'deleted' });
    await thread.refresh();
    expect(thread.loss).toBe('deleted');
    expect(thread.pages.row(5)).toBeDefined();
    backend.thread = real;
    await thread.refresh();
    expect(thread.loss).toBeNull();
    backend.thread = () => Promise.reject(new BackendError('not-found', 'no such record'));
    await thread.refresh();
    expect([thread.loss, thread.error]).toEqual(['rewritten', null]);
    expect(thread.pages.row(5)).toBeDefined();
  });

  it('reads again what a rewritten file holds in another way', async () => {
    const { thread, backend } = await open();
    const real = backend.thread.bind(backend);
    thread.pages.ensure(0, 10);
    await vi.waitFor(() => expect(thread.pages.row(5)).toBeDefined());
    backend.thread = async (...args) => {
      const s = await real(...args);
      const rows = changed(s.rows, (list) => list.with(3, [1, 1, 999, 1, 0, 77]));
      return { ...s, rows };
    };
    await thread.refresh();
    expect([thread.pages.row(2)?.index, thread.pages.row(5)]).toEqual([2, undefined]);
    thread.pages.ensure(0, 10);
    await vi.waitFor(() => expect(thread.pages.row(5)).toBeDefined());
  });

  it('opens and closes everything at once', async () => {
    const { thread } = await open();
    const folded = thread.items?.length ?? 0;
    thread.opened.expandAll(true);
    expect(thread.items?.length).toBeGreaterThan(folded);
    expect(thread.opened.isOpen(`r${thread.skeleton?.rows.kinds.indexOf(3) ?? -1}`)).toBe(true);
    thread.opened.expandAll(false);
    expect(thread.items?.length).toBe(folded);
  });
});

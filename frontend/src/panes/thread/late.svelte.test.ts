import { LoneThread } from '../../test/lone.svelte';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { fakeBackend } from '../../lib/backend/fake';
import { fakeChats } from '../../lib/backend/fake-chats';
import { held, settled } from '../../test/held';

const history = fakeChats(Date.parse('2026-11-20T14:00:00Z')).filter((c) => c.sessions.length < 50);
const long = history.find((c) => c.title.startsWith('Terraform'));
const leaf = long?.segments[0];

afterEach(() => vi.useRealTimers());

async function open() {
  const backend = fakeBackend({ chats: history });
  const thread = new LoneThread(backend);
  void thread.open({ session: leaf?.session ?? '', tip: leaf?.tip ?? '' }, [leaf?.id ?? ''], 'end');
  await vi.waitFor(() => expect(thread.skeleton).not.toBeNull());
  return { thread, backend };
}

describe('an engine that is slow or fails', () => {
  const other = history.find((c) => c !== long)?.segments.find((s) => s.leaf);
  const targetOf = (s = leaf) => ({ session: s?.session ?? '', tip: s?.tip ?? '' });
  const [here, there] = [targetOf(), targetOf(other)];

  function slow() {
    const backend = fakeBackend({ chats: history });
    return { backend, skeletons: held(backend, 'thread'), thread: new LoneThread(backend) };
  }

  it('shows nothing of the thread before, and says that it is loading until the next one is there', async () => {
    const { skeletons, thread } = slow();
    void thread.open(here, [], 'end');
    await skeletons.at(0).answer();
    expect([thread.loading, thread.skeleton?.session]).toEqual([false, here.session]);
    void thread.open(there, [], 3);
    expect([thread.loading, thread.skeleton, thread.items, thread.turnIndex]).toEqual([true, null, null, -1]);
    await skeletons.at(1).answer();
    expect([thread.loading, thread.skeleton?.session, thread.scroll.jump?.row]).toEqual([
      false,
      there.session,
      3,
    ]);
  });

  it('shows the thread that was opened last, at its own row, whichever answer comes first', async () => {
    const { skeletons, thread } = slow();
    void thread.open(here, [], 9);
    void thread.open(there, [], 3);
    await skeletons.at(1).answer();
    await skeletons.at(0).answer();
    expect([thread.skeleton?.session, thread.loading, thread.scroll.jump?.row]).toEqual([
      there.session,
      false,
      3,
    ]);
    void thread.open(here, [], 9);
    thread.close();
    await skeletons.at(2).fail('too late');
    expect([thread.skeleton, thread.loading, thread.error, thread.target]).toEqual([null, false, null, null]);
  });

  it('says why it could not be opened, and opens at the wanted row when that is asked for again', async () => {
    const { skeletons, thread } = slow();
    void thread.open(here, [], 9);
    await skeletons.at(0).fail('line 7 is torn');
    expect([thread.loading, thread.error]).toEqual([false, 'line 7 is torn']);
    thread.retry();
    expect([thread.loading, thread.error]).toEqual([true, null]);
    await skeletons.at(1).fail('nobody answers', 'unreachable');
    thread.retry();
    await skeletons.at(2).answer();
    expect([thread.loading, thread.error, thread.scroll.jump?.row]).toEqual([false, null, 9]);
  });

  it('asks once more when a hint comes during the opening, and goes where that led', async () => {
    const { backend, skeletons, thread } = slow();
    void thread.open(here, [], 9);
    for (let i = 0; i < 20; i++) void thread.refresh();
    skeletons.free();
    const { session, tip } = here;
    const grown = await backend.thread(session, tip);
    expect(skeletons.asked).toBe(1);
    await skeletons.at(0).answer({ ...grown, seq: 1 });
    expect([thread.skeleton?.seq, thread.loading, thread.scroll.jump?.row]).toEqual([1, false, 9]);
  });

  it('keeps what is read while it is read anew, and where that fails', async () => {
    const { skeletons, thread } = slow();
    void thread.open(here, [], 'end');
    await skeletons.at(0).answer();
    const before = thread.skeleton;
    void thread.refresh();
    expect([thread.skeleton, thread.loading, thread.error]).toEqual([before, false, null]);
    await skeletons.at(1).fail('nobody answers', 'timeout');
    expect([thread.skeleton, thread.error, thread.loss]).toEqual([before, null, null]);
    void thread.refresh();
    await skeletons.at(2).fail('there is no such branch', 'not-found');
    expect([thread.skeleton, thread.loss]).toEqual([before, 'rewritten']);
    void thread.refresh();
    await skeletons.at(3).answer();
    expect(thread.loss).toBeNull();
  });

  it('asks again by itself where nobody answers, in one chain however many hints come, until it is left', async () => {
    vi.useFakeTimers();
    const { skeletons, thread } = slow();
    void thread.open(here, [], 9);
    await skeletons.at(0).fail('nobody answers', 'unreachable');
    expect(thread.error).toBe('nobody answers');
    await vi.advanceTimersByTimeAsync(6_000);
    expect([skeletons.asked, thread.loading]).toEqual([2, true]);
    await skeletons.at(1).answer();
    expect([thread.error, thread.scroll.jump?.row]).toEqual([null, 9]);
    for (let i = 0; i < 5; i++) void thread.refresh();
    for (let i = 2; i < 4; i++) await skeletons.at(i).fail('nobody answers', 'timeout');
    await vi.advanceTimersByTimeAsync(6_000);
    expect(skeletons.asked, 'one at a time, and one more for all hints').toBe(5);
    await skeletons.at(4).fail('the file is torn');
    await vi.advanceTimersByTimeAsync(60_000);
    expect(skeletons.asked, 'a refusal stays one').toBe(5);
    void thread.refresh();
    await skeletons.at(5).fail('nobody answers', 'unreachable');
    thread.close();
    await vi.advanceTimersByTimeAsync(60_000);
    expect(skeletons.asked).toBe(6);
  });

  it('opens where that was wanted when a hint brings what did not come', async () => {
    const { skeletons, thread } = slow();
    void thread.open(here, [], 9);
    await skeletons.at(0).fail('the file is torn');
    void thread.refresh();
    await skeletons.at(1).answer();
    expect([thread.error, thread.loading, thread.scroll.jump?.row]).toEqual([null, false, 9]);
  });

  it('has rows and turns that did not come when they are asked for again', async () => {
    const { thread, backend } = await open();
    const rows = held(backend, 'rows');
    thread.pages.ensure(0, 10);
    await rows.at(0).fail('the file is torn');
    expect([thread.pages.row(0), thread.pages.error, thread.error]).toEqual([
      undefined,
      'the file is torn',
      null,
    ]);
    thread.pages.ensure(0, 10);
    expect(rows.asked, 'scrolling is not asking again').toBe(1);
    thread.retry();
    thread.pages.ensure(0, 10);
    expect(thread.pages.error).toBeNull();
    await rows.at(1).answer();
    expect([thread.pages.row(0)?.index, thread.pages.error]).toEqual([0, null]);
  });

  it('reads a row that is not here for whoever asks, not for one who has left', async () => {
    const { thread, backend } = await open();
    expect((await thread.pages.readRow((thread.skeleton?.total ?? 0) - 1))?.kind, 'it is here').toBeDefined();
    const rows = held(backend, 'rows');
    const read = thread.pages.readRow(5);
    const torn = expect(thread.pages.readRow(6)).rejects.toMatchObject({ message: 'the file is torn' });
    await rows.at(1).fail('the file is torn');
    await torn;
    await rows.at(0).answer();
    expect((await read)?.index).toBe(5);
    const left = [thread.pages.readRow(5), thread.pages.readRow(6)];
    thread.close();
    await rows.at(2).answer();
    await rows.at(3).fail('too late');
    expect(await Promise.all(left)).toEqual([undefined, undefined]);
    await settled();
    expect(await thread.pages.readRow(5), 'nothing is open').toBeUndefined();
  });
});

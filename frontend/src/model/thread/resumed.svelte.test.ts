import { LoneThread } from '../../test/lone.svelte';
import { flushSync } from 'svelte';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import wire from '../../../../testdata/wire/resumed.json';
import { fakeBackend } from '../../lib/backend/fake';
import { fakeChats } from '../../lib/backend/fake-chats';
import type { Resumed, Segment } from '../../lib/backend/types';
import { held } from '../../test/held';
import { ResumedState, resumedSentence } from './resumed.svelte';

const history = fakeChats(Date.now()).filter((c) => c.sessions.length < 50);
const plain: Resumed = wire;

beforeEach(() => vi.useFakeTimers({ shouldAdvanceTime: true }));
afterEach(() => vi.useRealTimers());

async function opened(answer: Partial<Resumed>) {
  const backend = fakeBackend({ chats: history });
  const asked = vi
    .spyOn(backend, 'resumed')
    .mockImplementation((session) => Promise.resolve({ ...plain, session, client: '2.0.77', ...answer }));
  const thread = new LoneThread(backend);
  const session = history[0]?.sessions[0]?.id ?? '';
  const resumed = new ResumedState(backend, thread);
  const stop = $effect.root(() => {
    $effect(() => resumed.follow());
  });
  await thread.open({ session, tip: '', agents: [] }, [], 'end');
  flushSync();
  await vi.advanceTimersByTimeAsync(1_000);
  flushSync();
  return { asked, thread, resumed, session, stop };
}

const node = (id: string, resumesHere = false) => ({ id, resumesHere }) as Segment;

describe('what resuming would do otherwise than is shown', () => {
  it('is nothing where all is sent', async () => {
    const { asked, resumed, session, stop } = await opened({});
    expect(asked).toHaveBeenCalledOnce();
    expect(asked.mock.lastCall?.[0]).toBe(session);
    expect(resumed.found).toBeNull();
    expect(resumed.mark(node(plain.segment), true)).toBe('');
    stop();
  });

  it('marks the node that Claude goes on from, where the tree says another', async () => {
    const { resumed, stop } = await opened({ elsewhere: true, segment: 'x' });
    expect(resumed.found?.elsewhere).toBe(true);
    expect(resumed.mark(node('x'), false)).toBe('resumes here');
    expect(resumed.mark(node('x', true), false)).toBe('');
    expect(resumed.mark(node('y'), true)).toBe('');
    stop();
  });

  it('marks the open node where a part of it is not sent', async () => {
    const { resumed, stop } = await opened({ omitted: 2, segment: 'x' });
    expect(resumed.mark(node('x', true), true)).toBe('partly sent');
    expect(resumed.mark(node('x', true), false)).toBe('');
    stop();
  });

  it('is forgotten with the branch, and not asked of an agent', async () => {
    const { asked, thread, resumed, session, stop } = await opened({ omitted: 2 });
    expect(resumed.found).not.toBeNull();
    await thread.open({ session, tip: '', agents: [{ ref: { agent: 'a1' } } as never] }, [], 0);
    flushSync();
    await vi.advanceTimersByTimeAsync(1_000);
    expect(resumed.found).toBeNull();
    expect(asked).toHaveBeenCalledOnce();
    stop();
  });

  it('says nothing of a branch until it is answered for that one, whichever answer comes first', async () => {
    const backend = fakeBackend({ chats: history });
    const answers = held(backend, 'resumed');
    const thread = new LoneThread(backend);
    const resumed = new ResumedState(backend, thread);
    const [one, two] = history.flatMap(({ sessions }) => sessions.map(({ id }) => id));
    const go = async (session = '') => {
      await thread.open({ session, tip: '' }, [], 'end');
      resumed.follow();
      await vi.advanceTimersByTimeAsync(1_000);
    };
    await go(one);
    await go(two);
    const said = (session = '') => ({ ...plain, session, omitted: 2, client: session });
    expect([answers.asked, resumed.found]).toEqual([2, null]);
    await answers.at(1).answer(said(two));
    await answers.at(0).answer(said(one));
    expect(resumed.found?.client).toBe(two);
    await go(one);
    expect(resumed.found, 'it is still asked').toBeNull();
    await answers.at(2).fail('Claude did not start');
    expect(resumed.found, 'a guess is worse than nothing').toBeNull();
    await go(two);
    await answers.at(3).answer(said(two));
    expect(resumed.found?.client).toBe(two);
  });

  it('is asked for once a session that grows is still', async () => {
    const { asked, thread, resumed, stop } = await opened({ omitted: 2 });
    const tips = ['t1', 't2', 't3'];
    for (const tip of tips) {
      if (thread.skeleton) thread.loaded.skeleton = { ...thread.skeleton, tip };
      flushSync();
      await vi.advanceTimersByTimeAsync(300);
    }
    expect([asked.mock.calls.length, resumed.found]).toEqual([1, null]);
    await vi.advanceTimersByTimeAsync(600);
    expect(asked.mock.calls.map(([, tip]) => tip).at(-1)).toBe('t3');
    expect([asked.mock.calls.length, resumed.found?.omitted]).toEqual([2, 2]);
    stop();
  });

  it.each([
    [{ elsewhere: true, client: '' }, 'Claude will resume from another branch:'],
    [{ omitted: 1 }, 'When resuming, Claude 2.1.50 omits 1 message shown here.'],
    [
      { omitted: 2, added: 3 },
      'When resuming, Claude 2.1.50 omits 2 messages shown here and adds 3 messages from another branch.',
    ],
  ])('is said in a sentence: %o', (answer, sentence) => {
    expect(resumedSentence({ ...plain, client: '2.1.50', ...answer })).toBe(sentence);
  });
});

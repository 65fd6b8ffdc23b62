import { expect, it, vi } from 'vitest';
import type { Skeleton, Work } from '../../lib/backend/types';
import type { ThreadState } from '../thread/thread.svelte';
import { OutlineState } from './outline.svelte';

/** A thread whose turns begin at these rows. */
const skeleton = (rows: readonly number[], session = 's', text = 'first') =>
  ({ session, turns: { rows, length: rows.length, at: () => ({ text }) } }) as unknown as Skeleton;
const rows = (n: number) => Array.from({ length: n }, (_, i) => i * 3);

/** The engine answers when it is told to. */
function opened(first: Skeleton) {
  const answers: { from: number; say: (said: string) => void; fail: () => void }[] = [];
  const work = vi.fn(
    (_: unknown, from: number, count: number) =>
      new Promise<Work[]>((resolve, reject) =>
        answers.push({
          from,
          say: (said) => {
            const there = Math.min(count, thread.skeleton.turns.length - from);
            resolve(Array.from({ length: there }, () => ({ said })));
          },
          fail: () => reject(new Error('busy')),
        }),
      ),
  );
  const thread = { skeleton: first, target: { session: 's', tip: 't' }, source: { work } };
  const outline = new OutlineState(thread as unknown as ThreadState);
  const settled = () => new Promise((done) => setTimeout(done));
  return { outline, thread, answers, settled };
}

it('asks for the pages that are looked at, each once', async () => {
  const { outline, answers, settled } = opened(skeleton(rows(30)));
  outline.ensure(5, 14);
  outline.ensure(0, 14);
  expect(answers.map(({ from }) => from)).toEqual([0, 12]);
  answers[1]?.say('second');
  await settled();
  expect([outline.work(3), outline.work(13)?.said]).toEqual([undefined, 'second']);
});

it('keeps what is known when the thread grows, and asks for the turn that went on', async () => {
  const { outline, thread, answers, settled } = opened(skeleton(rows(3)));
  outline.ensure(0, 2);
  answers[0]?.say('before');
  await settled();
  thread.skeleton = skeleton(rows(4));
  outline.ensure(0, 3);
  expect([outline.work(1)?.said, outline.work(2)?.said]).toEqual(['before', 'before']);
  answers[1]?.say('after');
  await settled();
  expect(outline.work(2)?.said).toBe('after');
});

it('asks once a second for a turn that grows steadily, and for the last time when it has ended', async () => {
  vi.useFakeTimers();
  const { outline, thread, answers } = opened(skeleton(rows(3)));
  outline.ensure(0, 2);
  answers[0]?.say('0');
  for (let i = 1; i <= 50; i++) {
    await vi.advanceTimersByTimeAsync(100);
    thread.skeleton = skeleton(rows(3));
    outline.ensure(0, 2);
    expect(outline.work(2)).toBeDefined();
    if (i % 3 === 0) answers.at(-1)?.say(String(answers.length));
  }
  expect(answers.length).toBeGreaterThan(3);
  expect(answers.length).toBeLessThan(7);
  for (let i = 0; i < 4; i++) {
    await vi.advanceTimersByTimeAsync(1_000);
    answers.at(-1)?.say('end');
  }
  await vi.advanceTimersByTimeAsync(0);
  expect(outline.work(2)?.said).toBe('end');
  const { length } = answers;
  await vi.advanceTimersByTimeAsync(10_000);
  expect(answers).toHaveLength(length);
  vi.useRealTimers();
});

it('takes no answer of a thread that was left, and nothing of it for another one', async () => {
  const { outline, thread, answers, settled } = opened(skeleton(rows(3)));
  outline.ensure(0, 2);
  thread.skeleton = skeleton(rows(3), 'other', 'another prompt');
  outline.ensure(0, 2);
  answers[1]?.say('other');
  answers[0]?.say('late');
  await settled();
  expect(outline.work(0)?.said).toBe('other');
});

it('asks again at the next look for what could not be read', async () => {
  const { outline, answers, settled } = opened(skeleton(rows(3)));
  outline.ensure(0, 2);
  answers[0]?.fail();
  await settled();
  outline.ensure(0, 2);
  answers[1]?.say('now');
  await settled();
  expect(outline.work(0)?.said).toBe('now');
});

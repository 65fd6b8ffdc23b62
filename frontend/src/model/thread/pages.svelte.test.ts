import { expect, it, vi } from 'vitest';
import { BackendError } from '../../lib/backend/backend';
import { Turns } from '../../lib/backend/turns';
import type { AgentPage, Row, Skeleton, TurnInfo } from '../../lib/backend/types';
import { PAGE, Pages } from './pages.svelte';

const TOTAL = 250;
const said = (from: number, count: number, text = 'row') =>
  Array.from({ length: count }, (_, i) => ({ kind: 'reply', text: `${text} ${from + i}` }) as Row);
const textAt = (pages: Pages, row: number) => {
  const at = pages.row(row);
  return at?.kind === 'reply' ? at.text : undefined;
};

/** An engine whose responses are released by hand, in any order. */
function engine() {
  const questions: {
    from: number;
    count: number;
    answer: (rows: Row[]) => void;
    fail: (e: Error) => void;
  }[] = [];
  const read = vi.fn(
    (from: number, count: number) =>
      new Promise<AgentPage>((resolve, reject) =>
        questions.push({ from, count, answer: (rows) => resolve({ rows } as AgentPage), fail: reject }),
      ),
  );
  const thread = { skeleton: { total: TOTAL } as Skeleton, target: { session: 'a session', tip: '' } };
  const turns = () => Promise.reject(new Error('not asked for'));
  const pages = new Pages({ rows: (_, from, count) => read(from, count), turns }, thread);
  const ensure = (from: number, to: number) => pages.ensure(from, to);
  const settled = () => new Promise((done) => setTimeout(done));
  return { pages, questions, read, ensure, settled };
}

it('asks for each page once, and not beyond the end', () => {
  const { ensure, read } = engine();
  ensure(90, 110);
  ensure(0, 120);
  ensure(200, 10_000);
  expect(read.mock.calls).toEqual([
    [0, PAGE],
    [PAGE, PAGE],
    [2 * PAGE, TOTAL - 2 * PAGE],
  ]);
});

it('goes on where an answer ended early', async () => {
  const { pages, questions, ensure, settled } = engine();
  ensure(0, 10);
  questions[0]?.answer(said(0, 30));
  await settled();
  expect([questions[1]?.from, questions[1]?.count]).toEqual([30, 70]);
  questions[1]?.answer(said(30, 70));
  await settled();
  expect([textAt(pages, 29), textAt(pages, 99), questions.length]).toEqual(['row 29', 'row 99', 2]);
});

it('takes no answer that a later question outdates', async () => {
  const { pages, questions, ensure, settled } = engine();
  ensure(0, 10);
  pages.change({ total: TOTAL } as Skeleton, TOTAL, 0);
  ensure(0, 10);
  questions[1]?.answer(said(0, PAGE, 'new'));
  await settled();
  questions[0]?.answer(said(0, PAGE, 'old'));
  await settled();
  expect(textAt(pages, 0)).toBe('new 0');
});

it('reads the last rows again where a thread grew, and shows them as they were until then', async () => {
  const { pages, questions, ensure, settled } = engine();
  ensure(0, 10);
  questions[0]?.answer(said(0, PAGE));
  await settled();
  pages.change({ total: 110 } as Skeleton, PAGE, PAGE);
  expect(textAt(pages, 99)).toBe('row 99');
  ensure(0, 10);
  expect([questions[1]?.from, textAt(pages, 79)], 'only those that may have got their results').toEqual([
    80,
    'row 79',
  ]);
});

it('says why a page could not be read, and asks again when it is told to', async () => {
  const { pages, questions, ensure, settled } = engine();
  ensure(0, 10);
  questions[0]?.fail(new BackendError('unreadable', 'the file is locked'));
  await settled();
  ensure(0, 10);
  expect([pages.error, questions.length]).toEqual(['the file is locked', 1]);
  pages.retry();
  ensure(0, 10);
  expect([pages.error, questions.length]).toEqual([null, 2]);
});

it('asks again for a page that failed: later where nobody answered, and when the thread changes', async () => {
  vi.useFakeTimers();
  const { pages, questions, ensure } = engine();
  ensure(0, 10);
  questions[0]?.fail(new BackendError('timeout', 'nobody answers'));
  await vi.advanceTimersByTimeAsync(10_000);
  ensure(0, 10);
  expect([pages.error, questions.length]).toEqual([null, 2]);
  questions[1]?.fail(new BackendError('unreadable', 'the file is locked'));
  await vi.advanceTimersByTimeAsync(10_000);
  ensure(0, 10);
  expect([pages.error, questions.length]).toEqual(['the file is locked', 2]);
  pages.change({ total: TOTAL + 1 } as Skeleton, TOTAL, TOTAL);
  ensure(0, 10);
  expect([pages.error, questions.length]).toEqual([null, 3]);
  questions[2]?.answer([]);
  await vi.advanceTimersByTimeAsync(0);
  ensure(0, 10);
  expect(questions.length, 'an empty answer is none').toBe(4);
  questions[3]?.fail(new BackendError('timeout', 'nobody answers'));
  await vi.advanceTimersByTimeAsync(0);
  const timers = vi.getTimerCount();
  pages.reset();
  expect(vi.getTimerCount(), 'it was left').toBe(timers - 1);
  vi.useRealTimers();
});

it('says nothing of a thread that was left', async () => {
  const { pages, questions, ensure, settled } = engine();
  ensure(0, 10);
  ensure(PAGE, PAGE);
  pages.reset();
  questions[0]?.fail(new BackendError('unreadable', 'too late'));
  questions[1]?.answer(said(PAGE, PAGE));
  await settled();
  expect([pages.error, pages.row(PAGE)]).toEqual([null, undefined]);
});

it('asks for turns that did not come at the next look, and says why they did not', async () => {
  const turns = Turns.of(Array.from({ length: 3 }, (_, i) => ({ ...turn(`known ${i}`), row: i })));
  const answers: { answer: (turns: TurnInfo[]) => void; fail: () => void }[] = [];
  const read = vi.fn(
    (_from: number, _count: number) =>
      new Promise<TurnInfo[]>((answer, reject) =>
        answers.push({ answer, fail: () => reject(new BackendError('unreadable', 'the file is torn')) }),
      ),
  );
  const rows = () => Promise.reject(new Error('not asked for'));
  const pages = new Pages(
    { rows, turns: (_, from, count) => read(from, count) },
    { skeleton: { turns } as Skeleton, target: { session: 'a session', tip: '' } },
  );
  const settled = () => new Promise((done) => setTimeout(done));
  const look = () => pages.ensureTurns(0, 2);
  look();
  expect([read.mock.calls.length, pages.turn(1)?.text], 'they came with it').toEqual([0, 'known 1']);
  vi.spyOn(turns, 'missing').mockReturnValue([{ from: 1, count: 2 }]);
  const failed = vi.spyOn(turns, 'failed');
  look();
  expect(read).toHaveBeenCalledExactlyOnceWith(1, 2);
  answers[0]?.fail();
  await settled();
  expect([pages.error, failed.mock.calls]).toEqual(['the file is torn', [[1]]]);
  look();
  answers[1]?.answer([turn('read 1'), turn('read 2')]);
  await settled();
  expect([pages.turn(1)?.text, pages.turn(0)?.text]).toEqual(['read 1', 'known 0']);
  pages.retry();
  look();
  pages.reset();
  answers[2]?.fail();
  await settled();
  expect(pages.error, 'nobody reads there any more').toBeNull();
});

const turn = (text: string): TurnInfo => ({ text, time: '', model: '', gitBranch: '', tokens: 1, ms: 1 });

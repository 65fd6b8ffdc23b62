import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { Colourist } from './colourist';
import type { Coloured, Request, Token } from './protocol';

/** Workers that answer when they are told to. */
function workshop() {
  const workers: { asked: Request[]; dead: boolean; say: (answer: Coloured) => void; die: () => void }[] = [];
  const make = () => {
    const target = new EventTarget();
    const asked: Request[] = [];
    const worker = {
      asked,
      dead: false,
      say: (data: Coloured) => target.dispatchEvent(new MessageEvent('message', { data })),
      die: () => target.dispatchEvent(new Event('error')),
    };
    workers.push(worker);
    return Object.assign(target, {
      postMessage: (request: Request) => asked.push(request),
      terminate: () => (worker.dead = true),
    }) as unknown as Worker;
  };
  return { workers, colourist: new Colourist(make) };
}

const red: Token[] = [[0, 1, 0]];

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

it('takes an answer for the question it answers, and for no other', () => {
  const { workers, colourist } = workshop();
  const done = vi.fn();
  colourist.ask('a', 'go', done);
  const [worker] = workers;
  worker?.say({ id: 99, tokens: red });
  expect(done).not.toHaveBeenCalled();
  worker?.say({ id: worker.asked[0]?.id ?? 0, tokens: red });
  expect(done).toHaveBeenCalledWith(red);
});

it('goes on with another worker where one has died, or never ends', () => {
  const { workers, colourist } = workshop();
  const [first, second, third] = [vi.fn(), vi.fn(), vi.fn()];
  colourist.ask('a', 'go', first);
  colourist.ask('b', 'go', second);
  workers[0]?.die();
  expect(first).toHaveBeenCalledWith([]);
  expect([workers.length, workers[0]?.dead]).toEqual([2, true]);
  vi.advanceTimersByTime(20_000);
  expect(second).toHaveBeenCalledWith([]);
  colourist.ask('c', 'go', third);
  workers[2]?.say({ id: workers[2].asked[0]?.id ?? 0, tokens: red });
  expect(third).toHaveBeenCalledWith(red);
});

it('keeps what was coloured, and forgets what could not be', () => {
  const { workers, colourist } = workshop();
  const asked = () => workers[0]?.asked.length;
  const answer = (tokens: Token[] | null) =>
    workers[0]?.say({ id: workers[0].asked.at(-1)?.id ?? 0, tokens });
  colourist.ask('a', 'go', vi.fn());
  answer(null);
  colourist.ask('a', 'go', vi.fn());
  expect(asked(), 'a grammar that did not load is asked for again').toBe(2);
  answer(red);
  const again = vi.fn();
  colourist.ask('a', 'go', again);
  expect(again).toHaveBeenCalledWith(red);
  expect(asked()).toBe(2);
});

const answer = (of: ReturnType<typeof workshop>, worker: number, tokens: Token[] | null) => {
  const one = of.workers[worker];
  one?.say({ id: one.asked.at(-1)?.id ?? 0, tokens });
};

it('asks once for a text that several wait for, and tells each of them', () => {
  const of = workshop();
  const [one, two] = [vi.fn(), vi.fn()];
  of.colourist.ask('a', 'go', one);
  of.colourist.ask('a', 'go', two);
  of.colourist.ask('a', 'rust', vi.fn());
  expect(of.workers[0]?.asked, 'one at a time').toHaveLength(1);
  answer(of, 0, red);
  expect([one.mock.calls, two.mock.calls]).toEqual([[[red]], [[red]]]);
  expect(of.workers[0]?.asked.at(-1)?.language, 'the same text in another language is another').toBe('rust');
});

it('asks for what was asked last first, and not for what nobody waits for any more', () => {
  const of = workshop();
  of.colourist.ask('running', 'go', vi.fn());
  of.colourist.ask('scrolled past', 'go', vi.fn());
  const leave = of.colourist.ask('left', 'go', vi.fn());
  of.colourist.ask('in view', 'go', vi.fn());
  leave();
  for (let i = 0; i < 4; i++) answer(of, 0, []);
  expect(of.workers[0]?.asked.map(({ text }) => text)).toEqual(['running', 'in view', 'scrolled past']);
});

it('tells nobody who has left, and keeps what was coloured for them', () => {
  const of = workshop();
  const done = vi.fn();
  of.colourist.ask('a', 'go', done)();
  answer(of, 0, red);
  expect(done).not.toHaveBeenCalled();
  of.colourist.ask('a', 'go', done);
  expect([done.mock.calls, of.workers[0]?.asked.length]).toEqual([[[red]], 1]);
});

it('hears nothing of a worker that was replaced, neither its answer nor its death', () => {
  const of = workshop();
  const [late, next] = [vi.fn(), vi.fn()];
  of.colourist.ask('a', 'go', late);
  vi.advanceTimersByTime(10_000);
  expect(late).toHaveBeenCalledExactlyOnceWith([]);
  of.colourist.ask('b', 'go', next);
  answer(of, 0, red);
  of.workers[0]?.say({ id: of.workers[1]?.asked[0]?.id ?? 0, tokens: red });
  of.workers[0]?.die();
  expect([of.workers.length, of.workers[1]?.dead]).toEqual([2, false]);
  expect(late).toHaveBeenCalledOnce();
  answer(of, 1, red);
  expect(next).toHaveBeenCalledExactlyOnceWith(red);
});

it('gives a text that ended its worker another try, and is patient with each anew', () => {
  const of = workshop();
  of.colourist.ask('a', 'go', vi.fn());
  vi.advanceTimersByTime(9_000);
  answer(of, 0, []);
  of.colourist.ask('b', 'go', vi.fn());
  vi.advanceTimersByTime(9_000);
  expect(of.workers[0]?.dead, 'the patience is for one text').toBe(false);
  of.workers[0]?.die();
  const again = vi.fn();
  of.colourist.ask('b', 'go', again);
  answer(of, 1, red);
  expect(again).toHaveBeenCalledWith(red);
});

it('keeps a few hundred texts, and asks again for the oldest', () => {
  const of = workshop();
  for (let i = 0; i <= 300; i++) {
    of.colourist.ask(`text ${i}`, 'go', vi.fn());
    answer(of, 0, red);
  }
  const asked = () => of.workers[0]?.asked.length;
  of.colourist.ask('text 300', 'go', vi.fn());
  of.colourist.ask('text 1', 'go', vi.fn());
  expect(asked()).toBe(301);
  of.colourist.ask('text 0', 'go', vi.fn());
  expect(asked()).toBe(302);
});

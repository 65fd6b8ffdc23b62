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

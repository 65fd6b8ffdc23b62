import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { BackendError } from './backend/backend';
import { Resource } from './resource.svelte';

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

const later = <T>(value: T, ms: number) => new Promise<T>((done) => setTimeout(() => done(value), ms));
const dead = () => Promise.reject(new BackendError('unreachable', 'nobody answers'));

describe('a resource', () => {
  it('shows the answer to the latest question, whichever comes first', async () => {
    const of = new Resource<string>();
    const first = of.load('a', () => later('A', 50));
    const second = of.load('b', () => later('B', 10));
    await vi.advanceTimersByTimeAsync(100);
    expect([await first, await second]).toEqual([null, 'B']);
    expect([of.value, of.valueKey, of.loading]).toEqual(['B', 'b', false]);
  });

  it('ends a question that another one follows', () => {
    const of = new Resource<string>();
    let ended: AbortSignal | null = null;
    void of.load('a', (signal) => {
      ended = signal;
      return later('A', 50);
    });
    void of.load('b', () => later('B', 50));
    expect(ended).toMatchObject({ aborted: true });
  });

  it('keeps what it shows while the next loads, and where that fails', async () => {
    const of = new Resource<string>();
    await of.load('a', () => Promise.resolve('A'));
    void of.load('a', () => later('A2', 10));
    expect([of.value, of.loading]).toEqual(['A', true]);
    await of.load('a', () => Promise.reject(new BackendError('internal', 'no')));
    expect([of.value, of.error, of.stale, of.loading]).toEqual(['A', 'no', true, false]);
    await vi.advanceTimersByTimeAsync(60_000);
    expect(of.error, 'a refusal is not asked again').toBe('no');
  });

  it('shows no failure of one question beside the next', async () => {
    const of = new Resource<string>();
    await of.load('a', () => Promise.resolve('A'));
    await of.load('b', () => Promise.reject(new BackendError('internal', 'no')));
    expect([of.value, of.error]).toEqual(['A', 'no']);
    void of.load('c', () => later('C', 10));
    expect([of.error, of.stale, of.loading]).toEqual([null, false, true]);
    await vi.advanceTimersByTimeAsync(10);
    expect(of.value).toBe('C');
  });

  it('is still loading when a part of the answer comes first', async () => {
    const of = new Resource<string>();
    void of.load('a', () => later('all', 50));
    of.set('a', 'half');
    expect([of.value, of.loading]).toEqual(['half', true]);
    await vi.advanceTimersByTimeAsync(50);
    expect([of.value, of.loading]).toEqual(['all', false]);
  });

  it('asks again by itself where nobody answers, in one chain of ever longer waits', async () => {
    const of = new Resource<string>();
    const ask = vi.fn(dead);
    for (let i = 0; i < 20; i++) await of.load('a', ask);
    expect(ask).toHaveBeenCalledTimes(20);
    await vi.advanceTimersByTimeAsync(60_000);
    expect(ask.mock.calls.length).toBeLessThan(24);
    ask.mockImplementation(() => Promise.resolve('A') as never);
    await vi.advanceTimersByTimeAsync(30_000);
    expect([of.value, of.error]).toEqual(['A', null]);
  });

  it('is asked the same again by hand', async () => {
    const of = new Resource<string>();
    const ask = vi.fn<() => Promise<string>>(dead);
    await of.load('a', ask);
    ask.mockResolvedValue('A');
    expect(await of.retry()).toBe('A');
    await vi.advanceTimersByTimeAsync(60_000);
    expect(ask).toHaveBeenCalledTimes(2);
  });

  it('asks nothing when it is forgotten', async () => {
    const of = new Resource<string>();
    const ask = vi.fn(dead);
    await of.load('a', ask);
    of.forget();
    await vi.advanceTimersByTimeAsync(60_000);
    expect(ask).toHaveBeenCalledOnce();
    expect([of.value, of.error, of.loading]).toEqual([null, null, false]);
  });
});

describe('a resource of something that keeps changing', () => {
  /** Follows a value that grows every 50 ms, with responses after `ms`. */
  async function growing(ms: number) {
    const of = new Resource<number>();
    const asked = vi.fn();
    let now = 0;
    const ask = () => {
      asked();
      return later(now, ms);
    };
    const shown: number[] = [];
    for (now = 1; now <= 60; now++) {
      void of.follow('a', ask);
      await vi.advanceTimersByTimeAsync(50);
      shown.push(of.value ?? 0);
    }
    now = 60;
    await vi.advanceTimersByTimeAsync(1_000);
    return { of, shown, asked: asked.mock.calls.length };
  }

  it.each([150, 250])(
    'shows every answer, asks once at a time, and ends at the newest (%i ms)',
    async (ms) => {
      const { of, shown, asked } = await growing(ms);
      expect(asked).toBeLessThanOrEqual(3_000 / ms + 2);
      shown.forEach((value, i) => expect(value).toBeGreaterThanOrEqual(i - (2 * ms) / 50));
      expect([of.value, of.loading]).toEqual([60, false]);
    },
  );

  it('answers all who ask during a request with one more, by the latest question', async () => {
    const of = new Resource<string>();
    const first = of.follow('a', () => later('1', 50));
    const asked = vi.fn();
    const others = [2, 3, 4].map((n) =>
      of.follow('a', () => {
        asked(n);
        return later(String(n), 50);
      }),
    );
    await vi.advanceTimersByTimeAsync(200);
    expect([await first, ...(await Promise.all(others))]).toEqual(['1', '4', '4', '4']);
    expect(asked).toHaveBeenCalledExactlyOnceWith(4);
  });

  it('shows a failure, and goes on after it', async () => {
    const of = new Resource<string>();
    await of.load('a', () => Promise.resolve('A'));
    void of.follow('a', () => later('', 50).then(() => Promise.reject(new BackendError('internal', 'no'))));
    const next = of.follow('a', () => later('B', 50));
    await vi.advanceTimersByTimeAsync(60);
    expect([of.value, of.error]).toEqual(['A', 'no']);
    await vi.advanceTimersByTimeAsync(60);
    expect([await next, of.value, of.error]).toEqual(['B', 'B', null]);
  });

  it('asks at once for something else, and forgets what waited', async () => {
    const of = new Resource<string>();
    const waited = vi.fn(() => later('A2', 10));
    void of.follow('a', () => later('A', 50));
    const old = of.follow('a', waited);
    void of.follow('b', () => later('B', 10));
    await vi.advanceTimersByTimeAsync(200);
    expect([await old, of.value, of.valueKey]).toEqual([null, 'B', 'b']);
    expect(waited).not.toHaveBeenCalled();
    void of.follow('b', () => later('B', 10));
    void of.follow('b', waited);
    of.stop();
    await vi.advanceTimersByTimeAsync(200);
    expect(waited).not.toHaveBeenCalled();
  });
});

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
    expect([of.value, of.shown, of.loading]).toEqual(['B', 'b', false]);
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

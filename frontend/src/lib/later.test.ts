import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { Debounced, Throttled } from './later';

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

/** Asks every half second for a minute. */
async function steadily(one: { ask(): void }): Promise<void> {
  for (let i = 0; i < 120; i++) {
    one.ask();
    await vi.advanceTimersByTimeAsync(500);
  }
}

describe('a throttled task', () => {
  it('runs every few seconds under steady requests, and once more for the last one', async () => {
    const task = vi.fn();
    const throttled = new Throttled(task, 3_000);
    await steadily(throttled);
    expect(task).toHaveBeenCalledTimes(20);
    await vi.advanceTimersByTimeAsync(10_000);
    expect(task.mock.calls.length).toBeLessThanOrEqual(21);
  });

  it('never runs twice at once', async () => {
    let running = 0;
    const most: number[] = [];
    const throttled = new Throttled(async () => {
      most.push(++running);
      await new Promise((done) => setTimeout(done, 5_000));
      running--;
    }, 1_000);
    await steadily(throttled);
    expect([Math.max(...most), most.length]).toEqual([1, 10]);
  });

  it('goes on after a run that failed', async () => {
    const task = vi.fn(() => Promise.reject(new Error('no')));
    const throttled = new Throttled(task, 1_000);
    await steadily(throttled);
    expect(task.mock.calls.length).toBeGreaterThan(50);
  });

  it('drops the planned run', async () => {
    const task = vi.fn();
    const throttled = new Throttled(task, 1_000);
    throttled.ask();
    throttled.stop();
    await vi.advanceTimersByTimeAsync(5_000);
    expect(task).not.toHaveBeenCalled();
  });
});

describe('a throttled task that rests', () => {
  it('runs at once after a quiet time, and rests in proportion to what it took', async () => {
    const begun: number[] = [];
    const throttled = new Throttled(
      async () => {
        begun.push(Date.now() - start);
        await new Promise((done) => setTimeout(done, 100));
      },
      0,
      (took) => 9 * took,
      Date.now,
    );
    const start = Date.now();
    for (let i = 0; i < 29; i++) {
      throttled.ask();
      await vi.advanceTimersByTimeAsync(100);
    }
    expect(begun).toEqual([0, 1_000, 2_000]);
    await vi.advanceTimersByTimeAsync(1_000);
    expect(begun, 'once more for the last request').toEqual([0, 1_000, 2_000, 3_000]);
    await vi.advanceTimersByTimeAsync(5_000);
    throttled.ask();
    expect(begun).toHaveLength(5);
  });

  it('waits for more requests first where it should, and goes on after a run that failed', async () => {
    const task = vi.fn(() => Promise.reject(new Error('no')));
    const throttled = new Throttled(
      task,
      () => 250,
      () => 1_000,
      Date.now,
    );
    throttled.ask();
    await vi.advanceTimersByTimeAsync(249);
    expect(task).not.toHaveBeenCalled();
    await steadily(throttled);
    expect(task.mock.calls.length).toBeGreaterThanOrEqual(40);
  });
});

describe('a debounced task', () => {
  it('runs when requests stop, and now and then while they do not', async () => {
    const task = vi.fn();
    const debounced = new Debounced(task, 700, 3_000);
    await steadily(debounced);
    expect(task.mock.calls.length).toBeGreaterThanOrEqual(15);
    expect(task.mock.calls.length).toBeLessThanOrEqual(21);
    task.mockClear();
    debounced.ask();
    await vi.advanceTimersByTimeAsync(699);
    expect(task).not.toHaveBeenCalled();
    await vi.advanceTimersByTimeAsync(1);
    expect(task).toHaveBeenCalledOnce();
  });
});

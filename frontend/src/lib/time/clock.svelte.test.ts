import { flushSync } from 'svelte';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { Clock, TICK } from './clock.svelte';

// Only intervals: the files of a run share one page, and a timeout of an earlier one may start another.
beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval', 'Date'] });
});

afterEach(() => {
  vi.useRealTimers();
});

it('moves on while a time is shown, and then sleeps', async () => {
  // Not the window's: the files of a run share modules, and an earlier one may still show a time.
  const clock = new Clock();
  let reads = 0;
  const stop = $effect.root(() => {
    $effect(() => {
      reads += clock.now > 0 ? 1 : 0;
    });
  });
  flushSync();
  expect(reads).toBe(1);
  await vi.advanceTimersByTimeAsync(TICK);
  flushSync();
  expect(reads).toBe(2);
  stop();
  await vi.advanceTimersByTimeAsync(0);
  expect(vi.getTimerCount()).toBe(0);
});

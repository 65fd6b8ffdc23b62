import { flushSync } from 'svelte';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { clockNow, TICK } from './clock.svelte';

beforeEach(() => {
  vi.useFakeTimers();
});

afterEach(() => {
  vi.useRealTimers();
});

it('moves on while a time is shown, and then sleeps', async () => {
  let reads = 0;
  const stop = $effect.root(() => {
    $effect(() => {
      reads += clockNow.now > 0 ? 1 : 0;
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

import { flushSync } from 'svelte';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { clockNow } from './clock.svelte';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const noon = new Date(2026, 10, 20, 12, 0).getTime();

beforeEach(() => {
  vi.useFakeTimers();
  vi.setSystemTime(noon);
});

afterEach(() => {
  vi.useRealTimers();
});

/** Counts how often a text about a time is made. */
function shown(ms: number): { reads: () => number; stop: () => void } {
  const time = new Date(ms).toISOString();
  let reads = 0;
  const stop = $effect.root(() => {
    $effect(() => {
      clockNow.at(time);
      reads++;
    });
  });
  flushSync();
  return { reads: () => reads, stop };
}

async function pass(ms: number): Promise<void> {
  await vi.advanceTimersByTimeAsync(ms);
  flushSync();
}

it('moves on while a time of the last minutes is shown, and then sleeps', async () => {
  const text = shown(noon - MINUTE / 6);
  expect(text.reads()).toBe(1);
  await pass(MINUTE);
  expect(text.reads()).toBeGreaterThan(1);
  await pass(3 * MINUTE);
  const reads = text.reads();
  await pass(10 * HOUR);
  expect(text.reads()).toBe(reads);
  text.stop();
  await pass(0);
  expect(vi.getTimerCount()).toBe(0);
});

it('reads older times again at midnight', async () => {
  const text = shown(noon - HOUR);
  await pass(11 * HOUR);
  expect(text.reads()).toBe(1);
  await pass(2 * HOUR);
  expect(text.reads()).toBe(2);
  text.stop();
});

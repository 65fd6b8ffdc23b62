import { BackendError } from '../lib/backend/backend';
import type { FakeBackend } from '../lib/backend/fake';

/** A reproducible random number below n. */
export function dice(seed: number): (n: number) => number {
  let state = seed;
  return (n) => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return Math.floor((state / 2 ** 32) * n);
  };
}

const READS = [
  'state',
  'chats',
  'chat',
  'thread',
  'rows',
  'turns',
  'locate',
  'figures',
  'search',
  'ranked',
  'filter',
  'find',
  'named',
] as const;

/**
 * Makes a backend slow and unsteady: answers take up to 40 ms, so that they come out of order, and
 * some do not come. Returns the way to make it steady, and unsteady again.
 */
export function unsteady(
  backend: FakeBackend,
  roll: (n: number) => number,
  names: readonly (keyof FakeBackend)[] = READS,
): (on: boolean) => void {
  let steady = false;
  const all = backend as unknown as Record<string, (...args: unknown[]) => Promise<unknown>>;
  for (const name of names) {
    const answer = all[name];
    if (!answer) continue;
    all[name] = async (...args) => {
      await new Promise((done) => setTimeout(done, steady ? 0 : roll(40)));
      if (!steady && roll(12) === 0) throw new BackendError('unreachable', `${name} is not answered`);
      return answer.apply(backend, args);
    };
  }
  return (on) => (steady = on);
}

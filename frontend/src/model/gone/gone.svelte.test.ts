import { afterEach, expect, it, vi } from 'vitest';
import { fakeBackend, type FakeOptions } from '../../lib/backend/fake';
import { GoneState } from './gone.svelte';

let end: () => void = () => undefined;
afterEach(() => end());

function opened(options: FakeOptions = {}) {
  const backend = fakeBackend(options);
  let gone = undefined as unknown as GoneState;
  end = $effect.root(() => {
    gone = new GoneState(backend);
  });
  return { gone, backend };
}

it('lists prompts by session, those without one apart', async () => {
  const { gone } = opened();
  await gone.show();
  expect(gone.open).toBe(true);
  expect(gone.sessions.map(({ prompts }) => prompts.length)).toEqual([2, 1]);
  gone.query = 'cache build';
  await gone.load();
  expect(gone.list?.total).toBe(0);
  await gone.show('release notes');
  expect(gone.sessions.map(({ session, prompts }) => [session, prompts[0]?.text])).toEqual([
    ['', 'Write the release notes'],
  ]);
});

it('counts the prompts of a search, and of no other', async () => {
  const { gone, backend } = opened();
  await gone.count('cache');
  expect([gone.matching('cache'), gone.matching('cach')]).toEqual([1, 0]);
  const asked = vi.spyOn(backend, 'gone');
  await gone.count('');
  expect([gone.matching('cache'), asked.mock.calls.length]).toEqual([0, 0]);
});

it('says why nothing can be listed', async () => {
  const { gone } = opened({ failing: { gone: 'the disk does not answer' } });
  await gone.show();
  expect(gone.error).toBe('the disk does not answer');
});

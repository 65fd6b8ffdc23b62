import { expect, it, vi } from 'vitest';
import { defaults } from '../../lib/backend/defaults';
import { fakeBackend, type FakeOptions } from '../../lib/backend/fake';
import type { Archived, Kept, Settings } from '../../lib/backend/types';
import { ArchiveState } from './archive.svelte';

const some: Archived = { path: '~/archive', size: 10, sessions: 2, only: 1, due: 4, problem: '' };

interface Options {
  keep?: Settings['keep'];
  demo?: boolean;
  failing?: FakeOptions['failing'];
}

function opened({ keep = '', demo = false, failing = {} }: Options = {}) {
  const backend = fakeBackend({ failing });
  const archive = vi.spyOn(backend, 'archive');
  archive.mockResolvedValue(some);
  const said: string[] = [];
  const value: Settings = { ...defaults, keep };
  const settings = {
    value,
    set: (part: Partial<Settings>) => Object.assign(settings.value, part),
  };
  const state = new ArchiveState({
    backend,
    settings,
    history: { state: { demo } },
    say: (message) => said.push(message),
  });
  return { state, backend, said, settings, archive };
}

it('asks once, about what is deleted within a week, and never of a demo', async () => {
  const { state, settings } = opened();
  expect(state.asks).toBe(0);
  await state.load();
  expect(state.asks).toBe(4);
  state.choose('none');
  expect(settings.value.keep).toBe('none');
  const chosen = opened({ keep: 'starred' });
  await chosen.state.load();
  expect(chosen.state.asks).toBe(0);
  const demo = opened({ demo: true });
  await demo.state.load();
  expect([demo.state.asks, demo.archive.mock.calls.length]).toEqual([0, 0]);
});

it.each<[Kept, string]>([
  [{ sessions: 3, before: 1, problem: '' }, '3 sessions kept'],
  [{ sessions: 2, before: 2, problem: '' }, 'Already in the archive'],
  [
    { sessions: 1, before: 0, problem: 'the disk is full' },
    'Some sessions could not be kept: the disk is full',
  ],
])('says what keeping came to: %o', async (kept, says) => {
  const { state, backend, said, archive } = opened();
  vi.spyOn(backend, 'keepChats').mockResolvedValue(kept);
  await state.keep(['a']);
  expect(said).toEqual([says]);
  expect(archive, 'its size has changed').toHaveBeenCalledOnce();
});

it('says what was done after a confirmation, nothing after none, and why it failed', async () => {
  const { state, backend, said } = opened();
  await state.restore('a');
  await state.drop(['a']);
  expect(said.splice(0)).toEqual(['Chat restored', 'Removed from the archive']);
  vi.spyOn(backend, 'restoreChat').mockResolvedValue(false);
  vi.spyOn(backend, 'dropChats').mockResolvedValue(false);
  await state.restore('a');
  await state.drop(['a']);
  expect(said).toEqual([]);
  const broken = opened({ failing: { restoreChat: 'a file exists' } });
  await broken.state.restore('a');
  expect(broken.said).toEqual(['Could not restore the chat: a file exists']);
});

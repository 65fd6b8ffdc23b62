import { expect, it, vi } from 'vitest';
import { defaults } from '../../lib/backend/defaults';
import { fakeBackend, type FakeOptions } from '../../lib/backend/fake';
import { fakeChats } from '../../lib/backend/fake-chats';
import type { ArchivePlanKind, Archived, Kept, Settings } from '../../lib/backend/types';
import { ArchiveState } from './archive.svelte';

const now = Date.parse('2026-11-20T14:00:00Z');
const chat = fakeChats(now)[0]?.id ?? '';
const some: Archived = {
  path: '~/archive',
  size: 10,
  sessions: 2,
  only: 1,
  away: 0,
  chats: ['a'],
  due: 4,
  problem: '',
};

interface Options {
  keep?: Settings['keep'];
  demo?: boolean;
  failing?: FakeOptions['failing'];
}

function opened({ keep = '', demo = false, failing = {} }: Options = {}) {
  const backend = fakeBackend({ failing, now });
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

it.each<[ArchivePlanKind, Kept, string]>([
  ['keep', { sessions: 3, before: 1, freed: 0, problem: '' }, '3 sessions kept'],
  ['keep', { sessions: 2, before: 2, freed: 0, problem: '' }, 'Already in the archive'],
  [
    'keep',
    { sessions: 1, before: 0, freed: 0, problem: 'the disk is full' },
    'Some sessions could not be kept: the disk is full',
  ],
  ['restore', { sessions: 1, before: 0, freed: 0, problem: '' }, 'Chat restored'],
  [
    'drop',
    { sessions: 1, before: 0, freed: 1_800_000, problem: '' },
    'Removed from the archive, 1.8 MB freed',
  ],
])('asks, does what was planned, and says what came of it: %s %o', async (kind, kept, says) => {
  const { state, backend, said, archive } = opened();
  const run = vi.spyOn(backend, 'runArchive');
  run.mockResolvedValue(kept);
  await state.ask(kind, [chat]);
  expect(state.plan?.kind).toBe(kind);
  expect(run, 'nothing without an answer').not.toHaveBeenCalled();
  state.close();
  expect(state.plan).toBeNull();
  await state.ask(kind, [chat]);
  await state.run();
  expect([state.plan, said]).toEqual([null, [says]]);
  expect(archive, 'its size has changed').toHaveBeenCalledOnce();
});

it('asks nothing where there is nothing to do, and says why', async () => {
  const { state, backend, said } = opened();
  vi.spyOn(backend, 'planArchive').mockResolvedValue({
    kind: 'drop',
    token: '',
    sessions: [],
    bytes: 0,
    files: [],
    aside: [],
    expires: '',
  });
  await state.ask('drop', [chat]);
  expect([state.plan, said]).toEqual([null, ['This chat is not in the archive']]);
  const broken = opened({ failing: { planArchive: 'a file exists' } });
  await broken.state.ask('restore', [chat]);
  expect(broken.said).toEqual(['Could not restore the chat: a file exists']);
});

it('keeps its question open when it fails, with the reason, and does not try a second time', async () => {
  const { state, said } = opened({ failing: { runArchive: 'a file exists' } });
  await state.ask('restore', [chat]);
  await state.run();
  expect(state.problem).toBe('Could not restore the chat: a file exists');
  expect([state.plan?.kind, state.busy, said]).toEqual(['restore', false, []]);
});

it('knows which chats it has', async () => {
  const { state } = opened();
  expect(state.has('a')).toBe(false);
  await state.load();
  expect([state.has('a'), state.has('b'), state.has(null)]).toEqual([true, false, false]);
});

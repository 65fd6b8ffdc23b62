import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { BackendError } from '../../lib/backend/backend';
import { fakeBackend, type FakeOptions } from '../../lib/backend/fake';
import type { RootInfo, State } from '../../lib/backend/types';
import { held } from '../../test/held';
import { HistoryState } from './history.svelte';
import { Message } from '../shell/message.svelte';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

function setup(options: FakeOptions = {}) {
  const backend = fakeBackend({ now: 0, chats: [], ...options });
  const sidebar = {
    loaded: true,
    error: null as string | null,
    chats: [] as { root?: string; archived: boolean }[],
    load: vi.fn(() => Promise.resolve()),
  };
  const said: string[] = [];
  const history = new HistoryState({ backend, sidebar, say: (text) => said.push(text) });
  return { backend, sidebar, said, history };
}

const wait = (ms = 10) => vi.advanceTimersByTimeAsync(ms);

async function stateOf(
  backend: ReturnType<typeof setup>['backend'],
  scan: Partial<State['scan']>,
  chats = 0,
) {
  const asked = backend.state();
  await wait();
  const state = await asked;
  return { ...state, scan: { ...state.scan, ...scan }, totals: { ...state.totals, chats } };
}

describe('the root of a chat', () => {
  const root = (path: string, more: Partial<RootInfo> = {}): RootInfo => ({
    ...{ path, display: path, exists: true, error: '', archived: false },
    ...{ name: '', color: '', hidden: false, added: true, ...more },
  });
  const a = root('/a');
  const b = root('/b', { color: 'blue' });
  it.each([
    ['is named where the list has chats of several', [a, b], [{}, { root: '/b' }], ['/a', '/a', '/b']],
    ['says nothing where another one has no chats', [a, b], [{}, { root: '/a' }], [null, null, null]],
    [
      'says nothing where only archived chats are from another',
      [a, b],
      [{}, { root: '/b', archived: true }],
      [null, null, null],
    ],
    [
      'says nothing beside a hidden one',
      [a, { ...b, hidden: true }],
      [{}, { root: '/b' }],
      [null, null, null],
    ],
    ['says nothing without chats', [a, b], [], [null, null, null]],
  ])('%s', async (_, roots, chats, expected) => {
    const { backend, history, sidebar } = setup();
    sidebar.chats = chats.map((chat) => ({ archived: false, ...chat }));
    history.take({ ...(await stateOf(backend, {})), roots });
    expect([undefined, '/a', '/b'].map((path) => history.rootOf(path)?.path ?? null)).toEqual(expected);
  });
});

describe('what is known of the history', () => {
  it.each([
    ['it was read, and is empty', { phase: 'done' }, 0, { unread: false, reading: false, none: true }],
    ['it was read', { phase: 'done' }, 3, { unread: false, reading: false, none: false }],
    ['it is being read', { phase: 'reading' }, 0, { unread: true, reading: true, none: false }],
    [
      'somebody stopped it',
      { phase: 'reading', stopped: true },
      0,
      { unread: true, reading: false, none: true },
    ],
  ] as const)('%s', async (_, scan, chats, expected) => {
    const { backend, history } = setup();
    expect(history, 'nothing is known').toMatchObject({ unread: false, reading: false, none: false });
    history.take(await stateOf(backend, scan, chats));
    expect(history).toMatchObject(expected);
  });

  it('names its directories, and the usual one before they are known', async () => {
    const { backend, history } = setup();
    expect(history.roots).toBe('~/.claude');
    const state = await stateOf(backend, {});
    const [root] = state.roots as [RootInfo];
    const others = [
      { ...root, display: '/b', name: 'Work' },
      { ...root, hidden: true },
      { ...root, archived: true },
    ];
    history.take({ ...state, roots: [{ ...root, display: '~/a' }, ...others] });
    expect(history.roots).toBe('~/a, Work');
  });

  it('is asked for again by itself until somebody answers, and says so meanwhile', async () => {
    const { backend, history } = setup();
    const asked = vi.spyOn(backend, 'state');
    asked.mockRejectedValueOnce(new Error('busy')).mockRejectedValueOnce(new BackendError('internal', 'odd'));
    void history.load();
    await wait();
    expect([history.state, history.unanswered]).toEqual([null, 'busy']);
    await wait(1_100);
    expect(history.unanswered).toBe('odd');
    await wait(2_100);
    expect([history.state?.seq, history.unanswered]).toEqual([1, null]);
    await wait(60_000);
    expect(asked).toHaveBeenCalledTimes(3);
  });

  it('is that of before while it is asked for anew, and says how fast the reading is after any answer', async () => {
    const { backend, history } = setup();
    const state = await stateOf(backend, { phase: 'reading', bytes: 0, bytesTotal: 9e9 });
    history.take(state);
    const states = held(backend, 'state');
    void history.load();
    expect([history.state, history.reading, history.unanswered]).toEqual([state, true, null]);
    await states.at(0).fail('odd', 'internal');
    expect([history.state, history.unanswered]).toEqual([state, 'odd']);
    await wait(1_000);
    await states.at(1).answer({ ...state, scan: { ...state.scan, bytes: 1e9 } });
    expect([history.unanswered, history.state?.scan.bytes]).toEqual([null, 1e9]);
    expect(history.pace.text, 'a try of its own is an answer like others').toMatch(/left$/);
  });

  it('is asked again once if asked while a question is on its way', async () => {
    const { backend, history } = setup();
    const state = await stateOf(backend, {});
    const answers: ((state: State) => void)[] = [];
    vi.spyOn(backend, 'state').mockImplementation(() => new Promise((resolve) => answers.push(resolve)));
    void history.load();
    void history.load();
    void history.load();
    answers[0]?.({ ...state, seq: 1 });
    await wait();
    expect([history.state?.seq, answers.length]).toEqual([1, 2]);
    answers[1]?.({ ...state, seq: 2 });
    await wait();
    expect([history.state?.seq, answers.length]).toEqual([2, 2]);
  });

  it('says that the list of chats is old, once there is one', () => {
    const { sidebar, history } = setup();
    sidebar.error = 'the disk is slow';
    expect(history.unanswered).toBe('the disk is slow');
    sidebar.loaded = false;
    expect(history.unanswered, 'the list says it itself').toBeNull();
  });
});

describe('what can be asked for about it', () => {
  it('says what was not done, and does it at the next try', async () => {
    const { backend, said, history } = setup();
    const scans = held(backend, 'rescan');
    const states = held(backend, 'state');
    void history.rescan();
    await scans.at(0).fail('the disk is gone');
    expect([said, states.asked]).toEqual([['Could not start the scan: the disk is gone'], 0]);
    void history.rescan();
    expect(states.asked, 'not before the scan is under way').toBe(0);
    await scans.at(1).answer();
    await states.at(0).answer();
    expect([said.length, history.state?.seq]).toEqual([1, 1]);
  });

  it.each([
    ['chooseRoot', 'Could not open the folder'],
    ['rescan', 'Could not start the scan'],
    ['stopReading', 'Could not stop scanning'],
    ['clearCache', 'Could not clear the cache'],
  ] as const)('%s says what went wrong', async (name, what) => {
    const { said, history } = setup({ failing: { [name]: 'no leave' } });
    void history[name]();
    await wait();
    expect(said).toEqual([`${what}: no leave`]);
  });

  it('a scan and its end are seen at once', async () => {
    const { backend, history } = setup();
    const read = vi.spyOn(backend, 'state');
    void history.rescan();
    await wait();
    expect([backend.log, read.mock.calls.length]).toEqual([['rescan'], 1]);
    void history.stopReading();
    await wait();
    expect([backend.log.at(-1), read.mock.calls.length]).toEqual(['stop reading', 2]);
  });

  it('another directory is read anew; none that was not chosen', async () => {
    const { backend, sidebar, history } = setup();
    void history.chooseRoot();
    await wait();
    expect([sidebar.load.mock.calls.length, history.state?.seq]).toEqual([1, 1]);
    vi.spyOn(backend, 'chooseRoot').mockResolvedValue('');
    void history.chooseRoot();
    await wait();
    expect(sidebar.load).toHaveBeenCalledOnce();
  });

  it('an empty cache is said', async () => {
    const { said, history } = setup();
    void history.clearCache();
    await wait();
    expect(said).toEqual(['Cache cleared. The next start scans the whole history.']);
  });
});

it('a message stands for a moment, and as long after the last one', async () => {
  const message = new Message();
  message.say('one');
  await wait(3_000);
  message.say('two');
  await wait(3_000);
  expect(message.text).toBe('two');
  await wait(1_500);
  expect(message.text).toBe('');
});

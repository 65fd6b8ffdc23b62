import { afterEach, describe, expect, it, vi } from 'vitest';
import { fakeBackend } from '../../lib/backend/fake';
import { fakeChats } from '../../lib/backend/fake-chats';
import type { ResumePlan } from '../../lib/backend/types';
import { held, settled } from '../../test/held';
import { SettingsState } from '../settings/settings.svelte';
import { ResumeState } from './resume.svelte';

const history = fakeChats(Date.now()).filter((c) => c.sessions.length < 50);
const session = (title: string) => history.find((c) => c.title.startsWith(title))?.sessions.at(-1)?.id ?? '';

afterEach(() => vi.useRealTimers());

function setup(failing = {}) {
  const backend = fakeBackend({ chats: history, failing });
  const settings = new SettingsState(backend);
  return { backend, settings, resume: new ResumeState(backend, settings) };
}

it('shows what would run, and runs nothing yet', async () => {
  const { backend, resume } = setup();
  await resume.ask({ session: session('Token') });
  expect(resume.open).toBe(true);
  expect(resume.plan?.command).toContain('claude --resume 77a00ded');
  expect(resume.terminal?.id).toBe('konsole');
  expect(backend.log).toEqual([]);
});

it('runs once, in the terminal that was chosen', async () => {
  const { backend, settings, resume } = setup();
  await resume.ask({ session: session('Token'), fork: true });
  settings.set({ terminal: 'kitty' });
  expect(resume.terminal?.id).toBe('kitty');
  await Promise.all([resume.run(), resume.run()]);
  expect(backend.log.filter((l) => l.startsWith('resume'))).toEqual([
    `resume ${session('Token')} fork=true terminal=kitty`,
  ]);
  expect(resume.started).toBe('Started in Konsole');
});

it('has options for one time', async () => {
  const { backend, resume } = setup();
  const resumed = vi.spyOn(backend, 'resume');
  await resume.ask({ session: session('Token') });
  await resume.change({ model: 'opus' });
  await resume.change({ permissionMode: 'plan' });
  expect(resume.plan?.command).toContain('claude --model opus --permission-mode plan --resume');
  await resume.run();
  expect(resumed.mock.lastCall?.[0]).toMatchObject({ model: 'opus', permissionMode: 'plan' });
  await resume.ask({ session: session('Token') });
  expect(resume.plan?.command).not.toContain('--model');
});

it('does not run what cannot run', async () => {
  const { backend, resume } = setup();
  await resume.ask({ session: session('Rotate') });
  expect(resume.plan?.why).toContain('does not exist');
  await resume.run();
  expect(backend.log).toEqual([]);
});

it('says why it did not start', async () => {
  const { resume } = setup({ resume: 'claude is not on PATH' });
  await resume.ask({ session: session('Token') });
  await resume.run();
  expect(resume.error).toBe('claude is not on PATH');
  expect(resume.busy).toBe(false);
});

it('shows the plan that was asked for last, whichever comes first, and runs no other', async () => {
  const { backend, resume } = setup();
  const id = session('Token');
  const answer = backend.resumePlan.bind(backend);
  vi.spyOn(backend, 'resumePlan').mockImplementation(async (wish) => {
    await new Promise((done) => setTimeout(done, wish.fork ? 1 : 30));
    return answer(wish);
  });
  const slow = resume.ask({ session: id });
  await resume.setFork(true);
  await slow;
  expect(resume.plan?.argv).toContain('--fork-session');
  // The visible plan is closing: a plan that is not visible is not run.
  const back = resume.setFork(false);
  expect(resume.plan).toBeNull();
  await resume.run();
  expect(backend.log).toEqual([]);
  await back;
  await resume.run();
  expect(backend.log).toEqual([`resume ${id} fork=false terminal=`]);
});

it('stays open where another plan was asked for after a start', async () => {
  vi.useFakeTimers();
  const { resume } = setup();
  const asked = resume.ask({ session: session('Token') });
  await vi.advanceTimersByTimeAsync(1);
  await asked;
  const ran = resume.run();
  await vi.advanceTimersByTimeAsync(1);
  await ran;
  expect(resume.started).toBe('Started in Konsole');
  void resume.ask({ session: session('Rotate') });
  await vi.advanceTimersByTimeAsync(5_000);
  expect(resume.open).toBe(true);
  expect(resume.plan?.session).toBe(session('Rotate'));
});

describe('an engine that is slow or fails', () => {
  it('shows what is known of the session while its other plan is on its way, and runs neither', async () => {
    const { backend, resume } = setup();
    const plans = held(backend, 'resumePlan');
    void resume.ask({ session: session('Token') });
    expect([resume.open, resume.plan, resume.known, resume.terminals]).toEqual([true, null, null, []]);
    await plans.at(0).answer();
    const first = resume.plan;
    void resume.setFork(true);
    expect([resume.plan, resume.known]).toEqual([null, first]);
    expect(resume.terminals.length, 'a terminal can be chosen meanwhile').toBeGreaterThan(1);
    await resume.run();
    expect([backend.log, await resume.command()]).toEqual([[], '']);
    void resume.ask({ session: session('Rotate') });
    expect(resume.known, 'nothing of another session').toBeNull();
  });

  it('says why there is no plan, and shows the one that is asked for after it', async () => {
    const { backend, resume } = setup();
    const plans = held(backend, 'resumePlan');
    void resume.ask({ session: session('Token') });
    await plans.at(0).fail('the transcript is torn');
    expect([resume.error, resume.plan]).toEqual(['the transcript is torn', null]);
    void resume.setFork(false);
    expect(resume.error).toBeNull();
    await plans.at(1).answer();
    expect([resume.error, resume.plan?.session]).toEqual([null, session('Token')]);
  });

  it('asks again by itself where nobody answers, and no more once it is closed', async () => {
    vi.useFakeTimers();
    const { backend, resume } = setup();
    const plans = held(backend, 'resumePlan');
    void resume.ask({ session: session('Token') });
    await plans.at(0).fail('nobody answers', 'unreachable');
    await vi.advanceTimersByTimeAsync(1_000);
    expect(plans.asked).toBe(2);
    await plans.at(1).fail('nobody answers', 'unreachable');
    resume.open = false;
    await vi.advanceTimersByTimeAsync(60_000);
    expect(plans.asked).toBe(2);
  });

  it('starts again what did not start', async () => {
    const { backend, resume } = setup();
    await resume.ask({ session: session('Token') });
    const starts = held(backend, 'resume');
    void resume.run();
    expect(resume.busy).toBe(true);
    await starts.at(0).fail('no terminal was found');
    expect([resume.busy, resume.error, resume.started]).toEqual([false, 'no terminal was found', '']);
    void resume.run();
    expect(resume.error, 'it is tried').toBeNull();
    await starts.at(1).answer();
    expect([resume.busy, resume.error, resume.started]).toEqual([false, null, 'Started in Konsole']);
  });

  it('says of a plan that another one has replaced neither that it ran nor that it did not', async () => {
    const { backend, resume } = setup();
    await resume.ask({ session: session('Token') });
    const starts = held(backend, 'resume');
    void resume.run();
    await resume.setFork(true);
    await starts.at(0).fail('no terminal was found');
    expect([resume.busy, resume.error, resume.started]).toEqual([false, null, '']);
    void resume.run();
    await resume.ask({ session: session('Rotate') });
    await starts.at(1).answer();
    expect([resume.busy, resume.error, resume.started]).toEqual([false, null, '']);
  });

  it('says that it was started also where the old prompt did not get to the clipboard', async () => {
    vi.useFakeTimers();
    const { backend, resume } = setup({ copyText: 'there is no clipboard' });
    void resume.ask({ session: session('Token'), record: 'r', before: true });
    await settled();
    void resume.run();
    await settled();
    await settled();
    expect([resume.started, resume.error]).toEqual(['Started in Konsole', 'there is no clipboard']);
    await vi.advanceTimersByTimeAsync(10_000);
    expect(resume.open, 'it is to be read').toBe(true);
    expect(backend.log.filter((line) => line.startsWith('resume'))).toHaveLength(1);
  });

  it('says why there is no command to copy, and no other directory', async () => {
    const { backend, resume } = setup({ prepareResume: 'the disk is full', choosePlace: 'no dialog' });
    await resume.ask({ session: session('Token') });
    expect([await resume.command(), resume.error]).toEqual(['', 'the disk is full']);
    await resume.choosePlace();
    expect([resume.error, resume.wish.place]).toEqual(['no dialog', undefined]);
    backend.fix();
    const prepared = held(backend, 'prepareResume');
    const command = resume.command();
    await prepared.at(0).answer({ ...(resume.plan as ResumePlan), command: '', why: 'its file is gone' });
    expect([await command, resume.error]).toEqual(['', 'its file is gone']);
    prepared.free();
    expect(await resume.command()).toContain('claude --resume');
    expect(resume.error).toBeNull();
    await resume.choosePlace();
    expect(resume.wish.place).toBe('chosen');
  });
});

import { afterEach, expect, it, vi } from 'vitest';
import { fakeBackend } from '../../lib/backend/fake';
import { fakeChats } from '../../lib/backend/fake-chats';
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
  expect(resume.started).toBe('Konsole');
});

it('does not run what cannot run', async () => {
  const { backend, resume } = setup();
  await resume.ask({ session: session('Rotate') });
  expect(resume.plan?.why).toContain('is gone');
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
  // The plan that is shown is on its way out: what is not shown is not run.
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
  expect(resume.started).toBe('Konsole');
  void resume.ask({ session: session('Rotate') });
  await vi.advanceTimersByTimeAsync(5_000);
  expect(resume.open).toBe(true);
  expect(resume.plan?.session).toBe(session('Rotate'));
});

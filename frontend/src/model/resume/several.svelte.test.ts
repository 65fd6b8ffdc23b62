import { expect, it, vi } from 'vitest';
import { BackendError } from '../../lib/backend/backend';
import { fakeChats } from '../../lib/backend/fake-chats';
import { held } from '../../test/held';
import { openedApp } from '../../test/opened';

const history = fakeChats(Date.now()).filter((c) => c.sessions.length < 50);

async function setup() {
  const { app, backend } = await openedApp({ chats: history });
  const of = (possible: boolean) =>
    app.sidebar.chats.filter((chat) =>
      history.some((c) => c.sessions.some((s) => s.id === chat.newestLeaf && s.resume.possible === possible)),
    );
  const [[runs, other], [gone]] = [of(true), of(false)];
  if (!runs || !gone || !other) throw new Error('no chats');
  const starts = () => backend.log.filter((line) => line.startsWith('resume '));
  return { app, backend, several: app.several, runs, gone, other, starts };
}

it('shows the plan of each, and starts those that can be, each in its own terminal', async () => {
  const { several, runs, gone, other, starts } = await setup();
  await several.ask([runs, gone, other]);
  expect([several.open, several.known, starts()]).toEqual([true, true, []]);
  expect(several.list.map(({ why }) => why !== '')).toEqual([false, true, false]);
  await Promise.all([several.run(), several.run()]);
  expect(starts()).toEqual([runs, other].map(({ newestLeaf: id }) => `resume ${id} fork=false terminal=`));
  expect(several.list.map(({ started }) => started)).toEqual([
    'Started in Konsole',
    '',
    'Started in Konsole',
  ]);
  expect([several.open, several.ready.length], 'what cannot be started stays named').toEqual([true, 0]);
});

it('says why one did not start, and starts that one again', async () => {
  const { app, backend, several, runs, other } = await setup();
  const start = backend.resume.bind(backend);
  const failing = vi.spyOn(backend, 'resume').mockImplementation((wish) => {
    const fault = new BackendError('internal', 'no terminal program was found');
    return wish.session === other.newestLeaf ? Promise.reject(fault) : start(wish);
  });
  await several.ask([runs, other]);
  await several.run();
  expect(several.list.map(({ why }) => why)).toEqual(['', 'no terminal program was found']);
  failing.mockImplementation(start);
  await several.run();
  expect([several.open, app.message.text]).toEqual([false, '2 terminals started']);
});

it('starts no more of them when it is closed', async () => {
  const { backend, several, runs, other, starts } = await setup();
  const start = backend.resume.bind(backend);
  vi.spyOn(backend, 'resume').mockImplementation((wish) => {
    several.open = false;
    return start(wish);
  });
  await several.ask([runs, other]);
  await several.run();
  expect(starts()).toHaveLength(1);
});

it('copies a line each, and says which have none', async () => {
  const { app, backend, several, runs, gone, other } = await setup();
  const prepare = backend.prepareResume.bind(backend);
  vi.spyOn(backend, 'prepareResume').mockImplementation((wish) =>
    wish.session === gone.newestLeaf
      ? Promise.reject(new BackendError('internal', 'it is gone'))
      : prepare(wish),
  );
  await several.copy([runs, gone, other]);
  const copied = backend.log.find((line) => line.startsWith('copy ')) ?? '';
  expect(copied.split('\n').map((line) => line.slice(-36))).toEqual([runs.newestLeaf, other.newestLeaf]);
  expect(app.message.text).toBe(`2 commands copied, not copied: ${gone.title} (it is gone)`);
});

it('shows the plans as they come, and starts nothing before all are known', async () => {
  const { backend, several, runs, other, starts } = await setup();
  const plans = held(backend, 'resumePlan');
  void several.ask([runs, other]);
  expect([several.open, several.known, several.list.map(({ plan }) => plan)]).toEqual([
    true,
    false,
    [null, null],
  ]);
  await plans.at(0).answer();
  await several.run();
  expect([several.ready.length, several.known, starts()]).toEqual([1, false, []]);
  await plans.at(1).fail('it could not be read');
  expect([several.ready.length, several.known]).toEqual([1, true]);
  expect(several.list[1]?.why).toBe('it could not be read');
  plans.free();
  await several.ask([runs, other]);
  expect(several.list.map(({ why }) => why)).toEqual(['', '']);
});

it('keeps to the chats that were asked for last, whichever answer comes first', async () => {
  const { backend, several, runs, gone, other } = await setup();
  const plans = held(backend, 'resumePlan');
  void several.ask([runs, gone]);
  void several.ask([other]);
  await plans.at(1).answer();
  await plans.at(0).answer();
  expect(several.list.map(({ chat, plan }) => [chat, plan?.session])).toEqual([[other.id, other.newestLeaf]]);
  expect(plans.asked, 'nobody asks for the rest of the first').toBe(2);
});

it('goes on from a start that hangs as soon as it is answered, and is busy until then', async () => {
  const { app, backend, several, runs, other } = await setup();
  await several.ask([runs, other]);
  const starts = held(backend, 'resume');
  void several.run();
  void several.run();
  expect([several.busy, starts.asked]).toEqual([true, 1]);
  await starts.at(0).answer();
  expect([several.list[0]?.started, starts.asked]).toEqual(['Started in Konsole', 2]);
  await starts.at(1).answer();
  expect([several.busy, several.open, app.message.text]).toEqual([false, false, '2 terminals started']);
});

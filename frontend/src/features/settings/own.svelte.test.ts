import { afterEach, expect, it, vi } from 'vitest';
import { fakeBackend } from '../../lib/backend/fake';
import { held } from '../../test/held';
import { OwnResuming } from './own.svelte';
import { SettingsState } from './settings.svelte';

afterEach(() => vi.useRealTimers());

async function setup(failing = {}) {
  const backend = fakeBackend({ failing });
  const settings = new SettingsState(backend);
  await settings.load();
  const own = new OwnResuming(backend, settings);
  own.follow();
  await vi.waitFor(() => expect(own.check).not.toBeNull());
  return { backend, settings, own };
}

it('keeps an argument a line, and the rows that say something', async () => {
  const { backend, settings, own } = await setup();
  expect(own.changed).toBe(false);
  own.flags = '--model\nopus 4\n\n';
  own.paths.push({ from: '/Users/ann', to: '/home/ann' }, { from: '', to: '' });
  expect(own.changed && own.right).toBe(true);
  await own.save();
  expect(backend.log).toContain('save what is run');
  expect(settings.value.clientFlags).toEqual(['--model', 'opus 4']);
  expect(settings.value.pathMap).toEqual([{ from: '/Users/ann', to: '/home/ann' }]);
  expect(own.changed).toBe(false);
});

it('says what is wrong before it is kept', async () => {
  const { own } = await setup();
  own.terminal = 'foot\n-e';
  own.follow();
  await vi.waitFor(() => expect(own.check?.terminal).toMatch(/exactly once/));
  own.paths.push({ from: '/Users/ann', to: '' });
  expect([own.right, own.halves]).toEqual([false, true]);
});

it('tries the terminal, and says what opened or what went wrong', async () => {
  const { own } = await setup();
  await own.test();
  expect(own.said).toBe('Konsole opened: /usr/bin/konsole -e {argv...}');
  const bad = await setup({ tryTerminal: 'XTerm ended at once: no display' });
  await bad.own.test();
  expect([bad.own.said, bad.own.failed]).toEqual(['XTerm ended at once: no display', true]);
});

it('looks at what was typed last, whichever answer comes first, and once it is typed', async () => {
  const { backend, own } = await setup();
  vi.useFakeTimers();
  const checks = held(backend, 'checkResuming');
  const type = async (terminal: string, wait: number) => {
    own.terminal = terminal;
    const leave = own.follow();
    await vi.advanceTimersByTimeAsync(wait);
    return leave;
  };
  (await type('f', 10))();
  await type('foot', 150);
  await type('foot\n{argv...}', 150);
  expect(checks.asked).toBe(2);
  await checks.at(1).answer();
  await checks.at(0).answer();
  expect([own.check?.terminal, own.right]).toEqual(['', true]);
});

it('keeps what is typed where it was not kept, and keeps it at the next try', async () => {
  const { backend, settings, own } = await setup();
  const saves = held(backend, 'saveResuming');
  own.client = '/opt/claude';
  void own.save();
  expect([own.busy, own.said]).toEqual([true, '']);
  await saves.at(0).fail('nobody was asked');
  expect([own.busy, own.failed, own.said, own.client, own.changed]).toEqual([
    false,
    true,
    'nobody was asked',
    '/opt/claude',
    true,
  ]);
  void own.save();
  await saves.at(1).answer();
  await vi.waitFor(() => expect(own.busy).toBe(false));
  expect([own.failed, own.said, settings.value.client, own.changed]).toEqual([
    false,
    'Saved',
    '/opt/claude',
    false,
  ]);
});

it('leaves what is typed while the system asks, and where the person says no', async () => {
  const { backend, settings, own } = await setup();
  const saves = held(backend, 'saveResuming');
  own.client = '/opt/claude';
  void own.save();
  own.client = '/opt/claude-next';
  await saves.at(0).answer({ ...settings.value, client: '/opt/claude' });
  expect([own.client, settings.value.client, own.changed]).toEqual(['/opt/claude-next', '/opt/claude', true]);
  await vi.waitFor(() => expect(own.busy).toBe(false));
  void own.save();
  await saves.at(1).answer(settings.value);
  expect([own.said, own.client]).toEqual(['No changes saved', '/opt/claude-next']);
});

it('has the terminals when they are listed at a later try', async () => {
  const { backend, own } = await setup();
  const lists = held(backend, 'terminals');
  void own.load();
  await lists.at(0).fail('the table is torn');
  expect([own.terminals.value, own.terminals.error, own.terminals.loading]).toEqual([
    null,
    'the table is torn',
    false,
  ]);
  void own.load();
  await lists.at(1).answer();
  expect([own.terminals.value?.[0]?.id, own.terminals.error]).toEqual(['konsole', null]);
});

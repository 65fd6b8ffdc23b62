import { afterEach, expect, it, vi } from 'vitest';
import { fakeBackend } from '../../lib/backend/fake';
import { held } from '../../test/held';
import { ResumingForm } from './resuming-form.svelte';
import { SettingsState } from './settings.svelte';

afterEach(() => vi.useRealTimers());

async function setup(failing = {}) {
  const backend = fakeBackend({ failing });
  const settings = new SettingsState(backend);
  await settings.load();
  const form = new ResumingForm(backend, settings);
  form.follow();
  await vi.waitFor(() => expect(form.check).not.toBeNull());
  return { backend, settings, form };
}

it('keeps an argument a line, and the rows that say something', async () => {
  const { backend, settings, form } = await setup();
  expect(form.changed).toBe(false);
  form.flags = '--model\nopus 4\n\n';
  form.paths.push({ from: '/Users/ann', to: '/home/ann' }, { from: '', to: '' });
  expect([form.changed, form.valid], 'the check was of another text').toEqual([true, false]);
  form.follow();
  await vi.waitFor(() => expect(form.valid).toBe(true));
  await form.save();
  expect(backend.log).toContain('save what is run');
  expect(settings.value.clientFlags).toEqual(['--model', 'opus 4']);
  expect(settings.value.pathMap).toEqual([{ from: '/Users/ann', to: '/home/ann' }]);
  expect(form.changed).toBe(false);
});

it('says what is wrong before it is kept', async () => {
  const { form } = await setup();
  form.terminal = 'foot\n-e';
  form.follow();
  await vi.waitFor(() => expect(form.check?.terminal).toMatch(/exactly once/));
  form.paths.push({ from: '/Users/ann', to: '' });
  expect([form.valid, form.incomplete]).toEqual([false, true]);
});

it('tries the terminal, and says what opened or what went wrong', async () => {
  const { form } = await setup();
  await form.test();
  expect(form.message).toBe('Konsole opened: /usr/bin/konsole -e {argv...}');
  const bad = await setup({ tryTerminal: 'XTerm ended at once: no display' });
  await bad.form.test();
  expect([bad.form.message, bad.form.failed]).toEqual(['XTerm ended at once: no display', true]);
});

it('looks at what was typed last, whichever answer comes first, and once it is typed', async () => {
  const { backend, form } = await setup();
  vi.useFakeTimers();
  const checks = held(backend, 'checkResuming');
  const type = async (terminal: string, wait: number) => {
    form.terminal = terminal;
    const leave = form.follow();
    await vi.advanceTimersByTimeAsync(wait);
    return leave;
  };
  (await type('f', 10))();
  await type('foot', 150);
  await type('foot\n{argv...}', 150);
  expect(checks.asked).toBe(2);
  await checks.at(1).answer();
  await checks.at(0).answer();
  expect([form.check?.terminal, form.valid]).toEqual(['', true]);
});

it('keeps what is typed where it was not kept, and keeps it at the next try', async () => {
  const { backend, settings, form } = await setup();
  const saves = held(backend, 'saveResuming');
  form.client = '/opt/claude';
  void form.save();
  expect([form.busy, form.message]).toEqual([true, '']);
  await saves.at(0).fail('nobody was asked');
  expect([form.busy, form.failed, form.message, form.client, form.changed]).toEqual([
    false,
    true,
    'nobody was asked',
    '/opt/claude',
    true,
  ]);
  void form.save();
  await saves.at(1).answer();
  await vi.waitFor(() => expect(form.busy).toBe(false));
  expect([form.failed, form.message, settings.value.client, form.changed]).toEqual([
    false,
    'Saved',
    '/opt/claude',
    false,
  ]);
});

it('leaves what is typed while the system asks, and where the person says no', async () => {
  const { backend, settings, form } = await setup();
  const saves = held(backend, 'saveResuming');
  form.client = '/opt/claude';
  void form.save();
  form.client = '/opt/claude-next';
  await saves.at(0).answer({ ...settings.value, client: '/opt/claude' });
  expect([form.client, settings.value.client, form.changed]).toEqual([
    '/opt/claude-next',
    '/opt/claude',
    true,
  ]);
  await vi.waitFor(() => expect(form.busy).toBe(false));
  void form.save();
  await saves.at(1).answer(settings.value);
  expect([form.message, form.client]).toEqual(['No changes saved', '/opt/claude-next']);
});

it('has the terminals when they are listed at a later try', async () => {
  const { backend, form } = await setup();
  const lists = held(backend, 'terminals');
  void form.load();
  await lists.at(0).fail('the table is torn');
  expect([form.terminals.value, form.terminals.error, form.terminals.loading]).toEqual([
    null,
    'the table is torn',
    false,
  ]);
  void form.load();
  await lists.at(1).answer();
  expect([form.terminals.value?.[0]?.id, form.terminals.error]).toEqual(['konsole', null]);
});

import { expect, it, vi } from 'vitest';
import { fakeBackend } from '../../lib/backend/fake';
import { OwnResuming } from './own.svelte';
import { SettingsState } from './settings.svelte';

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

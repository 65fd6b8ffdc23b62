import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { defaults } from '../../lib/backend/defaults';
import { fakeBackend } from '../../lib/backend/fake';
import { SettingsState } from './settings.svelte';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

it('writes nothing before it has read what is there', async () => {
  const backend = fakeBackend({ now: 0 });
  const saved = vi.fn(() => Promise.resolve());
  backend.saveSettings = saved;
  backend.settings = () => Promise.resolve({ ...defaults, theme: 'dark', wrap: false });
  const settings = new SettingsState(backend);
  settings.set({ lastChat: 'a' });
  settings.set({ wrap: true });
  await vi.advanceTimersByTimeAsync(1_000);
  expect(saved).not.toHaveBeenCalled();
  await settings.load();
  expect(settings.value).toMatchObject({ theme: 'dark', lastChat: 'a', wrap: true });
  await vi.advanceTimersByTimeAsync(1_000);
  expect(saved).toHaveBeenCalledExactlyOnceWith(expect.objectContaining({ theme: 'dark', lastChat: 'a' }));
});

it('leaves settings alone that it could not read', async () => {
  const backend = fakeBackend({ now: 0 });
  backend.settings = () => Promise.reject(new Error('busy'));
  const saved = vi.fn(() => Promise.resolve());
  backend.saveSettings = saved;
  const settings = new SettingsState(backend);
  await settings.load();
  settings.set({ theme: 'light' });
  await vi.advanceTimersByTimeAsync(1_000);
  expect(settings.theme).toBe('light');
  expect(saved).not.toHaveBeenCalled();
});

it('writes a change at once, and what follows it with the window that goes', async () => {
  const backend = fakeBackend({ chats: [] });
  const saved = vi.spyOn(backend, 'saveSettings');
  const settings = new SettingsState(backend);
  settings.take(settings.value);
  settings.set({ wrap: false });
  expect(saved.mock.lastCall?.[0].wrap).toBe(false);
  settings.set({ outline: false });
  expect(saved).toHaveBeenCalledOnce();
  void settings.flush();
  expect(saved.mock.lastCall?.[0].outline).toBe(false);
  void settings.flush();
  await vi.advanceTimersByTimeAsync(5_000);
  expect(saved).toHaveBeenCalledTimes(2);
});

it('writes a run of changes in two', async () => {
  const backend = fakeBackend({ chats: [] });
  const saved = vi.spyOn(backend, 'saveSettings');
  const settings = new SettingsState(backend);
  settings.take(settings.value);
  for (let width = 300; width < 330; width++) settings.setPane('tree', width);
  await vi.advanceTimersByTimeAsync(5_000);
  expect(saved).toHaveBeenCalledTimes(2);
  expect(saved.mock.lastCall?.[0].panes.tree).toBe(329);
});

it('makes the text of threads larger and smaller within what can be read', () => {
  const settings = new SettingsState(fakeBackend({ chats: [] }));
  settings.resizeText(1);
  settings.resizeText(1);
  expect(settings.value.textSize).toBe(120);
  for (let i = 0; i < 20; i++) settings.resizeText(1);
  expect(settings.value.textSize).toBe(200);
  for (let i = 0; i < 20; i++) settings.resizeText(-1);
  expect(settings.value.textSize).toBe(70);
  settings.resizeText(0);
  expect(settings.textScale).toBe(1);
});

it('leaves the last value on the disk, however long writing takes, and one that failed is written with the next', async () => {
  const backend = fakeBackend({ chats: [] });
  const disk: number[] = [];
  let took = 3_000;
  backend.saveSettings = async ({ panes }) => {
    await new Promise((done) => setTimeout(done, (took /= 2)));
    if (disk.length === 1) {
      disk.push(-1);
      throw new Error('the disk is full');
    }
    disk.push(panes.tree);
  };
  const settings = new SettingsState(backend);
  settings.take(settings.value);
  settings.setPane('tree', 301);
  await vi.advanceTimersByTimeAsync(100);
  settings.setPane('tree', 302);
  await vi.advanceTimersByTimeAsync(5_000);
  expect(disk).toEqual([301, -1]);
  expect(settings.error).toBe('the disk is full');
  void settings.flush();
  await vi.advanceTimersByTimeAsync(5_000);
  expect([disk.at(-1), settings.error]).toEqual([302, null]);
});

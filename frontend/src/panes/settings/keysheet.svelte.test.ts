import { fireEvent, screen, waitFor } from '@testing-library/svelte';
import { expect, it } from 'vitest';
import { drawn } from '../../test/inapp';
import KeySheet from './KeySheet.svelte';

async function opened() {
  const { app, keys } = drawn(KeySheet, {}, { chats: [] }, (app) => (app.layers.keySheet = true));
  const dialog = await screen.findByRole('dialog', { name: 'Keyboard shortcuts' });
  await waitFor(() => expect(dialog).toContainElement(document.activeElement as HTMLElement));
  const button = (title: string) => screen.getByRole('button', { name: new RegExp(`of “${title}”:`) });
  /** Asks for another key of a command, and presses one. */
  const change = async (title: string, key: string, init: KeyboardEventInit = {}) => {
    button(title).focus();
    await fireEvent.click(button(title));
    expect(button(title)).toHaveTextContent('Press a key');
    await fireEvent.keyDown(button(title), { key, ...init });
  };
  return { app, keys, button, change };
}

it('has a key to change for every command there is', async () => {
  const { keys } = await opened();
  expect(keys.commands.length).toBeGreaterThan(50);
  const listed = screen.getAllByRole('button', { name: /^Change shortcut of/ }).length;
  expect(listed).toBe(keys.commands.length);
});

it('gives a command another key, and takes it back', async () => {
  const { app, keys, button, change } = await opened();
  await change('Settings', 'y', { ctrlKey: true });
  expect(app.settings.value.keys).toEqual(['settings $mod+y']);
  await waitFor(() => expect(keys.label('settings')).toBe('Ctrl+Y'));
  expect(button('Settings')).toHaveTextContent('Ctrl+Y');
  await fireEvent.click(screen.getByRole('button', { name: 'Reset' }));
  expect(app.settings.value.keys).toEqual([]);
  expect(screen.queryByRole('button', { name: 'Reset' })).toBeNull();
});

it('says whose a key is already, and leaves it there', async () => {
  const { app, change } = await opened();
  await change('Settings', 'k', { ctrlKey: true });
  expect(screen.getByRole('status')).toHaveTextContent('Ctrl+K is already used by “Go to chat or command”');
  expect(app.settings.value.keys).toEqual([]);
});

it('says that it waits for a key, also after one that is taken', async () => {
  const { app, button, change } = await opened();
  await fireEvent.click(button('Settings'));
  expect(button('Settings'), 'an engine may leave the focus where it was').toHaveFocus();
  expect(button('Settings')).toHaveTextContent('Press a key');
  await change('Settings', 'k', { ctrlKey: true });
  expect(screen.getByRole('status')).toHaveTextContent('is already used by');
  expect(button('Settings')).toHaveTextContent('Press a key');
  await fireEvent.keyDown(button('Settings'), { key: 'y', ctrlKey: true });
  expect(app.settings.value.keys).toEqual(['settings $mod+y']);
  expect(screen.getByRole('status').textContent.trim()).toBe('');
});

it('waits no more when the keyboard goes to another command', async () => {
  const { app, button, change } = await opened();
  await change('Settings', 'k', { ctrlKey: true });
  button('Go to chat or command').focus();
  await waitFor(() => expect(button('Settings')).not.toHaveTextContent('Press a key'));
  expect(screen.getByRole('status').textContent.trim()).toBe('');
  await fireEvent.keyDown(button('Go to chat or command'), { key: 'y', ctrlKey: true });
  expect(app.settings.value.keys, 'nobody asked for a key of it').toEqual([]);
});

it('takes a key away with Backspace', async () => {
  const { app, keys, button, change } = await opened();
  await change('Settings', 'Backspace');
  expect(app.settings.value.keys).toEqual(['settings']);
  await waitFor(() => expect(keys.label('settings')).toBe(''));
  expect(button('Settings')).toHaveTextContent('No shortcut');
});

it('leaves the key as it was with Esc, and the dialog open', async () => {
  const { app, change } = await opened();
  await change('Settings', 'Escape');
  expect(app.settings.value.keys).toEqual([]);
  expect(screen.getByRole('dialog', { name: 'Keyboard shortcuts' })).toBeVisible();
});

it('turns single letters off', async () => {
  const { app, keys } = await opened();
  await fireEvent.click(screen.getByRole('checkbox', { name: 'Single-key shortcuts' }));
  expect(app.settings.value.letterKeys).toBe(false);
  await waitFor(() => expect(keys.letters).toBe(false));
});

it('closes with the key that opens it, but not while that is chosen for a command', async () => {
  const { app, change } = await opened();
  await change('Settings', '?', { shiftKey: true });
  expect(screen.getByRole('status')).toHaveTextContent('? is already used by “Keyboard shortcuts”');
  const dialog = screen.getByRole('dialog', { name: 'Keyboard shortcuts' });
  await fireEvent.keyDown(dialog, { key: '?', shiftKey: true });
  expect(app.layers.keySheet).toBe(false);
});

it('lists the commands whose title, group or key has all words of the filter', async () => {
  const { app, keys } = await opened();
  const titles = () =>
    screen
      .queryAllByRole('button', { name: /^Change shortcut of/ })
      .map((button) => /“(.*)”/.exec(button.textContent)?.[1]);
  const field = screen.getByRole('textbox', { name: 'Filter' });
  expect(field, 'one types at once').toHaveFocus();
  await fireEvent.input(field, { target: { value: 'SETTINGS' } });
  expect(titles()).toContain('Settings');
  expect(titles()).not.toContain('Keyboard shortcuts');
  await fireEvent.input(field, { target: { value: 'window ctrl+k' } });
  expect(titles()).toEqual(['Go to chat or command']);
  await fireEvent.input(field, { target: { value: 'no such thing' } });
  expect(titles()).toEqual([]);
  expect(screen.getByText('No shortcut matches')).toBeVisible();
  await fireEvent.keyDown(field, { key: '?', shiftKey: true });
  expect(app.layers.keySheet, 'a character belongs into the field').toBe(true);
  app.layers.keySheet = false;
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  app.layers.keySheet = true;
  await waitFor(() => expect(titles()).toHaveLength(keys.commands.length));
});

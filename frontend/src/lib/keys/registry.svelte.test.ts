import { expect, it, vi } from 'vitest';
import { chordOf } from './chord';
import { type Command, keyLabels, Keys, paneKey } from './registry.svelte';

function opened(changed: string[] = [], letters = true) {
  const ran = vi.fn<(id: string) => void>();
  const command = (id: string, ...keys: string[]): Command => ({
    id,
    title: id,
    group: 'Window',
    keys,
    run: () => ran(id),
  });
  const keys = new Keys();
  keys.add([
    command('palette', '$mod+k'),
    command('next', ']'),
    command('tail', 'g g'),
    command('big', 'Shift+G'),
  ]);
  keys.take(letters, changed);
  const target = new EventTarget();
  keys.listen(target as unknown as Window);
  const press = (key: string, init: KeyboardEventInit = {}) =>
    target.dispatchEvent(new KeyboardEvent('keydown', { key, cancelable: true, ...init }));
  return { keys, press, ran };
}

it('runs the command of a key, also on a layout without Latin letters', () => {
  const { press, ran } = opened();
  press('л', { code: 'KeyK', ctrlKey: true });
  expect(ran).toHaveBeenCalledExactlyOnceWith('palette');
  press('k', { ctrlKey: true, isComposing: true });
  expect(ran).toHaveBeenCalledOnce();
});

it('lets single letters and signs alone where they are turned off', () => {
  const { keys, press, ran } = opened([], false);
  for (const key of [']', 'g', 'g']) press(key);
  press('G', { shiftKey: true });
  expect(ran).not.toHaveBeenCalled();
  expect(keys.label('next')).toBe('');
  press('k', { ctrlKey: true });
  expect(ran).toHaveBeenCalledExactlyOnceWith('palette');
});

it('has the keys that a person gave, and none where they took one', () => {
  const { keys, press, ran } = opened(['palette $mod+j', 'next']);
  press('k', { ctrlKey: true });
  press(']');
  expect(ran).not.toHaveBeenCalled();
  press('j', { ctrlKey: true });
  expect(ran).toHaveBeenCalledExactlyOnceWith('palette');
  expect(keys.label('palette')).toBe('Ctrl+J');
});

it('says which command has a key already', () => {
  const { keys } = opened(['palette $mod+j']);
  expect(keys.holder('$mod+j', 'next')?.id).toBe('palette');
  expect(keys.holder('$mod+k', 'next')).toBeUndefined();
  expect(keys.holder('$mod+j', 'palette')).toBeUndefined();
});

it('names a key that was pressed as the commands do', () => {
  const chord = (key: string, init: KeyboardEventInit = {}) =>
    chordOf(new KeyboardEvent('keydown', { key, ...init }));
  expect(chord('k', { ctrlKey: true })).toBe('$mod+k');
  expect(chord('F', { ctrlKey: true, shiftKey: true })).toBe('$mod+Shift+f');
  expect(chord('R', { shiftKey: true })).toBe('Shift+R');
  expect(chord('?', { shiftKey: true })).toBe('Shift+?');
  expect(chord('ArrowLeft', { altKey: true })).toBe('Alt+ArrowLeft');
  expect(chord('Shift', { shiftKey: true })).toBeNull();
  expect(keyLabels(['Shift+?', '?'])).toEqual(['?']);
});

it('knows what a key means in a pane, and lets it be changed there', () => {
  const pane = (changed: string[], letters = true) => {
    const keys = new Keys();
    keys.add([
      paneKey('tree-down', 'Next row', 'Tree', ['ArrowDown', 'j']),
      paneKey('tree-leaf', 'Next leaf', 'Tree', ['l']),
      paneKey('chats-down', 'Next chat', 'Chats', ['ArrowDown']),
      { ...paneKey('star', 'Star', 'Chats', ['*']) },
    ]);
    keys.take(letters, changed);
    return (group: 'Tree' | 'Chats', key: string, init: KeyboardEventInit = {}) =>
      keys.inPane(group, new KeyboardEvent('keydown', { key, ...init }));
  };
  const usual = pane([]);
  expect([usual('Tree', 'ArrowDown'), usual('Tree', 'j'), usual('Chats', 'ArrowDown')]).toEqual([
    'tree-down',
    'tree-down',
    'chats-down',
  ]);
  expect(usual('Tree', 'j', { ctrlKey: true })).toBeNull();
  expect(usual('Tree', 'j', { isComposing: true }), 'an input method has it').toBeNull();
  expect(usual('Chats', '*', { shiftKey: true }), 'a sign that takes Shift').toBe('star');
  const changed = pane(['tree-down n']);
  expect([changed('Tree', 'n'), changed('Tree', 'ArrowDown'), changed('Tree', 'l')]).toEqual([
    'tree-down',
    null,
    'tree-leaf',
  ]);
  const quiet = pane([], false);
  expect([quiet('Tree', 'ArrowDown'), quiet('Tree', 'l')]).toEqual(['tree-down', null]);
});

it('leaves the keys of one pane free in another', () => {
  const keys = new Keys();
  keys.add([
    paneKey('tree-leaf', 'Next leaf', 'Tree', ['l']),
    paneKey('tree-down', 'Next row', 'Tree', ['j']),
    paneKey('chats-to-tree', 'To the tree', 'Chats', ['l']),
    { id: 'live', title: 'Live', group: 'Window', keys: ['.'], run: () => undefined },
  ]);
  expect(keys.holder('l', 'tree-leaf')).toBeUndefined();
  expect(keys.holder('l', 'tree-down')?.id).toBe('tree-leaf');
  expect(keys.holder('.', 'tree-down')?.id).toBe('live');
  expect(keys.holder('l', 'live')?.id).toBe('tree-leaf');
});

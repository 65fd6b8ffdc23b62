import { describe, expect, it, vi } from 'vitest';
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

describe('in the window', () => {
  /** Keys that listen to the whole page. */
  function inPage(body: string, commands: Partial<Command>[]) {
    document.body.innerHTML = body;
    const ran: string[] = [];
    const keys = new Keys();
    const take = keys.add(
      commands.map((command): Command => {
        const { id = '' } = command;
        return { id, title: id, group: 'Window', run: () => ran.push(id), ...command };
      }),
    );
    const stop = keys.listen(window);
    const press = (selector: string, key: string, init: KeyboardEventInit = {}) => {
      const event = new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true, ...init });
      document.querySelector(selector)?.dispatchEvent(event);
      return event.defaultPrevented;
    };
    return { keys, ran, take, stop, press };
  }

  const TWO: Partial<Command>[] = [
    { id: 'resume', keys: ['r', '$mod+Enter'] },
    { id: 'find', keys: ['$mod+f', '/'], everywhere: true },
  ];

  it.each(['<input>', '<textarea></textarea>', '<select></select>'])(
    'leaves letters to whoever writes in %s, and its commands to those that say so',
    (field) => {
      const { ran, press, stop } = inPage(`${field}<p></p>`, TWO);
      const selector = (/\w+/.exec(field) ?? [''])[0];
      expect([press(selector, 'r'), press(selector, '/')]).toEqual([false, false]);
      expect(press(selector, 'Enter', { ctrlKey: true })).toBe(false);
      expect(press(selector, 'f', { ctrlKey: true }), 'the page does not search itself').toBe(true);
      press('p', 'r');
      press('p', '/');
      expect(ran).toEqual(['find', 'resume', 'find']);
      stop();
    },
  );

  it('leaves the keyboard to what lies over the panes, but not to a tooltip', () => {
    const layer = (of: string) => `<div class="floating ${of}" data-state="open"></div><p></p>`;
    const dialog = inPage(layer('dialog'), TWO);
    dialog.press('p', 'r');
    dialog.press('p', '/');
    dialog.press('p', 'f', { ctrlKey: true });
    expect(dialog.ran).toEqual(['find']);
    document.querySelector('.dialog')?.setAttribute('data-state', 'closed');
    dialog.press('p', 'r');
    expect(dialog.ran).toEqual(['find', 'resume']);
    dialog.stop();
    const menu = inPage(layer('menu'), TWO);
    menu.press('p', 'r');
    menu.press('p', 'f', { ctrlKey: true });
    expect(menu.ran, 'a menu has all keys').toEqual([]);
    menu.stop();
    const tip = inPage(layer('tip'), TWO);
    tip.press('p', 'r');
    expect(tip.ran).toEqual(['resume']);
    tip.stop();
  });

  it('takes the key of a command that cannot run now, and runs it when it can', () => {
    let why: string | undefined = 'no thread is open';
    const { ran, press, stop } = inPage('<p></p>', [{ id: 'export', keys: ['e'], reason: () => why }]);
    expect([press('p', 'e'), ran]).toEqual([true, []]);
    why = undefined;
    press('p', 'e');
    expect(ran).toEqual(['export']);
    stop();
    press('p', 'e');
    expect(ran, 'it stopped listening').toEqual(['export']);
  });

  it('takes no key that a pane has taken already, and binds none of the keys that only a pane knows', () => {
    const { ran, press, stop } = inPage('<main><p></p></main>', [
      { id: 'next', keys: ['n'] },
      { ...paneKey('tree-down', 'Next row', 'Tree', ['j']), run: () => expect.unreachable() },
    ]);
    document.querySelector('main')?.addEventListener('keydown', (event) => {
      if (event.key === 'n') event.preventDefault();
    });
    press('p', 'n');
    expect([ran, press('p', 'j')]).toEqual([[], false]);
    stop();
  });

  it('runs a command of two keys when they follow each other, and not with another between', () => {
    const { ran, press, stop } = inPage('<p></p>', [{ id: 'top', keys: ['g g'] }]);
    for (const key of ['g', 'x', 'g']) press('p', key);
    expect(ran).toEqual([]);
    press('p', 'g');
    expect(ran).toEqual(['top']);
    stop();
  });

  it('forgets the first of two keys after a second, and when both were pressed', () => {
    const { ran, press, stop } = inPage('<p></p>', [{ id: 'top', keys: ['g g'] }]);
    for (const key of ['g', 'g', 'g']) press('p', key);
    expect(ran, 'the third begins again').toEqual(['top']);
    press('p', 'g');
    expect(ran).toEqual(['top', 'top']);
    const clock = vi.spyOn(Event.prototype, 'timeStamp', 'get');
    clock.mockReturnValue(10_000);
    press('p', 'g');
    clock.mockReturnValue(11_000);
    press('p', 'g');
    expect(ran, 'too late').toEqual(['top', 'top']);
    clock.mockRestore();
    stop();
  });

  it('takes a sign wherever it stands on the keyboard', () => {
    const { ran, press, stop } = inPage('<p></p>', [
      { id: 'larger', keys: ['$mod+Equal', '$mod+Shift+Equal'] },
      { id: 'smaller', keys: ['$mod+Minus'] },
      { id: 'search', keys: ['/'] },
    ]);
    press('p', '+', { ctrlKey: true, code: 'BracketRight' });
    press('p', '+', { ctrlKey: true, shiftKey: true, code: 'Equal' });
    press('p', '=', { ctrlKey: true, code: 'Equal' });
    press('p', '-', { ctrlKey: true, code: 'Slash' });
    press('p', '/', { shiftKey: true, code: 'Digit7' });
    expect(ran).toEqual(['larger', 'larger', 'larger', 'smaller', 'search']);
    stop();
  });

  it('knows commands as long as they are there', () => {
    const { keys, take, stop } = inPage('', TWO);
    const more = keys.add([
      { id: 'zoom', title: 'Zoom', group: 'Window', keys: ['z'], run: () => undefined },
    ]);
    expect(keys.commands.map(({ id }) => id)).toEqual(['resume', 'find', 'zoom']);
    more();
    expect([keys.find('zoom'), keys.label('zoom'), keys.holder('z', 'find')]).toEqual([
      undefined,
      '',
      undefined,
    ]);
    take();
    expect(keys.commands).toEqual([]);
    stop();
  });
});

it('knows the key of one command where a layer closes with what opened it', () => {
  const { keys } = opened(['tail x y', 'palette $mod+Equal']);
  const event = (key: string, init: KeyboardEventInit = {}) => new KeyboardEvent('keydown', { key, ...init });
  expect(keys.presses('next', event(']'))).toBe(true);
  expect(keys.presses('next', event('[')), 'another key').toBe(false);
  expect(keys.presses('gone', event(']')), 'no such command').toBe(false);
  expect(keys.presses('next', event('Shift', { shiftKey: true })), 'a key that is none by itself').toBe(
    false,
  );
  expect(keys.presses('palette', event('+', { ctrlKey: true, shiftKey: true })), 'it is on the sheet').toBe(
    false,
  );
  const tail = keys.find('tail');
  expect(tail && keys.keysOf(tail), 'keys that follow each other have a space between').toEqual(['x y']);
});

it('reads keys that earlier versions stored as signs', () => {
  const { keys } = opened(['palette $mod++', 'next -', 'tail $mod+-']);
  expect(['palette', 'next', 'tail'].map((id) => keys.changed.get(id))).toEqual([
    '$mod+Equal',
    'Minus',
    '$mod+Minus',
  ]);
});

it.each([
  ['$mod+k', 'Ctrl+K'],
  ['$mod+Shift+f', 'Ctrl+Shift+F'],
  ['Shift+R', 'Shift+R'],
  ['Shift+?', '?'],
  ['$mod+Equal', 'Ctrl++'],
  ['$mod+Minus', 'Ctrl+−'],
  ['Alt+ArrowLeft', 'Alt+←'],
  ['g g', 'g g'],
  ['Escape', 'Esc'],
])('is read as people say it: %s', (key, said) => {
  expect(keyLabels([key])).toEqual([said]);
});

import { describe, expect, test } from 'vitest';
import { Panes } from './panes';

/** Panes that note where the keyboard was sent. */
function panes(): { panes: Panes; sent: string[] } {
  const all = new Panes();
  const sent: string[] = [];
  for (const name of ['thread', 'search', 'tree'] as const) all.register(name, () => void sent.push(name));
  return { panes: all, sent };
}

test('the keyboard goes where something opens when it is there, not before', async () => {
  const { panes: all, sent } = panes();
  let there: () => void = () => undefined;
  const done = all.focusAfter('thread', new Promise<void>((resolve) => (there = resolve)));
  expect(sent).toEqual([]);
  there();
  await done;
  expect(sent).toEqual(['thread']);
});

test('who has gone elsewhere before it is there stays there', async () => {
  const { panes: all, sent } = panes();
  const done = all.focusAfter('thread', Promise.resolve());
  all.focus('search');
  await done;
  expect(sent).toEqual(['search']);
});

test('a pane that is still to come counts as gone to', async () => {
  const { panes: all, sent } = panes();
  const done = all.focusAfter('thread', Promise.resolve());
  all.focus('find');
  await done;
  expect(sent).toEqual([]);
});

test('of two things that open, the keyboard goes to the one asked for last', async () => {
  const { panes: all, sent } = panes();
  let there: () => void = () => undefined;
  const slow = all.focusAfter('thread', new Promise<void>((resolve) => (there = resolve)));
  await all.focusAfter('tree', Promise.resolve());
  there();
  await slow;
  expect(sent).toEqual(['tree']);
});

test('what does not open takes no keyboard', async () => {
  const { panes: all, sent } = panes();
  await all.focusAfter('thread', Promise.resolve(false));
  expect(sent).toEqual([]);
});

test('what closes lets go of the keyboard', () => {
  const box = document.body.appendChild(document.createElement('input'));
  box.focus();
  expect(document.activeElement).toBe(box);
  new Panes().letGo();
  expect(document.activeElement).toBe(document.body);
  box.remove();
});

test('what takes the place of a pane keeps it when the one before it goes', () => {
  const all = new Panes();
  const sent: string[] = [];
  const go = all.register('tree', () => void sent.push('tree'));
  const leave = all.register('tree', () => void sent.push('outline'));
  go();
  all.focus('tree');
  expect(sent).toEqual(['outline']);
  leave();
  all.focus('tree');
  expect(sent).toEqual(['outline']);
});

describe('a box that is still to come', () => {
  const press = (all: Panes, key: string, init: KeyboardEventInit = {}) => {
    const event = new KeyboardEvent('keydown', { key, cancelable: true, ...init });
    all.hear(event);
    return event.defaultPrevented;
  };
  const opening = () => {
    const { panes: all } = panes();
    all.writeInto('find');
    return all;
  };
  const arrived = (all: Panes) => {
    const written: string[] = [];
    all.register('find', (text) => void written.push(text));
    return written;
  };

  test('is told what was written for it, and the keys are silent meanwhile', () => {
    const all = opening();
    for (const key of ['r', 'Я', 'x', 'Backspace', 'Enter', ' ']) expect(press(all, key), key).toBe(true);
    expect(press(all, 'k', { ctrlKey: true }), 'another command may come').toBe(false);
    expect(arrived(all)).toEqual(['rЯ ']);
    expect(press(all, 'r'), 'it has the keyboard itself').toBe(false);
  });

  test('is no longer written for after Esc, and when the keyboard is sent or taken elsewhere', () => {
    for (const leave of [
      (all: Panes) => void press(all, 'Escape'),
      (all: Panes) => all.focus('thread'),
      (all: Panes) => all.visit('tree'),
    ]) {
      const all = opening();
      press(all, 'a');
      leave(all);
      expect(press(all, 'b')).toBe(false);
    }
  });

  test('that is there has the keyboard at once', () => {
    const { panes: all, sent } = panes();
    all.writeInto('search');
    expect(sent).toEqual(['search']);
    expect(press(all, 'a')).toBe(false);
  });
});

import { describe, expect, it, vi } from 'vitest';
import { ListNav, type ListHost } from './listnav';

const names = ['# Garden', 'Apples', 'Beans', 'Basil', '# Kitchen', 'Bread'];

/** A list with two headings, and the way to press its keys. */
function list(more: Partial<ListHost> = {}) {
  const state = { at: 1 };
  const nav = new ListNav({
    count: () => names.length,
    at: () => state.at,
    go: (row) => (state.at = row),
    takes: (row) => !names[row]?.startsWith('#'),
    name: (row) => names[row] ?? '',
    page: () => 3,
    ...more,
  });
  let now = 0;
  const press = (key: string, init: KeyboardEventInit = {}, after = 100) => {
    const event = new KeyboardEvent('keydown', { key, ...init });
    Object.defineProperty(event, 'timeStamp', { value: (now += after) });
    return nav.key(event);
  };
  return { state, press };
}

describe('the keys of a list', () => {
  it('move over the rows and pass the headings', () => {
    const { state, press } = list();
    const walk = (...keys: string[]) => keys.map((key) => (press(key), state.at));
    expect(walk('ArrowDown', 'j', 'j', 'ArrowDown')).toEqual([2, 3, 5, 5]);
    expect(walk('k', 'Home', 'ArrowUp', 'End')).toEqual([3, 1, 1, 5]);
    expect(walk('PageUp', 'PageUp', 'PageDown', 'PageDown')).toEqual([2, 1, 5, 5]);
    state.at = -1;
    expect(walk('ArrowDown')).toEqual([1]);
  });

  it('open, peek and ask for the menu of the row', () => {
    const [open, peek, menu] = [vi.fn(), vi.fn(), vi.fn()];
    const { press } = list({ open, peek, menu });
    expect([press('Enter'), press(' '), press('ContextMenu'), press('F10', { shiftKey: true })]).toEqual(
      Array(4).fill(true),
    );
    for (const way of [open, peek]) expect(way).toHaveBeenCalledExactlyOnceWith(1);
    expect(menu).toHaveBeenCalledTimes(2);
    expect(list().press('Enter'), 'none of its keys').toBe(false);
  });

  it('type ahead where letters are no commands', () => {
    const { state, press } = list({ letters: () => false });
    press('b');
    expect(state.at).toBe(2);
    press('b');
    expect(state.at, 'the same letter goes on').toBe(3);
    press('r', {}, 2_000);
    expect(state.at, 'nothing begins so').toBe(3);
    press('b', {}, 2_000);
    press('r');
    expect(state.at).toBe(5);
    press('j', {}, 2_000);
    expect(state.at, 'j is a letter then').toBe(5);
    expect(list().press('b'), 'and a command else').toBe(false);
  });

  it('are those of an input method, or of the window, where these take them', () => {
    const { state, press } = list();
    expect(press('j', { isComposing: true })).toBe(false);
    expect(press('ArrowDown', { ctrlKey: true })).toBe(false);
    expect(state.at).toBe(1);
    expect(press('о', { code: 'KeyJ' })).toBe(true);
    expect(state.at).toBe(2);
  });

  it('choose rows beside each other', () => {
    const [toggle, extend, all] = [vi.fn(), vi.fn(), vi.fn()];
    const { state, press } = list({ toggle, extend, all });
    expect(press(' ', { ctrlKey: true })).toBe(true);
    expect(toggle).toHaveBeenCalledExactlyOnceWith(1);
    const walk = (key: string) => (press(key, { shiftKey: true }), extend.mock.lastCall);
    expect([walk('ArrowDown'), walk('ArrowDown'), walk('End'), walk('ArrowUp')]).toEqual([
      [2, 1],
      [3, 2],
      [5, 3],
      [3, 5],
    ]);
    expect(state.at).toBe(3);
    expect(press('a', { metaKey: true })).toBe(true);
    expect(all).toHaveBeenCalledOnce();
    expect(list().press('a', { ctrlKey: true }), 'none of a list with one choice').toBe(false);
  });

  it('leave a text field its own', () => {
    const { state, press } = list({ field: true, letters: () => false });
    const at = (key: string, init: KeyboardEventInit = {}) => [press(key, init), state.at];
    expect(at('b'), 'it is written').toEqual([false, 1]);
    expect(at(' ')).toEqual([false, 1]);
    expect(at('End'), 'the end of the line').toEqual([false, 1]);
    expect(at('End', { ctrlKey: true })).toEqual([true, 5]);
    expect(at('Home', { ctrlKey: true })).toEqual([true, 1]);
    expect(at('ArrowDown')).toEqual([true, 2]);
    expect(at('PageDown')).toEqual([true, 5]);
    expect(at('ArrowUp', { isComposing: true }), 'an input method has it').toEqual([false, 5]);
  });
});

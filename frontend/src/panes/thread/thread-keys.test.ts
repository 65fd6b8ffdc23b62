import { describe, expect, it, vi } from 'vitest';
import type { Row } from '../../lib/backend/types';
import { ThreadKeys, type ThreadKeysHost } from './thread-keys';
import type { ThreadState } from '../../model/thread/thread.svelte';

const prompt = { kind: 'prompt', uuid: 'p' } as Row;
const agent = { kind: 'tool', uuid: 'a', sidechain: { agent: 'a1' } } as unknown as Row;

/** A feed of four items: a prompt, a fold, a heading, and the call of an agent. */
function setup(at = -1) {
  document.body.innerHTML = '<div class="feed" tabindex="0"><p class="item" data-index="0"></p></div>';
  const scroller = document.querySelector<HTMLElement>('.feed');
  const item = document.querySelector<HTMLElement>('.item');
  if (!scroller || !item) throw new Error('no page');
  const scrolled = vi.fn();
  scroller.scrollBy = scrolled;
  const items = [
    { type: 'row', row: 0 },
    { type: 'fold', row: 1, from: 1, to: 4 },
    { type: 'unattached', row: 4 },
    { type: 'row', row: 4 },
  ];
  const thread = {
    items: { length: items.length, at: (i: number) => items[i] },
    cursor: { item: at },
    agents: [] as unknown[],
    pages: { row: (row: number) => (row === 4 ? agent : prompt) },
    opened: { toggle: vi.fn(), isOpen: () => true, toggleFold: vi.fn() },
  };
  const meanings: Record<string, string> = {
    j: 'thread-down',
    k: 'thread-up',
    Enter: 'thread-open',
    o: 'thread-peek',
    h: 'thread-to-tree',
    Backspace: 'agent-leave',
  };
  const host = {
    thread: thread as unknown as ThreadState,
    meaning: ({ key }: KeyboardEvent) => meanings[key] ?? null,
    scroller: () => scroller,
    takeOver: vi.fn(),
    stand: vi.fn(),
    firstInView: () => 0,
    enter: vi.fn(),
    leave: vi.fn(),
    jump: vi.fn(),
    openMenu: vi.fn(),
    expanded: vi.fn(),
    toTree: vi.fn(),
  } satisfies ThreadKeysHost;
  const keys = new ThreadKeys(host);
  /** Returns whether the key was handled. */
  const press = (key: string, init: KeyboardEventInit = {}, target: HTMLElement = scroller) => {
    const event = new KeyboardEvent('keydown', { key, cancelable: true, ...init });
    target.addEventListener('keydown', (heard) => keys.key(heard), { once: true });
    target.dispatchEvent(event);
    return event.defaultPrevented;
  };
  return { thread, host, press, scrolled, item };
}

describe('the keys of a thread', () => {
  it('begin at the first item in view, and pass over headings', () => {
    const { host, press } = setup();
    expect(press('j')).toBe(true);
    expect(host.stand).toHaveBeenLastCalledWith(0);
    const on = setup(1);
    on.press('j');
    expect(on.host.stand).toHaveBeenLastCalledWith(3);
    on.press('k');
    expect(on.host.stand).toHaveBeenLastCalledWith(0);
    const end = setup(3);
    end.press('j');
    expect(end.host.stand, 'there is none further on').toHaveBeenLastCalledWith(-1);
  });

  it.each([
    ['ArrowDown', {}, 60],
    ['ArrowUp', {}, -60],
    ['PageDown', {}, 688],
    ['PageUp', {}, -688],
    [' ', {}, 688],
    [' ', { shiftKey: true }, -688],
  ] as const)('scroll: %s %o', (key, init, by) => {
    const { press, scrolled } = setup();
    expect(press(key, init)).toBe(true);
    expect(scrolled).toHaveBeenCalledExactlyOnceWith({ top: by });
  });

  it('go to both ends', () => {
    const { host, press } = setup();
    press('Home');
    press('End');
    expect(host.jump.mock.calls).toEqual([[0], ['end']]);
  });

  it('open what they stand on: a row, a fold, and of an agent the agent', () => {
    const row = setup(0);
    row.press('Enter');
    row.press('o');
    expect(row.thread.opened.toggle.mock.calls).toEqual([['r0'], ['r0']]);
    const fold = setup(1);
    fold.press('Enter');
    expect([fold.thread.opened.toggleFold.mock.calls, fold.thread.opened.toggle.mock.calls]).toEqual([
      [[1]],
      [],
    ]);
    const call = setup(3);
    call.press('Enter');
    expect(call.host.enter).toHaveBeenCalledExactlyOnceWith({ row: agent, rows: [4] });
    expect(call.thread.opened.toggle).not.toHaveBeenCalled();
    call.press('o');
    expect(call.thread.opened.toggle, 'a look does not enter').toHaveBeenCalledExactlyOnceWith('r4');
  });

  it('open nothing where they stand nowhere', () => {
    const { thread, press } = setup();
    expect(press('Enter')).toBe(false);
    expect(thread.opened.toggle).not.toHaveBeenCalled();
  });

  it('leave an agent that is open alone, and nothing where none is', () => {
    const { thread, host, press } = setup(0);
    expect(press('Backspace')).toBe(false);
    thread.agents.push({});
    expect(press('Backspace')).toBe(true);
    expect(host.leave).toHaveBeenCalledOnce();
  });

  it('lead to the tree, and open the menu of the row', () => {
    const { host, press } = setup(0);
    press('h');
    expect(host.toTree).toHaveBeenCalledOnce();
    press('F10', { shiftKey: true });
    expect(host.openMenu.mock.lastCall).toMatchObject([{ row: prompt, agent: null }]);
    const heading = setup(2);
    heading.press('ContextMenu');
    expect(heading.host.openMenu, 'a heading has none').not.toHaveBeenCalled();
  });

  it('are the window’s with a modifier, and those of what stands in a row are its own', () => {
    const { host, press, scrolled, item } = setup(0);
    expect([press('ArrowDown', { ctrlKey: true }), press('ArrowDown', { altKey: true })]).toEqual([
      false,
      false,
    ]);
    expect(host.takeOver).not.toHaveBeenCalled();
    const button = item.appendChild(document.createElement('button'));
    expect(press('ArrowDown', {}, button)).toBe(false);
    expect([scrolled.mock.calls.length, host.takeOver.mock.calls.length], 'the reader has the view').toEqual([
      0, 1,
    ]);
    expect(press('ArrowDown', {}, item)).toBe(true);
  });
});

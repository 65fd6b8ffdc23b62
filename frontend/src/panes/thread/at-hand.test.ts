import { beforeEach, describe, expect, it } from 'vitest';
import type { Row, ToolRow } from '../../lib/backend/types';
import { AtHand } from './at-hand';
import type { AppState } from '../../model/app.svelte';

const row = (uuid: string) => ({ kind: 'reply', uuid, text: uuid }) as Row;
const call = (uuid: string) => ({ kind: 'tool', uuid, sidechain: { agent: uuid } }) as ToolRow;

/**
 * A thread as it is drawn: a reply, and the call of an agent that is unfolded, with a row of the
 * agent in it and the call of another agent in that.
 */
function drawn() {
  document.body.innerHTML = `<main><div class="item" tabindex="0"><div class="row" id="r0"><b>said</b></div></div>
    <div class="item" tabindex="0"><div class="row" id="r1"><div class="row" id="r1/0"><i>inside</i></div>
      <div class="row" id="r1/1"><u>deeper</u></div></div></div>
    <div class="item"><div class="row" id="none"></div></div></main><aside><button></button></aside>`;
  const thread = {
    pages: { row: (i: number) => row(`row ${i}`) },
    cursor: { row: null as number | null },
    scroll: { topRow: 7 },
    pointed: (): Row | null => null,
  };
  const layers = { row: null as { row: Row } | null };
  const atHand = new AtHand({ thread, layers } as unknown as AppState);
  const at = (selector: string) => {
    const element = document.body.querySelector(selector);
    if (!element) throw new Error(`no ${selector}`);
    return element;
  };
  const rows: Record<string, Row> = { r0: row('a'), r1: call('b'), 'r1/0': row('c'), 'r1/1': call('d') };
  for (const [id, of] of Object.entries(rows)) atHand.keep(at(`[id="${id}"]`), of, id);
  atHand.keep(at('#none'), undefined, 'none');
  const detach = atHand.attach(at('main'));
  return { atHand, thread, layers, at, detach };
}

/** Positions of rows on the screen, which jsdom does not lay out. */
function place(element: Element, top: number, bottom: number) {
  element.getBoundingClientRect = () => ({ top, bottom }) as DOMRect;
}

let world: ReturnType<typeof drawn>;
beforeEach(() => (world = drawn()));

describe('the row of an element', () => {
  it('is the innermost around it', () => {
    const { atHand, at } = world;
    expect(atHand.at(at('b'))?.uuid).toBe('a');
    expect(atHand.at(at('i'))?.uuid).toBe('c');
    expect(atHand.at(at('[id="r1"]'))?.uuid).toBe('b');
    expect([atHand.at(at('aside')), atHand.at(null), atHand.at(window)]).toEqual([null, null, null]);
  });

  it('is the one around it where its own is not here yet, and the new one where it is drawn anew', () => {
    const { atHand, at } = world;
    expect(atHand.at(at('#none'))).toBeNull();
    atHand.keep(at('[id="r1/0"]'), undefined, 'r1/0');
    expect(atHand.at(at('i'))?.uuid, 'its row went').toBe('b');
    atHand.keep(at('[id="r0"]'), row('anew'), 'r0');
    expect(atHand.at(at('b'))?.uuid).toBe('anew');
  });
});

describe('the agent of an element', () => {
  it('is the one that its row has started, else the one around it, with the way to it', () => {
    const { atHand, at } = world;
    expect(atHand.agentAt(at('i'))).toMatchObject({ row: { uuid: 'b' }, rows: [1] });
    expect(atHand.agentAt(at('u'))).toMatchObject({ row: { uuid: 'd' }, rows: [1, 1] });
    expect(atHand.agentAt(at('b'))).toBeNull();
    expect(atHand.agentAt(null)).toBeNull();
  });

  it('is that of the item that the keys stand on', () => {
    const { atHand, at } = world;
    expect(atHand.agentAt(at('.item:nth-child(2)'))?.row.uuid).toBe('b');
    expect(atHand.agentAt(at('main')), 'a thread is no item').toBeNull();
  });

  it('in view is that of the keys, then of the pointer, then the first on the screen', () => {
    const { atHand, at, detach } = world;
    place(at('main'), 100, 400);
    place(at('[id="r0"]'), 20, 120);
    place(at('[id="r1"]'), 120, 300);
    expect(atHand.agentInView?.row.uuid).toBe('b');
    place(at('[id="r1"]'), 20, 100);
    place(at('[id="r1/1"]'), 120, 140);
    expect(atHand.agentInView?.row.uuid, 'the first of which anything is seen').toBe('d');
    atHand.point(at('i'));
    expect(atHand.agentInView?.row.uuid).toBe('b');
    at('.item:nth-child(2)').append(at('u')); // what the pointer rests on stays there
    (at('.item:nth-child(1)') as HTMLElement).focus();
    expect(atHand.agentInView?.row.uuid, 'the keys stand on none').toBe('b');
    atHand.point(null);
    place(at('[id="r1/1"]'), 20, 100);
    expect(atHand.agentInView, 'nobody means one').toBeNull();
    (at('.item:nth-child(2)') as HTMLElement).focus();
    expect(atHand.agentInView?.row.uuid, 'that of the keys, also where it is off the screen').toBe('b');
    (at('aside button') as HTMLElement).focus();
    detach();
    expect(atHand.agentInView, 'no thread is drawn').toBeNull();
  });
});

describe('the row that a command means', () => {
  it('is that of the menu, of the pointer, of the keys, else the first in view', () => {
    const { atHand, thread, layers, at } = world;
    expect([thread.pointed(), atHand.row?.uuid]).toEqual([null, 'row 7']);
    thread.cursor.row = 3;
    expect(atHand.row?.uuid).toBe('row 3');
    atHand.point(at('i'));
    expect([thread.pointed()?.uuid, atHand.row?.uuid]).toEqual(['c', 'c']);
    layers.row = { row: row('of the menu') };
    expect(atHand.row?.uuid).toBe('of the menu');
    layers.row = null;
    at('[id="r1"]').remove();
    expect([thread.pointed(), atHand.row?.uuid], 'it was scrolled away').toEqual([null, 'row 3']);
  });

  it('is none where none is read', () => {
    const { atHand, thread } = world;
    thread.pages.row = () => undefined as unknown as Row;
    expect(atHand.row).toBeNull();
  });

  it('that was looked for last is the one that is marked, in the thread that is drawn now', () => {
    const { atHand, at, detach } = world;
    expect(atHand.shown).toBeNull();
    at('[id="r1/1"]').classList.add('shown');
    expect(atHand.shown?.uuid).toBe('d');
    const next = document.body.appendChild(document.createElement('main'));
    const leave = atHand.attach(next);
    detach(); // the one before goes after the next has come
    next.append(at('[id="r1/1"]'));
    expect(atHand.shown?.uuid).toBe('d');
    leave();
    expect(atHand.shown).toBeNull();
  });
});

describe('what was selected last', () => {
  const select = (element: Element) => {
    getSelection()?.selectAllChildren(element);
    return getSelection();
  };

  it('in the thread is kept until something else in it is selected', () => {
    const { atHand, at } = world;
    atHand.select(select(at('b')), at('main'));
    expect(atHand.selected?.toString()).toBe('said');
    at('aside').append('not of the thread');
    atHand.select(select(at('aside')), at('main'));
    atHand.select(null, at('main'));
    getSelection()?.removeAllRanges();
    atHand.select(getSelection(), at('main'));
    expect(atHand.selected?.toString(), 'the search cleared the selection of the page').toBe('said');
    atHand.select(select(at('i')), at('main'));
    expect(atHand.selected?.toString()).toBe('inside');
  });

  it('is nothing where it is empty, or was scrolled away', () => {
    const { atHand, at } = world;
    const selection = select(at('b'));
    atHand.select(selection, at('main'));
    selection?.collapse(at('b'), 0);
    expect(atHand.selected?.toString(), 'the range is its own').toBe('said');
    at('.item:nth-child(1)').remove();
    expect(atHand.selected).toBeNull();
    getSelection()?.collapse(at('i'), 0);
    atHand.select(getSelection(), at('main'));
    expect(atHand.selected).toBeNull();
  });
});

import { describe, expect, it, vi } from 'vitest';
import { fakeChats } from '../../lib/backend/fake-chats';
import type { Row, RowPage } from '../../lib/backend/types';
import { held, settled } from '../../test/held';
import { openedApp } from '../../test/opened';
import { MOST } from './copy';
import { AtHand } from './at-hand';
import { Copying } from './copying';
import './outputs';

const now = Date.parse('2026-11-20T14:00:00Z');
const chats = fakeChats(now).filter((c) => c.sessions.length < 50);
const agent = {
  ref: { agent: 'a1' },
  chain: { agent: 'a1', type: 'Explore', model: 'm' },
  about: 'Find the clients',
  rows: [4],
};

async function opened() {
  const { app, backend } = await openedApp({ now, chats });
  const { session, tip } = app.thread.target ?? { session: '', tip: '' };
  const { rows } = await backend.rows(session, tip, 0, 1_000);
  /** The menu of a row is open. */
  const mean = (row: Row | undefined) => {
    if (!row) throw new Error('no row');
    app.layers.row = { row, agent: null, x: 0, y: 0 };
    return row;
  };
  const copied = () => backend.log.filter((line) => line.startsWith('copy ')).map((line) => line.slice(5));
  const atHand = new AtHand(app);
  return { app, backend, atHand, copying: new Copying(app, atHand), rows, mean, copied, session };
}

describe('copying a row', () => {
  it('takes the one at hand, with what was cut from its page', async () => {
    const { app, copying, rows, mean, copied } = await opened();
    const row = mean(rows.find(({ kind }) => kind === 'reply'));
    await copying.row();
    app.layers.row = { row: { ...row, truncated: 9_000 }, agent: null, x: 0, y: 0 };
    await copying.row();
    expect(copied()).toEqual([row.kind === 'reply' ? row.text : '', `the whole text of ${row.uuid}`]);
    expect(app.message.text).toBe('Row copied');
  });

  it('copies nothing of what could not be read, says why, and copies it at the next try', async () => {
    const { app, backend, copying, rows, mean, copied } = await opened();
    const row = mean(rows.find(({ kind }) => kind === 'reply'));
    app.layers.row = { row: { ...row, truncated: 9_000 }, agent: null, x: 0, y: 0 };
    const texts = held(backend, 'blockText');
    const torn = copying.row();
    await vi.waitFor(() => expect(texts.asked).toBe(1));
    await texts.at(0).fail('the file is torn');
    await torn;
    expect([copied(), app.message.text]).toEqual([[], 'Could not copy: the file is torn']);
    texts.free();
    await copying.row();
    expect(copied()).toEqual([`the whole text of ${row.uuid}`]);
  });

  it('takes the row that was meant, wherever the reader goes while it is read', async () => {
    const { app, backend, copying, rows, mean, copied, session } = await opened();
    const row = mean(rows.find(({ kind }) => kind === 'reply'));
    app.layers.row = { row: { ...row, truncated: 9_000 }, agent: null, x: 0, y: 0 };
    const texts = held(backend, 'blockText');
    const copy = copying.row();
    await vi.waitFor(() => expect(texts.asked).toBe(1));
    app.layers.row = null;
    await app.nav.wish({ chat: chats[1]?.id ?? '' });
    await texts.at(0).answer();
    await copy;
    expect(texts.at(0).args[0]).toBe(session);
    expect(copied()).toEqual([`the whole text of ${row.uuid}`]);
  });

  it('has a link to it, in the session whose file holds it', async () => {
    const { app, copying, rows, mean, copied, session } = await opened();
    const row = mean(rows[0]);
    await copying.link();
    app.layers.row = { row: { ...row, session: 'the-one-before' }, agent: null, x: 0, y: 0 };
    await copying.link();
    expect(copied()).toEqual([
      expect.stringContaining(`${session}/${row.uuid}`),
      expect.stringContaining(`the-one-before/${row.uuid}`),
    ]);
    expect(app.message.text).toBe('Link copied');
  });

  it('does nothing where no row is at hand, and none of it where nothing is open', async () => {
    const { app, copying, copied } = await opened();
    app.thread.close();
    app.message.say('');
    await copying.row();
    await copying.turn();
    await copying.selection();
    await copying.link();
    expect([copied(), app.message.text]).toEqual([[], '']);
  });
});

describe('copying a turn', () => {
  it('takes what the row at hand answers, from its prompt to the next', async () => {
    const { app, copying, rows, mean, copied } = await opened();
    const [first = 0, second = 0] = app.thread.skeleton?.turns.rows ?? [];
    app.thread.pages.ensure(0, 50);
    await vi.waitFor(() => expect(app.thread.pages.row(second)).toBeDefined());
    mean(rows[second - 1]);
    await copying.turn();
    const text = copied()[0] ?? '';
    const prompt = rows[first];
    expect(text.startsWith(`### You\n\n${prompt?.kind === 'prompt' ? prompt.text : ''}`)).toBe(true);
    const next = rows[second];
    expect(text).not.toContain(next?.kind === 'prompt' ? next.text : '');
    expect(app.message.text).toBe('Turn copied');
  });

  it('takes the turn in view for a row in an agent, and the agent’s own where it is open alone', async () => {
    const { app, copying, rows, mean, copied } = await opened();
    const turns = app.thread.skeleton?.turns.rows ?? [];
    app.thread.scroll.topRow = turns[1] ?? 0;
    mean({ ...(rows[0] as Row), uuid: 'a row of an agent', turn: 1 });
    await copying.turn();
    const prompt = rows[turns[1] ?? 0];
    expect(copied()[0]).toContain(prompt?.kind === 'prompt' ? prompt.text : '');
    app.layers.row = null;
    await app.nav.enter(agent);
    await copying.turn();
    expect(copied()[1]).toContain('Find');
    expect(copied()[1]).not.toContain(prompt?.kind === 'prompt' ? prompt.text : '');
  });

  it('leaves to the export what is larger than a copy, as a selection does', async () => {
    const { app, backend, copying, copied } = await opened();
    const { skeleton } = app.thread;
    if (!skeleton) throw new Error('no thread');
    const asked = held(backend, 'rows');
    app.thread.loaded.skeleton = { ...skeleton, total: (skeleton.turns.rows.at(-1) ?? 0) + MOST + 1 };
    app.thread.scroll.topRow = skeleton.turns.rows.at(-1) ?? 0;
    app.layers.row = null;
    void copying.turn();
    const said = 'Too many rows to copy. Use Export.';
    await vi.waitFor(() => expect([app.message.text, asked.asked]).toEqual([said, 0]));
    expect(copied()).toEqual([]);
  });

  it('reads page after page, and copies nothing where one of them does not come', async () => {
    const { app, backend, copying, copied } = await opened();
    const { skeleton } = app.thread;
    if (!skeleton) throw new Error('no thread');
    const from = skeleton.turns.rows.at(-1) ?? 0;
    app.thread.loaded.skeleton = { ...skeleton, total: from + 150 };
    app.thread.scroll.topRow = from;
    const pages = held(backend, 'rows');
    const said = (at: number, n: number) =>
      ({
        rows: Array.from({ length: n }, (_, i) => ({ kind: 'reply', uuid: 'u', text: `row ${at + i}` })),
      }) as unknown as RowPage;
    const whole = copying.turn();
    await vi.waitFor(() => expect(pages.asked).toBe(1));
    await pages.at(0).answer(said(0, 70)); // an answer ends early when it would grow too large
    await pages.at(1).answer(said(70, 80));
    await whole;
    expect(pages.at(1).args.slice(2, 4)).toEqual([from + 70, 80]);
    expect(copied()[0]?.split('\n\n')).toHaveLength(151);
    const torn = copying.turn();
    await vi.waitFor(() => expect(pages.asked).toBe(3));
    await pages.at(2).answer(said(0, 100));
    await pages.at(3).fail('the file is torn');
    await torn;
    expect([copied().length, app.message.text]).toEqual([1, 'Could not copy: the file is torn']);
  });
});

describe('copying what is selected', () => {
  it('says so where nothing of the thread is', async () => {
    const { app, atHand, copying, copied } = await opened();
    document.body.innerHTML = '<main class="thread"><p>No row at all</p></main>';
    const main = document.body.firstElementChild as Element;
    getSelection()?.selectAllChildren(main);
    atHand.select(getSelection(), main);
    await copying.selection();
    await settled();
    expect([copied(), app.message.text]).toEqual([[], 'Nothing in the thread is selected']);
  });

  it('takes rows that are drawn, also when the selection went with a menu', async () => {
    const { app, atHand, copying, rows, copied } = await opened();
    const main = document.body.appendChild(document.createElement('main'));
    const two = rows.filter(({ kind }) => kind === 'reply').slice(0, 2);
    for (const [i, row] of two.entries()) {
      const item = main.appendChild(document.createElement('div'));
      item.className = 'item';
      item.dataset.index = String(i);
      const drawn = item.appendChild(document.createElement('div'));
      drawn.className = 'row';
      drawn.textContent = `drawn ${i}`;
      atHand.keep(drawn, row, `r${row.index}`);
    }
    getSelection()?.selectAllChildren(main);
    atHand.select(getSelection(), main);
    getSelection()?.removeAllRanges();
    await copying.selection();
    const texts = two.map((row) => (row.kind === 'reply' ? row.text : ''));
    expect(copied()).toEqual([`### Claude\n\n${texts.join('\n\n')}`]);
    expect(app.message.text).toBe('Selection copied');
  });
});

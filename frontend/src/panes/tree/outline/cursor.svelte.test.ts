import { flushSync } from 'svelte';
import { expect, it, vi } from 'vitest';
import { fakeChats } from '../../../lib/backend/fake-chats';
import { held } from '../../../test/held';
import { openedApp } from '../../../test/opened';
import { type TurnCursor, turnCursor } from './cursor.svelte';

const now = Date.parse('2026-11-20T14:00:00Z');
const chats = fakeChats(now).filter((c) => c.sessions.length < 50);

/** The cursor of an outline beside an open thread, none of whose rows was read. */
async function opened() {
  const { app, backend } = await openedApp({ now, chats });
  const cursors: TurnCursor[] = [];
  const stop = $effect.root(() => void cursors.push(turnCursor(app)));
  flushSync();
  const [cursor] = cursors;
  if (!cursor) throw new Error('no cursor');
  vi.spyOn(app.thread.pages, 'row').mockReturnValue(undefined);
  const turns = Array.from(app.thread.skeleton?.turns.rows ?? []);
  return { app, backend, cursor, stop, turns };
}

it('marks the prompt that was gone to as long as anything of its turn is in view', async () => {
  const { app, cursor, stop, turns } = await opened();
  expect([cursor.here, turns.length > 2], 'the end of the thread').toEqual([turns.length - 1, true]);
  cursor.go(1);
  expect([app.thread.scroll.jump?.row, cursor.here]).toEqual([turns[1], 1]);
  if (app.thread.scroll.jump) app.thread.scroll.land(app.thread.scroll.jump);
  app.thread.scroll.inView = [turns[1] ?? 0, (turns[2] ?? 0) + 3];
  flushSync();
  expect(cursor.here, 'rows that find their heights move no mark').toBe(1);
  app.thread.scroll.scrolled(false);
  app.thread.scroll.topRow = turns[0] ?? 0;
  app.thread.scroll.inView = [turns[0] ?? 0, (turns[1] ?? 0) - 1];
  flushSync();
  expect(cursor.here, 'the reader has gone on').toBe(0);
  cursor.go(turns.length);
  expect(cursor.here, 'there is no such prompt').toBe(0);
  stop();
});

it('opens the menu of the prompt that was asked for last, whichever answer comes first', async () => {
  const { app, backend, cursor, stop } = await opened();
  const rows = held(backend, 'rows');
  void cursor.menu(0, 10, 20);
  void cursor.menu(1, 10, 60);
  expect(app.layers.row).toBeNull();
  await rows.at(1).answer();
  const menu = app.layers.row;
  expect(menu).toMatchObject({ row: { kind: 'prompt' }, agent: null, y: 60, pane: 'tree' });
  await rows.at(0).answer();
  expect(app.layers.row, 'no other row takes its place').toBe(menu);
  stop();
});

it('leads from the menu to the files, failed calls and agents of a prompt', async () => {
  const { app, cursor, stop, turns } = await opened();
  const row = (turns[0] ?? 0) + 1;
  vi.spyOn(app.outline, 'work').mockReturnValue({
    files: [{ row, path: '/srv/api/limit.go' }],
    failed: [{ row: row + 1, label: 'go test' }],
    agents: [
      { row: row + 2, label: 'Explore: find callers' },
      { row: row + 3, label: '' },
    ],
  });
  await cursor.menu(0, 10, 20);
  const leads = app.layers.row?.leads ?? [];
  expect(leads.map(({ label }) => label)).toEqual([
    'Go to /srv/api/limit.go',
    'Go to failed call go test',
    'Go to agent Explore: find callers',
    'Go to agents',
  ]);
  leads[1]?.open();
  expect([app.thread.opened.isOpen(`r${row + 1}`), app.thread.scroll.jump?.row]).toEqual([true, row + 1]);
  stop();
});

it('says why there is no menu, and opens it at the next try', async () => {
  const { app, backend, cursor, stop } = await opened();
  const rows = held(backend, 'rows');
  void cursor.menu(0, 10, 20);
  await rows.at(0).fail('the file is torn');
  expect([app.layers.row, app.message.text]).toEqual([null, 'Could not open the menu: the file is torn']);
  void cursor.menu(0, 10, 20);
  await rows.at(1).answer();
  expect(app.layers.row?.row.kind).toBe('prompt');
  stop();
});

it('opens what a prompt led to, and shows what would run behind it', async () => {
  const { app, backend, cursor, stop, turns } = await opened();
  const row = (turns[0] ?? 0) + 1;
  cursor.open(row);
  expect([app.thread.opened.isOpen(`r${row}`), app.thread.scroll.jump?.row]).toEqual([true, row]);
  const plans = held(backend, 'resumePlan');
  cursor.goOn(turns.length - 1);
  await vi.waitFor(() => expect(plans.asked).toBe(1));
  expect(plans.at(0).args[0]).toEqual({ session: app.branch.leaf?.session, record: app.branch.leaf?.tip });
  stop();
});

import { expect, it, vi } from 'vitest';
import { fakeChats } from '../lib/backend/fake-chats';
import { openedApp } from '../test/opened';
import { currentTarget, hasPrompt, wishAt, promptOf, sessionOf } from './target';

const now = Date.parse('2026-11-20T14:00:00Z');
const chats = fakeChats(now).filter((c) => c.sessions.length < 50);

/** A window whose rows are still on their way from the engine. */
async function opened() {
  const { app, backend } = await openedApp({ now, chats });
  const target = app.thread.target ?? { session: '', tip: '' };
  const whole = await backend.rows(target.session, target.tip, 0, 1_000);
  vi.spyOn(app.thread.pages, 'row').mockReturnValue(undefined);
  const prompts = whole.rows.filter((row) => row.kind === 'prompt');
  return { app, prompts };
}

it('is the prompt that the outline marks, also where that is still to be read', async () => {
  const { app, prompts } = await opened();
  app.outline.marked = 0;
  expect(currentTarget(app)).toEqual({ kind: 'turn', turn: 0 });
  expect(await wishAt(app)).toMatchObject({ record: prompts[0]?.uuid, turn: true });
  expect(await promptOf(app)).toMatchObject({ record: prompts[0]?.uuid, before: true });
  // Behind the last one the branch goes on by itself.
  const last = (app.thread.skeleton?.turns.length ?? 0) - 1;
  expect(await wishAt(app, { kind: 'turn', turn: last })).toEqual({
    session: app.branch.leaf?.session,
    record: app.branch.leaf?.tip,
  });
});

it('is the node of the tree while the tree has the focus, and the row of the thread otherwise', async () => {
  const { app, prompts } = await opened();
  app.thread.scroll.topRow = app.thread.skeleton?.turns.rows[1] ?? -1;
  expect(await wishAt(app)).toMatchObject({ record: prompts[1]?.uuid });
  expect(await promptOf(app)).toMatchObject({ record: prompts[1]?.uuid, before: true });
  app.panes.visit('tree');
  const { node } = app.branch;
  expect(await wishAt(app)).toEqual({ session: node?.session, record: node?.tip });
  expect(await promptOf(app)).toMatchObject({ record: node?.first, before: true });
  app.panes.visit('thread');
  app.thread.cursor.move(0);
  expect(currentTarget(app)).toEqual({ kind: 'row', row: 0 });
});

it('is the hit that is looked at, and outside of agents only', async () => {
  const { app } = await opened();
  app.search.start('rate');
  const hit = { session: 's', uuid: 'u', kind: 'prompt' as const, snippet: '', ranges: [], alsoIn: [] };
  const found = vi.spyOn(app.search.answers, 'hit', 'get').mockReturnValue(hit);
  expect(await wishAt(app)).toEqual({ session: 's', record: 'u', turn: true });
  expect(await promptOf(app)).toEqual({ session: 's', record: 'u', before: true });
  found.mockReturnValue({ ...hit, kind: 'reply', agent: 'a' });
  expect(await wishAt(app)).toEqual({ session: 's' });
  expect(hasPrompt(app)).toBe(false);
});

it('is that of an open menu, whatever is open beside it', async () => {
  const { app } = await opened();
  const other = chats[1];
  const session = other?.sessions[0]?.id ?? '';
  const { here } = app.place;
  app.layers.session = {
    pane: 'sidebar',
    target: { kind: 'chat', chat: other?.id ?? '', session },
    x: 0,
    y: 0,
  };
  expect([sessionOf(app), await wishAt(app), hasPrompt(app)]).toEqual([session, { session }, false]);
  const segment = app.tree.tree?.segments[0];
  if (!segment) throw new Error('no node');
  app.layers.session = { pane: 'tree', target: { kind: 'node', segment }, x: 0, y: 0 };
  expect([sessionOf(app), await wishAt(app)]).toEqual([
    segment.session,
    { session: segment.session, record: segment.tip },
  ]);
  expect(app.place.here, 'a menu moves nobody').toBe(here);
});

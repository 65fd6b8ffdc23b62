import { expect, it, vi } from 'vitest';
import { fakeChats } from '../../lib/backend/fake-chats';
import { openedApp } from '../../test/opened';
import { behindTurn, hasPrompt, placeAtHand, promptAtHand } from './here';

const now = Date.parse('2026-11-20T14:00:00Z');
const chats = fakeChats(now).filter((c) => c.sessions.length < 50);

/** A window whose rows are still on their way from the engine. */
async function opened() {
  const { app, backend } = await openedApp({ now, chats });
  const target = app.thread.target ?? { session: '', tip: '' };
  const whole = await backend.rows(target.session, target.tip, 0, 1_000);
  vi.spyOn(app.thread, 'row').mockReturnValue(undefined);
  const prompts = whole.rows.filter((row) => row.kind === 'prompt');
  return { app, prompts };
}

/** The middle pane has the focus. */
function focusTree() {
  document.body.innerHTML = '<section class="tree"><button></button></section>';
  document.querySelector('button')?.focus();
}

it('goes on behind the prompt that is marked, also where that is still to be read', async () => {
  const { app, prompts } = await opened();
  focusTree();
  app.outline.marked = 0;
  expect(await placeAtHand(app)).toMatchObject({ record: prompts[0]?.uuid, turn: true });
  expect(await promptAtHand(app)).toMatchObject({ record: prompts[0]?.uuid, before: true });
  // Behind the last one the branch goes on by itself.
  const last = (app.thread.skeleton?.turns.length ?? 0) - 1;
  expect(await behindTurn(app, last)).toEqual({
    session: app.branch.leaf?.session,
    record: app.branch.leaf?.tip,
  });
});

it('means the row in view, never the whole session in its stead', async () => {
  const { app, prompts } = await opened();
  app.thread.scroll.topRow = app.thread.skeleton?.turns.rows[1] ?? -1;
  expect(await placeAtHand(app)).toMatchObject({ record: prompts[1]?.uuid });
  expect(await promptAtHand(app)).toMatchObject({ record: prompts[1]?.uuid, before: true });
});

it('means the hit that is looked at, and outside of agents only', async () => {
  const { app } = await opened();
  app.search.start('rate');
  const hit = { session: 's', uuid: 'u', kind: 'prompt' as const, snippet: '', ranges: [], alsoIn: [] };
  const found = vi.spyOn(app.search, 'hit', 'get').mockReturnValue(hit);
  expect(await placeAtHand(app)).toEqual({ session: 's', record: 'u', turn: true });
  expect(await promptAtHand(app)).toEqual({ session: 's', record: 'u', before: true });
  found.mockReturnValue({ ...hit, kind: 'reply', agent: 'a' });
  expect(await placeAtHand(app)).toEqual({ session: 's' });
  expect(hasPrompt(app)).toBe(false);
});

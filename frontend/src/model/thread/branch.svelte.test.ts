import { describe, expect, it } from 'vitest';
import { fakeChats } from '../../lib/backend/fake-chats';
import type { ToolRow } from '../../lib/backend/types';
import { held, settled } from '../../test/held';
import { openedApp } from '../../test/opened';

const now = Date.parse('2026-11-20T14:00:00Z');
const chats = fakeChats(now).filter((c) => c.sessions.length < 50 && !c.title.startsWith('Terraform'));
const call = (turn: number, status: 'ok' | 'missing') => ({ turn, tool: { status } }) as ToolRow;

describe('the branch that is open', () => {
  it('is that of tree and thread together, and nothing between two chats', async () => {
    const { app, backend } = await openedApp({ now, chats });
    const { branch, thread, tree } = app;
    expect([branch.leaf?.tip, branch.session?.id]).toEqual([thread.target?.tip, thread.target?.session]);
    expect(branch.project).toBe(tree.tree?.project);
    const trees = held(backend, 'chat');
    void app.nav.wish({ chat: chats[1]?.id ?? '' });
    expect([branch.node, branch.leaf, branch.session, branch.project]).toEqual([null, null, null, '']);
    await trees.at(0).fail('it is gone', 'not-found');
    expect([branch.leaf, branch.session, branch.project]).toEqual([null, null, '']);
    app.tree.retry();
    await trees.at(1).answer();
    await settled();
    expect(branch.session?.id).toBe(thread.target?.session);
    expect(chats[1]?.sessions.some(({ id }) => id === branch.session?.id)).toBe(true);
  });

  it('cannot be gone on with when its file was deleted, and can when it is there again', async () => {
    const { app } = await openedApp({ now, chats });
    const { skeleton } = app.thread;
    if (!skeleton) throw new Error('no thread');
    app.thread.loaded.skeleton = { ...skeleton, loss: 'deleted' };
    expect([app.branch.session, app.branch.leaf?.tip]).toEqual([null, skeleton.tip]);
    app.thread.loaded.skeleton = skeleton;
    expect(app.branch.session?.id).toBe(skeleton.session);
  });

  it('runs the call that waits for its result in the last turn of a session that is written to', async () => {
    const { app } = await openedApp({ now, chats });
    const last = app.thread.skeleton?.turns.length ?? 0;
    const session = app.branch.session;
    if (!session) throw new Error('no session');
    const running = (live: boolean) => {
      const { tree } = app.tree;
      session.live = live;
      expect(tree?.sessions).toContain(session);
      return [call(last, 'missing'), call(last - 1, 'missing'), call(last, 'ok')].map((row) =>
        app.branch.isRunning(row),
      );
    };
    expect(running(true)).toEqual([true, false, false]);
    expect(running(false), 'a call that was given up on').toEqual([false, false, false]);
  });
});

import { AtHand } from '../thread/at-hand';
import { render, screen, waitFor, within } from '@testing-library/svelte';
import userEvent from '@testing-library/user-event';
import { describe, expect, it, vi } from 'vitest';
import App from '../../window/App.svelte';
import { windowCommands } from '../../window/commands';
import { fakeBackend } from '../../lib/backend/fake';
import { fakeChats } from '../../lib/backend/fake-chats';
import { REST } from '../../lib/keys/press';
import { openedApp } from '../../test/opened';
// The window fetches them; compiling them is the tests' affair and not a wait of the window.
import '../thread/ThreadView.svelte';
import '../thread/cards/ToolCard.svelte';

const now = Date.parse('2026-11-20T14:00:00Z');
const chats = fakeChats(now).filter((c) => c.sessions.length < 50 && !c.title.startsWith('Terraform'));

async function opened() {
  const { app, backend } = await openedApp({ now, chats });
  const planned = vi.spyOn(backend, 'resumePlan');
  const resume = windowCommands(app, new AtHand(app)).find(({ id }) => id === 'resume');
  /** The request that the engine gets when the reader resumes now. */
  const asked = async () => {
    planned.mockClear();
    resume?.run();
    await vi.waitFor(() => expect(planned).toHaveBeenCalledOnce());
    return planned.mock.lastCall?.[0];
  };
  /** Waits until the thread shows a branch; without a tip it is the one that its session follows. */
  const shows = (branch: { session: string; tip?: string } | undefined) =>
    vi.waitFor(() => {
      expect(app.thread.skeleton?.session).toBe(branch?.session);
      if (branch?.tip === '') expect(app.place.here?.branch?.follow).toBe(true);
      else expect(app.thread.skeleton?.tip).toBe(branch?.tip);
    });
  return { app, backend, asked, shows };
}

describe('what would run is the branch that is shown', () => {
  it('at every node of every chat, at once', async () => {
    const { app, asked, shows } = await opened();
    for (const { id } of chats) {
      await app.nav.wish({ chat: id });
      for (const segment of app.tree.tree?.segments ?? []) {
        app.nav.openSegment(segment);
        const plan = await asked();
        await shows(plan);
        expect(
          app.thread.starts.map((start) => start.id),
          'and has the node',
        ).toContain(segment.id);
      }
    }
  });

  it('where another branch was taken at a split, also from the nodes before it', async () => {
    const { app, asked, shows } = await opened();
    let tried = 0;
    for (const split of app.thread.skeleton?.splits ?? [])
      for (const branch of split.branches) {
        app.nav.takeBranch(split, branch);
        const taken = await asked();
        await shows(taken);
        const leaf = app.thread.skeleton?.tip;
        const [first] = app.thread.starts;
        const before = app.tree.branches.segment(first?.id ?? null);
        if (!before) throw new Error('the branch has no beginning');
        app.nav.openSegment(before);
        await shows(await asked());
        expect(app.thread.skeleton, 'the branch goes on as it was taken').toMatchObject({
          session: taken?.session,
          tip: leaf,
        });
        tried++;
      }
    expect(tried).toBeGreaterThan(1);
  });

  it('as the keys walk the tree, however quickly they resume', async () => {
    const backend = fakeBackend({ now, chats });
    const shown = vi.spyOn(backend, 'thread');
    const planned = vi.spyOn(backend, 'resumePlan');
    render(App, { props: { backend } });
    const user = userEvent.setup();
    await screen.findByRole('feed');
    const tree = screen.getByRole('tree', { name: /^(Branches|Prompts)/ });
    await within(tree).findAllByRole('treeitem');
    tree.focus();
    const before = shown.mock.lastCall?.slice(0, 2);
    await user.keyboard('{Home}{ArrowDown}r');
    await waitFor(() => expect(planned).toHaveBeenCalledOnce());
    const plan = planned.mock.lastCall?.[0];
    await new Promise((done) => setTimeout(done, 2 * REST)); // longer than the delay of the tree keys
    expect(shown.mock.lastCall?.slice(0, 2)).toEqual([plan?.session, plan?.tip]);
    expect([plan?.session, plan?.tip], 'it is another branch than before').not.toEqual(before);
  });

  it('row by row, with the keyboard back in the tree whenever the plan is closed', async () => {
    const backend = fakeBackend({ now, chats });
    const planned = vi.spyOn(backend, 'resumePlan');
    render(App, { props: { backend } });
    const user = userEvent.setup();
    await screen.findByRole('feed');
    const tree = screen.getByRole('tree', { name: /^(Branches|Prompts)/ });
    const rows = (await within(tree).findAllByRole('treeitem')).length;
    tree.focus();
    await user.keyboard('{Home}');
    const seen = new Set<string | undefined>();
    for (let i = 0; i < rows; i++) {
      planned.mockClear();
      await user.keyboard('r');
      await waitFor(() => expect(planned, `row ${i}`).toHaveBeenCalledOnce());
      await waitFor(() => expect(document.activeElement).toHaveTextContent(/^Start/));
      await user.keyboard('{Escape}');
      await waitFor(() => expect(screen.queryByLabelText('Command')).toBeNull());
      expect(tree, `row ${i}`).toHaveFocus();
      seen.add(planned.mock.lastCall?.[0].tip);
      await user.keyboard('{ArrowDown}');
    }
    expect(rows).toBeGreaterThan(4);
    expect(seen.size, 'the rows lie on several branches').toBeGreaterThan(2);
  });
});

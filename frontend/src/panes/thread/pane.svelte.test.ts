import { screen, waitFor, within } from '@testing-library/svelte';
import { describe, expect, it, vi } from 'vitest';
import { drawn, drawnOpen } from '../../test/inapp';
import ThreadPane from './ThreadPane.svelte';
// The pane imports it on demand: compile it before the test, not during its timeouts.
import './ThreadView.svelte';

const feed = () => screen.findByRole('feed', { name: 'Conversation' });
const button = (name: string | RegExp) => screen.getByRole('button', { name });
const explore = {
  ref: { agent: 'a1' },
  chain: { agent: 'a1', type: 'Explore', model: 'claude-sonnet-4-5' },
  about: 'who parses the 429 body?',
  rows: [3],
};

describe('an agent that is open alone', () => {
  it('is named with the way to it, and each step leads back', async () => {
    const { app, atHand, user } = await drawnOpen(ThreadPane, {});
    await feed();
    await app.nav.enter(explore);
    await app.nav.enter({ ...explore, ref: { agent: 'a2' }, chain: { ...explore.chain, type: 'Plan' } });
    const way = within(await screen.findByRole('navigation', { name: 'Agent' }));
    expect(way.getByRole('heading', { level: 1 })).toHaveTextContent(/^Plan\s*who parses the 429 body\?/);
    const leave = vi.spyOn(atHand, 'leaveAgent').mockResolvedValue();
    await user.click(way.getByRole('button', { name: 'Explore' }));
    await user.click(way.getByRole('button', { name: 'Retry with jitter instead' }));
    await user.click(way.getByRole('button', { name: 'Close agent conversation' }));
    expect(leave.mock.calls).toEqual([[1], [0], []]);
  });
});

describe('a session that is no longer on the disk as it is shown', () => {
  it.each([
    ['deleted', 'This session was deleted from disk.', true],
    ['unreadable', 'The session file can no longer be read.', true],
    ['rewritten', 'The session file was rewritten and no longer contains this branch.', false],
  ] as const)('%s: says so, and what still works', async (loss, says, exports) => {
    const { app, user } = await drawnOpen(ThreadPane, {});
    const { skeleton } = app.thread;
    if (skeleton) app.thread.loaded.skeleton = { ...skeleton, loss: loss as 'deleted' };
    expect(await screen.findByText(says)).toBeVisible();
    expect(await feed(), 'it stays readable').toBeVisible();
    const offer = screen.queryByRole('button', { name: 'Export…' });
    expect(offer !== null).toBe(exports);
    if (!offer) return;
    await user.click(offer);
    expect(app.exporting.open).toBe(true);
  });
});

it('says that only metadata is left of a session with agents only', async () => {
  const { app } = await drawnOpen(ThreadPane, {});
  await feed();
  const { tree } = app.tree;
  const { leaf } = app.branch;
  if (!tree || !leaf) throw new Error('no chat is open');
  const text = "Only metadata is left of this session's conversation.";
  expect(screen.queryByText(text)).toBeNull();
  const bare = { ...leaf, edge: 'root' as const, first: '', agents: 1 };
  const segments = tree.segments.map((each) => (each.id === leaf.id ? bare : each));
  Object.assign(app.tree, { tree: { ...tree, segments } });
  expect(await screen.findByText(text)).toBeVisible();
});

it('says what is looked for where there is no history, and looks again', async () => {
  const home = { path: '/home/ada/.claude', display: '~/.claude', exists: true, archived: false, error: '' };
  const roots = [
    home,
    { ...home, path: '/mnt/old', display: '/mnt/old', exists: false },
    { ...home, path: '/mnt/odd', display: '/mnt/odd', error: 'permission denied' },
  ];
  const { user, backend } = drawn(ThreadPane, {}, { chats: [], roots }, (app) => {
    app.start();
    app.nowShown();
  });
  expect(await screen.findByRole('heading', { name: 'No chat history found' })).toBeVisible();
  const found = screen.getAllByRole('definition').map((said) => said.textContent);
  expect(found).toEqual(['Contains no sessions', 'Not found', 'permission denied']);
  await user.click(button('Scan again'));
  await waitFor(() => expect(backend.log).toContain('rescan'));
});

describe('the head of a thread', () => {
  it('follows the end of a session that runs, until somebody says no', async () => {
    const { app, user } = await drawnOpen(ThreadPane, {});
    await feed();
    const follow = button('Auto-scroll');
    expect(follow).toHaveAttribute('aria-pressed', String(app.thread.scroll.following));
    const before = app.thread.scroll.following;
    await user.click(follow);
    expect(app.thread.scroll.following).toBe(!before);
    expect(button('Auto-scroll')).toHaveAttribute('aria-pressed', String(!before));
  });

  it('says why a session could not be read, and reads it when it can', async () => {
    const { user, backend, app } = drawn(
      ThreadPane,
      {},
      { failing: { thread: 'the disk is slow' } },
      (app) => {
        app.start();
        app.nowShown();
      },
    );
    expect(await screen.findByRole('alert')).toHaveTextContent(
      'Could not load this session: the disk is slow',
    );
    backend.fix();
    await user.click(button('Retry'));
    expect(await feed()).toBeVisible();
    expect(app.thread.error).toBeNull();
  });
});

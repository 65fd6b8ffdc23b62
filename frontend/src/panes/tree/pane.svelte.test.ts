import { fireEvent, screen, waitFor, within } from '@testing-library/svelte';
import { describe, expect, it, vi } from 'vitest';
import { BackendError } from '../../lib/backend/backend';
import { fakeBackend, type FakeBackend } from '../../lib/backend/fake';
import type { ChatTree } from '../../lib/backend/types';
import { drawn, drawnOpen, now, someChats } from '../../test/inapp';
import TreeAndComparison from '../../test/TreeAndComparison.svelte';
import TreePane from './TreePane.svelte';

const tree = () => screen.getByRole('tree', { name: /^Branches/ });
const rows = () => within(tree()).getAllByRole('treeitem');
const titles = () => rows().map((row) => row.querySelector('.title')?.textContent.trim());
const node = (name: string) => within(tree()).getByText(name, { selector: '.title' });
const marked = () => tree().querySelector('[aria-selected=true] .title')?.textContent.trim();
const button = (name: string | RegExp) => screen.getByRole('button', { name });

const RETRY = 'Retry with jitter instead';
const METRICS = 'Add metrics and a dashboard for the limiter';

/** The tree of the newest chat, changed by `change`. */
async function opened(change: (tree: ChatTree) => ChatTree = (found) => found) {
  const backend = fakeBackend({ now, chats: someChats() });
  const read = backend.chat.bind(backend);
  vi.spyOn(backend, 'chat').mockImplementation(async (...asked) => change(await read(...asked)));
  const test = await drawnOpen(TreeAndComparison, {}, { backend });
  await waitFor(() => expect(marked()).toBe(RETRY));
  return test;
}

it('labels the first node of a copy, and names its file', async () => {
  const file = 'projects/-b/5e55.jsonl';
  await opened((found) => {
    const copy = found.segments.find((s) => s.title === RETRY)?.session;
    return {
      ...found,
      sessions: found.sessions.map((s) => (s.id === copy ? { ...s, copyOf: '5e55', file } : s)),
    };
  });
  const badges = within(tree()).getAllByText('copy');
  expect(badges).toHaveLength(1);
  expect(badges[0]).toHaveAttribute('data-tip', expect.stringContaining(file));
});

describe('comparing two branches', () => {
  /** The dialog over the two newest branches. */
  async function compared(prepare: (backend: FakeBackend) => void = () => undefined) {
    const test = await opened();
    prepare(test.backend);
    tree().focus();
    await test.user.keyboard('c');
    expect(await screen.findByText('Select a row to compare with')).toHaveTextContent(RETRY);
    expect(button('Compare')).toBeDisabled();
    await test.user.keyboard('{ArrowDown}');
    expect(button('Compare')).toBeEnabled();
    await test.user.keyboard('{Enter}');
    const dialog = within(await screen.findByRole('dialog', { name: 'Compare branches' }));
    await dialog.findByText('Turn by turn');
    return { ...test, dialog };
  }

  it('shows from where they go apart what each asked, did, and came to', async () => {
    const { dialog } = await compared();
    expect(dialog.getByText(/^37 shared turns, up to/)).toBeVisible();
    const heads = dialog.getAllByRole('heading', { level: 3 }).map((head) => head.textContent);
    expect(heads).toEqual([RETRY, METRICS]);
    expect(dialog.getByRole('region', { name: 'Result of the first branch' })).toHaveTextContent(/[a-z]/);
    const turns = dialog.getAllByText(/^Turn \d+/).map((turn) => turn.textContent.trim().slice(0, 7));
    expect(turns.slice(0, 2)).toEqual(['Turn 38', 'Turn 38']);
    expect(dialog.getByText('Branch ends here'), 'the first is shorter').toBeVisible();
    const file = dialog.getByRole('rowheader', { name: 'Read' }).parentElement;
    expect(within(file as HTMLElement).getAllByRole('cell')).toHaveLength(2);
  });

  it('turns the two round, and copies the comparison and what one found', async () => {
    const { dialog, user, backend } = await compared();
    await user.click(dialog.getByRole('button', { name: 'Swap' }));
    expect(dialog.getAllByRole('heading', { level: 3 }).map((head) => head.textContent)).toEqual([
      METRICS,
      RETRY,
    ]);
    await user.click(dialog.getByRole('button', { name: 'Copy as Markdown' }));
    await waitFor(() => expect(backend.log.at(-1)).toMatch(/^copy # Branch comparison\n\n37 shared turns/));
    expect(backend.log.at(-1)).toContain(`| ${METRICS} | ${RETRY} |`);
    await user.click(
      dialog.getAllByRole('button', { name: 'Copy as prompt for the other branch' })[0] as Element,
    );
    await waitFor(() => expect(backend.log.at(-1)).toMatch(/^copy Another branch of this conversation/));
  });

  it('leads to a turn, with the keyboard', async () => {
    const { dialog, user, app } = await compared();
    const thread = vi.fn();
    app.panes.register('thread', thread);
    const second = dialog
      .getByRole('list', { name: '' })
      .querySelectorAll('li')[1]
      ?.querySelectorAll('button');
    await user.click(second?.[1] ?? document.body);
    expect(screen.queryByRole('dialog')).toBeNull();
    await waitFor(() => expect(app.branch.leaf?.title).toBe(METRICS));
    expect(thread).toHaveBeenCalled();
  });

  it('says why it could not, and tries again', async () => {
    const { user, backend } = await opened();
    const compare = vi
      .spyOn(backend, 'compare')
      .mockRejectedValueOnce(new BackendError('internal', 'it broke'));
    await user.keyboard('{Shift>}');
    await user.click(node(METRICS));
    await user.keyboard('{/Shift}');
    expect(await screen.findByRole('alert')).toHaveTextContent('Could not compare the branches: it broke');
    await user.click(button('Retry'));
    expect(await screen.findByText('Turn by turn')).toBeVisible();
    expect(compare).toHaveBeenCalledTimes(2);
    await user.keyboard('{Escape}');
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  });

  it('is taken back by Esc, by its button, and by the same row once more', async () => {
    const { user, app } = await opened();
    tree().focus();
    for (const back of ['{Escape}', 'c']) {
      await user.keyboard('c');
      expect(app.compare.from).not.toBeNull();
      await user.keyboard(back);
      expect(app.compare.from, back).toBeNull();
    }
    await user.keyboard('c');
    await user.keyboard('{Enter}');
    expect([app.resume.open, app.compare.from !== null], 'Enter on the same row').toEqual([false, true]);
    await user.click(await screen.findByRole('button', { name: 'Cancel' }));
    expect(app.compare.from).toBeNull();
  });

  it('rebuilds what differs in a file, or says why it cannot', async () => {
    const { user, dialog, backend } = await compared((backend) => {
      const compare = backend.compare.bind(backend);
      backend.compare = async (...asked) => {
        const found = await compare(...asked);
        found.sides[0].files = [{ path: '/src/limit.go', reads: 0, writes: 1 }];
        return found;
      };
    });
    const file = await dialog.findByRole('button', { name: '/src/limit.go' });
    await user.click(file);
    expect(file).toHaveAttribute('aria-expanded', 'true');
    expect(
      await dialog.findByText('Cannot reconstruct this file: No edit of it was recorded.'),
    ).toBeVisible();
    vi.spyOn(backend, 'touching').mockRejectedValue(new BackendError('unreadable', 'the disk is slow'));
    await user.click(file);
    await user.click(file);
    expect(await dialog.findByText('Cannot reconstruct this file: the disk is slow')).toBeVisible();
  });
});

describe('finding in the tree', () => {
  const field = () => screen.getByRole('textbox', { name: 'Find in tree' });

  it('narrows it to what fits, and leads to the first row that is left', async () => {
    const { user } = await opened();
    tree().focus();
    await user.keyboard('/');
    await waitFor(() => expect(field()).toHaveFocus());
    await user.keyboard('leaky');
    expect(titles()).toEqual(['Leaky bucket, in memory only', 'Compare token and leaky bucket']);
    await user.keyboard('{Enter}');
    expect(tree()).toHaveFocus();
    expect(marked()).toBe('Leaky bucket, in memory only');
    expect(screen.getByText(/nodes hidden by filters$/)).toBeVisible();
    await user.keyboard('{Escape}');
    await waitFor(() => expect(titles()).toContain(RETRY));
  });

  it('says so where nothing fits, and gives the tree back', async () => {
    const { user, app } = await opened();
    tree().focus();
    await user.keyboard('/');
    await waitFor(() => expect(field()).toHaveFocus());
    await user.keyboard('qqqq');
    expect(await screen.findByText(/^No branch matches the filters\. \d+ nodes are hidden\.$/)).toBeVisible();
    await user.keyboard('{Escape}');
    expect(tree()).toHaveFocus();
    expect([app.tree.finding, app.tree.view.filter.text]).toEqual([false, '']);
    expect(titles()).toContain(RETRY);
  });

  it('keeps to what touches a file, which is chosen from a list', async () => {
    const { user, app } = await opened();
    tree().focus();
    await user.keyboard('p');
    const box = await screen.findByRole('combobox', { name: 'Filter by file' });
    await waitFor(() => expect(box).toHaveFocus());
    await screen.findByRole('listbox', { name: 'Files read or changed in this chat' });
    await user.keyboard('router.go');
    const files = screen.getAllByRole('option');
    expect(files).toHaveLength(1);
    expect(box).toHaveAttribute('aria-activedescendant', files[0]?.id);
    await user.keyboard('{Enter}');
    expect(tree()).toHaveFocus();
    expect(app.tree.touched.file).toBe('/home/ada/projects/my-app/upload/router.go');
    expect(titles()).toContain('Wire the limiter into the router');
    expect(titles()).not.toContain(METRICS);
    await user.click(button('Clear file filter'));
    await waitFor(() => expect(titles()).toContain(METRICS));
  });

  it('walks the files with the arrows, and leaves them with Esc', async () => {
    const { user } = await opened();
    tree().focus();
    await user.keyboard('p');
    await screen.findByRole('listbox', { name: 'Files read or changed in this chat' });
    const at = () => screen.getAllByRole('option').findIndex((file) => file.ariaSelected === 'true');
    await user.keyboard('{ArrowDown}{ArrowDown}{ArrowUp}');
    expect(at()).toBe(1);
    await user.keyboard('zzz');
    expect(screen.getByText('No file matches.')).toBeVisible();
    await user.keyboard('{Escape}');
    expect(screen.queryByRole('combobox')).toBeNull();
    expect(tree()).toHaveFocus();
  });

  it('says why the files are not known, and looks again', async () => {
    const { user, backend } = await opened();
    vi.spyOn(backend, 'touched').mockRejectedValueOnce(new BackendError('unreadable', 'the disk is slow'));
    tree().focus();
    await user.keyboard('p');
    expect(await screen.findByRole('alert')).toHaveTextContent(
      'Could not load the files of this chat: the disk is slow',
    );
    await user.click(button('Retry'));
    expect(await screen.findByRole('listbox', { name: 'Files read or changed in this chat' })).toBeVisible();
  });
});

describe('the keys of the tree', () => {
  it('lead from leaf to leaf, to the parent, along a branch, and into the thread', async () => {
    const { user, app } = await opened();
    const sent = vi.spyOn(app.panes, 'focus');
    tree().focus();
    await user.keyboard('{Home}l');
    expect(marked()).toBe(METRICS);
    await user.keyboard('{Shift>}L{/Shift}');
    expect(marked()).toBe(RETRY);
    await user.keyboard('{ArrowLeft}');
    expect(marked()).toBe('Wire the limiter into the router');
    await user.keyboard('{ArrowRight}{Alt>}{ArrowDown}{/Alt}');
    expect(marked(), 'and back').toBe('Wire the limiter into the router');
    expect(sent).not.toHaveBeenCalledWith('thread');
    await user.keyboard('f');
    expect(sent).toHaveBeenLastCalledWith('thread');
  });

  it('go on from a node with Enter, and open its menu', async () => {
    const { user, app, backend } = await opened();
    const planned = vi.spyOn(backend, 'resumePlan');
    tree().focus();
    await user.keyboard('{Home}l{Enter}');
    const metrics = app.tree.view.rows.find(({ item }) => item.segment.title === METRICS)?.item.segment;
    await waitFor(() => expect(planned).toHaveBeenCalled());
    expect(planned.mock.lastCall?.[0]).toMatchObject({ session: metrics?.session, record: metrics?.tip });
    await user.keyboard('{Shift>}{F10}{/Shift}');
    expect(app.layers.session).toMatchObject({ pane: 'tree' });
    expect(app.branch.node?.title).toBe(METRICS);
  });

  it('make its rows larger and smaller', async () => {
    const { app } = await opened();
    const smaller = { key: '-', code: 'Minus', ctrlKey: true, altKey: true };
    await fireEvent.keyDown(tree(), smaller);
    expect(app.settings.value.treeDensity).toBe('compact');
    await fireEvent.keyDown(tree(), smaller);
    expect(app.settings.value.treeDensity).toBe('dense');
    await waitFor(() => expect(rows()[0]).toHaveClass('dense'));
    await fireEvent.keyDown(tree(), { ...smaller, key: '+', code: 'Equal' });
    expect(app.settings.value.treeDensity).toBe('compact');
  });
});

it('leads to turns that no resume would load', async () => {
  const { user, app } = await opened((found) => {
    const [first, second] = found.segments;
    const stranded = { stranded: 2, strandedTurns: [second?.first ?? ''] };
    return {
      ...found,
      sessions: found.sessions.map((s) => (s.id === second?.session ? { ...s, ...stranded } : s)),
      segments: first ? found.segments : [],
    };
  });
  await user.click(await screen.findByText(/^2 turns cannot be reached by resuming/));
  await user.click(button('Compare token and leaky bucket'));
  await waitFor(() => expect(marked()).toBe('Compare token and leaky bucket'));
  expect(app.thread.target).not.toBeNull();
});

it('tells a session that waits for its first prompt from those that can be read', async () => {
  const { user, app } = await opened();
  const leaf = app.branch.leaf;
  app.tree.begin({
    session: 'new',
    from: leaf?.session ?? '',
    record: leaf?.tip ?? '',
    time: new Date().toISOString(),
  });
  const waiting = await waitFor(() => {
    const row = rows().find(({ id }) => app.tree.branches.segment(id.replace('node-', ''))?.waiting);
    if (!row) throw new Error('it has no row yet');
    return row;
  });
  expect(within(waiting).queryByRole('button'), 'there is nothing to go on from').toBeNull();
  await user.click(waiting);
  expect(app.message.text).toBe('Enter your first prompt in the terminal of this session');
});

it('says why a chat could not be read, and reads it when it can', async () => {
  const { app, user, backend } = drawn(TreePane, {}, { failing: { chat: 'the disk is slow' } }, (app) => {
    app.start();
    app.nowShown();
  });
  expect(await screen.findByRole('alert')).toHaveTextContent('Could not load this chat: the disk is slow');
  backend.fix();
  await user.click(button('Retry'));
  await waitFor(() => expect(titles()).toContain(RETRY));
  expect(app.tree.error).toBeNull();
});

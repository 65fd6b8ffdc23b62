import { render, screen, waitFor, within } from '@testing-library/svelte';
import userEvent from '@testing-library/user-event';
import { describe, expect, it, vi } from 'vitest';
import App from './App.svelte';
import type { FakeBackend, FakeOptions } from '../lib/backend/fake';
import { fakeBackend } from '../lib/backend/fake';
import { fakeChats } from '../lib/backend/fake-chats';
import { BackendError } from '../lib/backend/backend';
import type { Segment } from '../lib/backend/types';
// The window fetches it; compiling it is the tests' affair and not a wait of the window.
import '../panes/thread/ThreadView.svelte';

/** Without the two that are large on purpose. */
function someChats() {
  return fakeChats(Date.now()).filter((c) => c.sessions.length < 50 && !c.title.startsWith('Terraform'));
}

function open(options: FakeOptions = {}): { backend: FakeBackend; user: ReturnType<typeof userEvent.setup> } {
  const backend = fakeBackend({ chats: someChats(), ...options });
  render(App, { props: { backend } });
  return { backend, user: userEvent.setup() };
}

const chats = () => screen.getByRole('tree', { name: /^Chats/ });
const tree = () => screen.getByRole('tree', { name: /^(Branches|Prompts)/ });
const thread = () => screen.getByRole('feed');
const chat = (name: RegExp) => within(chats()).findByRole('treeitem', { name });
const node = (name: RegExp) => within(tree()).findByRole('treeitem', { name });

/** How many prompts lie before the fork. */
const BEFORE = 2;

/** Another session forks the chat in its middle: the open branch does not grow. */
function fork(backend: FakeBackend, id: string) {
  const [tree, thread] = [backend.chat.bind(backend), backend.thread.bind(backend)];
  vi.spyOn(backend, 'chat').mockImplementation(async (...asked) => {
    const chat = await tree(...asked);
    const [whole] = chat.segments as [Segment];
    const early = { ...whole, tip: 'cut', turns: BEFORE, leaf: false };
    const late = { ...whole, id: 'late', parent: whole.id, first: 'after the cut', title: 'What went on' };
    const other = { ...late, id: 'fork', session: 'f0', tip: 'f0', turns: 1, title: 'Elsewhere' };
    return { ...chat, segments: [early, late, { ...other, end: new Date().toISOString() }] };
  });
  vi.spyOn(backend, 'thread').mockImplementation(async (...asked) => {
    const skeleton = await thread(...asked);
    const start = { row: skeleton.turns.rows[BEFORE] ?? 0, id: 'late' };
    return { ...skeleton, segments: [...(skeleton.segments ?? []), start] };
  });
  backend.emit({ chats: [id], sessions: ['f0'] });
}

describe('the window', () => {
  it('opens on the newest chat, at the end of its newest branch', async () => {
    open();
    const newest = await chat(/Token bucket/);
    await waitFor(() => expect(newest).toHaveAttribute('aria-selected', 'true'));
    const leaf = await node(/^Retry with jitter/);
    await waitFor(() => expect(leaf).toHaveAttribute('aria-selected', 'true'));
    await waitFor(() => expect(thread()).toHaveTextContent('Clean, apart from one unused parameter'));
  });

  it('asks to be shown once, and before it draws: a hidden window draws no frame', async () => {
    const frames = vi.spyOn(window, 'requestAnimationFrame').mockReturnValue(0);
    try {
      const { backend } = open();
      await waitFor(() => expect(backend.log).toContain('ready'));
      await chat(/Token bucket/);
      expect(backend.log.filter((entry) => entry === 'ready')).toHaveLength(1);
    } finally {
      frames.mockRestore();
    }
  });

  it('says what of the history could not be read, and shows the lines', async () => {
    const { user } = open();
    await chat(/Token bucket/);
    await user.keyboard('{Control>}{Shift>}h{/Shift}{/Control}');
    const dialog = await screen.findByRole('dialog', { name: 'History health' });
    await within(dialog).findByText(/permission denied/);
    for (const said of [
      /Line 3: not JSON/,
      /Session \S+ not found/,
      /new-thing \(4\)/,
      /keeps sessions for 30 days \(default\)/,
    ])
      expect(dialog).toHaveTextContent(said);
    await user.click(within(dialog).getByRole('button', { name: 'Show line' }));
    expect(await screen.findByRole('dialog', { name: 'Unreadable lines' })).toBeVisible();
  });

  it('lists chats by project, and counts them by scope', async () => {
    const { user } = open();
    await chat(/Token bucket/);
    expect(chats()).toHaveTextContent('資料庫-migration');
    await user.click(screen.getByRole('button', { name: /^Running/ }));
    await waitFor(() => expect(chats().querySelectorAll('.chat')).toHaveLength(2));
    await user.click(screen.getByRole('button', { name: /^Expiring/ }));
    await waitFor(() => expect(chats()).toHaveTextContent('Expires in 2 days'));
  });

  it('says so when a chat is deleted while it is opened, and offers another', async () => {
    const { backend, user } = open();
    await screen.findByRole('feed');
    const gone = new BackendError('not-found', 'there is no such chat');
    const asked = vi.spyOn(backend, 'chat').mockRejectedValueOnce(gone);
    await user.click(await within(chats()).findByText(/Flaky e2e/));
    await user.click(await screen.findByRole('button', { name: 'Open newest chat' }));
    expect(asked).toHaveBeenCalledTimes(2);
    await waitFor(async () => expect(await chat(/Token bucket/)).toHaveAttribute('aria-selected', 'true'));
    await screen.findByRole('feed');
    expect(screen.queryByText(/no longer exists/)).toBeNull();
  });

  it('says so when nothing in a file can be read, and leads to its lines and to the health', async () => {
    const { backend, user } = open();
    await screen.findByRole('feed');
    const read = backend.thread.bind(backend);
    vi.spyOn(backend, 'thread').mockImplementation(async (...asked) => {
      const thread = await read(...asked);
      const none = { row: -1, ref: 'bad-0', lines: 1_146, bytes: 34_000 };
      return { ...thread, total: 0, unreadable: [none] };
    });
    await user.click(await within(chats()).findByText(/Flaky e2e/));
    expect(
      await screen.findByText(/None of its 1,146 lines \(34 KB\) is a Claude Code record/),
    ).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Open history health' }));
    expect(await screen.findByRole('dialog', { name: 'History health' })).toBeVisible();
  });

  it('says so when there is no history', async () => {
    open({ chats: [] });
    expect(await within(chats()).findByText('No chats yet')).toBeVisible();
    expect(await screen.findByText('Contains no sessions')).toBeVisible();
    expect(screen.getByRole('button', { name: 'Choose directory…' })).toBeVisible();
    expect(screen.queryByText(/Select a chat/)).toBeNull();
  });

  it('says why a Claude directory without chats could not be read', async () => {
    const gone = {
      path: '/mnt/gone',
      display: '/mnt/gone',
      exists: false,
      archived: false,
      error: 'no projects directory',
    };
    const home = {
      path: '/home/ada/.claude',
      display: '~/.claude',
      exists: true,
      archived: false,
      error: '',
    };
    open({ chats: [], roots: [gone, home] });
    expect(await screen.findByText('no projects directory')).toBeVisible();
    expect(screen.getByText('/mnt/gone')).toBeVisible();
    expect(screen.getByText('Contains no sessions')).toBeVisible();
  });

  it('says so when it shows the demo', async () => {
    const { user } = open({ demo: true });
    const note = await screen.findByText(/This is demo data/);
    await user.click(screen.getByRole('button', { name: 'Dismiss' }));
    expect(note).not.toBeInTheDocument();
  });

  it('offers to try again where something failed', async () => {
    const { backend, user } = open({ failing: { chats: 'the disk is on fire' } });
    expect(await screen.findByRole('alert')).toHaveTextContent('the disk is on fire');
    backend.fix();
    await user.click(screen.getByRole('button', { name: 'Retry' }));
    expect(await chat(/Token bucket/)).toBeInTheDocument();
  });

  it('keeps what is read when a hint comes', async () => {
    const { backend } = open();
    await waitFor(() => expect(thread()).toHaveTextContent('Clean, apart from one unused parameter'));
    backend.emit({ scan: true, chats: ['x'], sessions: ['y'] });
    await waitFor(() => expect(thread()).toHaveTextContent('Clean, apart from one unused parameter'));
  });
});

describe('the tree', () => {
  it('folds superseded versions and shows them on s', async () => {
    const { user } = open();
    const fold = await node(/3 superseded versions/);
    expect(fold).toHaveAttribute('aria-expanded', 'false');
    tree().focus();
    await user.keyboard('s');
    expect(await node(/Token bucket, day 2/)).toBeInTheDocument();
    await user.keyboard('s');
    expect(await node(/3 superseded versions/)).toBeInTheDocument();
  });

  it('says in words why a branch hangs where it hangs', async () => {
    const { user } = open();
    await user.hover(await node(/^Leaky bucket/));
    expect(await screen.findByText(/shared records/, { selector: '.evidence p' })).toBeVisible();
    expect(screen.getByText('inferred')).toBeVisible();
  });

  it('gives an outline that becomes a tree to the node that is read', async () => {
    const chat = someChats().find(({ segments: [first, ...more] }) => {
      const turns = first?.turns ?? 0;
      return more.length === 0 && turns > BEFORE && turns < 9;
    });
    if (!chat) throw new Error('no chat');
    const { backend } = open({ chats: [chat] });
    const outline = await screen.findByRole('tree', { name: /^Prompts of this chat/ });
    outline.focus();
    fork(backend, chat.id);
    const tree = await screen.findByRole('tree', { name: /^Branches/ });
    const turns = chat.segments[0]?.turns ?? 0;
    await waitFor(() => {
      expect(within(tree).getByRole('treeitem', { selected: true })).toHaveTextContent('What went on');
      const list = within(tree).getByRole('group', { name: /^Prompts of this node/ });
      expect(Array.from(list.querySelectorAll('.n'), (n) => n.textContent)).toEqual(
        Array.from({ length: turns - BEFORE }, (_, i) => String(BEFORE + i + 1)),
      );
    });
    expect(tree, 'who stood on the prompts stands on the branches').toHaveFocus();
  });

  it('is an outline for a chat without branches: a prompt, and what it led to', async () => {
    const { user } = open();
    await user.click((await chat(/cold start/)).querySelector('.chat') ?? document.body);
    expect(await screen.findByText(/Claude resumes after turn/)).toBeInTheDocument();
    expect(screen.getByRole('tree', { name: 'Prompts of this chat, oldest first' })).toBeInTheDocument();
  });
});

describe('settings', () => {
  it('switch the theme and are saved', async () => {
    const { backend, user } = open();
    await chat(/Token bucket/);
    await user.click(screen.getByRole('button', { name: 'Settings' }));
    await user.click(await screen.findByRole('button', { name: 'Dark' }));
    expect(document.documentElement.dataset.theme).toBe('dark');
    await waitFor(async () => expect((await backend.settings()).theme).toBe('dark'));
    await user.click(screen.getByRole('checkbox', { name: /^Notify when Claude finishes/ }));
    await waitFor(async () => expect((await backend.settings()).notify).toBe(true));
  });

  it('copies a bug report from history health', async () => {
    const { backend, user } = open();
    await chat(/Token bucket/);
    await user.keyboard('{Control>}{Shift>}h{/Shift}{/Control}');
    await user.click(await screen.findByRole('button', { name: 'Copy report' }));
    expect(await screen.findByText('Report copied')).toBeVisible();
    expect(backend.log).toContain('copy Dendro 1.2.3\n');
  });

  it('say why there are no notifications', async () => {
    const { backend, user } = open({ failing: { readyToNotify: 'the system does not let Dendro' } });
    await chat(/Token bucket/);
    await user.click(screen.getByRole('button', { name: 'Settings' }));
    const box = await screen.findByRole('checkbox', { name: /^Notify when Claude finishes/ });
    await user.click(box);
    expect(
      await screen.findByText('Notifications are not available: the system does not let Dendro'),
    ).toBeVisible();
    expect(box).not.toBeChecked();
    expect(box).toBeEnabled();
    backend.fix();
    await user.click(box);
    await waitFor(async () => expect((await backend.settings()).notify).toBe(true));
    expect(screen.queryByText(/Notifications are not available/)).not.toBeInTheDocument();
    expect(box).toBeChecked();
  });

  it('remember the widths of the panes', async () => {
    const { backend, user } = open({ settings: { panes: { sidebar: 300, tree: 9_000, inspector: 0 } } });
    await chat(/Token bucket/);
    const split = screen.getByRole('separator', { name: 'Resize chats' });
    expect(split).toHaveAttribute('aria-valuenow');
    split.focus();
    await user.keyboard('{ArrowLeft}');
    await waitFor(async () => expect((await backend.settings()).panes.sidebar).toBeLessThan(300));
    expect((await backend.settings()).panes.tree).toBeLessThanOrEqual(1600);
  });

  it('show every key', async () => {
    const { user } = open();
    await node(/^Retry/);
    tree().focus();
    await user.keyboard('?');
    const sheet = await screen.findByRole('dialog', { name: 'Keyboard shortcuts' });
    expect(sheet).toHaveTextContent('Previous prompt');
    await user.keyboard('{Escape}');
    await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
  });
});

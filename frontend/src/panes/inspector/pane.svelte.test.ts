import { screen, waitFor, within } from '@testing-library/svelte';
import { describe, expect, it, vi } from 'vitest';
import { BackendError } from '../../lib/backend/backend';
import { fakeBackend } from '../../lib/backend/fake';
import type { BesideFile, CommandRun, Figures } from '../../lib/backend/types';
import { drawnOpen, now, someChats } from '../../test/inapp';
import Inspector from './Inspector.svelte';

const figures = () => screen.getByRole('region', { name: 'Statistics' });
const button = (name: string | RegExp) => screen.getByRole('button', { name });
/** The text beside a term. */
const fact = (term: string) => screen.getByText(term, { selector: 'dt' }).nextElementSibling;
const file = (name: string) => button(new RegExp(`^${name} .*Go to next row`));

/** The inspector on the newest chat; `change` adds to its figures. */
async function opened(change: Partial<Figures> = {}) {
  const backend = fakeBackend({ now, chats: someChats() });
  const count = backend.figures.bind(backend);
  const counted = vi
    .spyOn(backend, 'figures')
    .mockImplementation(async (...asked) => ({ ...(await count(...asked)), ...change }));
  const test = await drawnOpen(Inspector, {}, { backend }, (app) => (app.inspector.open = true));
  return { ...test, counted };
}

describe('the inspector', () => {
  it('counts the session, and all of its chat where that is asked for', async () => {
    const { user, app, counted } = await opened();
    expect(await screen.findByRole('heading', { name: 'Session' })).toBeVisible();
    const prompts = Number(fact('Prompts')?.textContent);
    expect(fact('Session ID')).toHaveTextContent(app.thread.target?.session ?? '?');
    expect(button('Session')).toHaveAttribute('aria-pressed', 'true');
    // A session may be counted again, as it grows; the chat only when that is asked for.
    const scopes = () => new Set(counted.mock.calls.map(([, scope]) => scope));
    expect(scopes()).toEqual(new Set(['session']));
    await user.click(button('Whole chat'));
    expect(await screen.findByRole('heading', { name: 'Chat with 9 sessions' })).toBeVisible();
    expect(Number(fact('Prompts')?.textContent)).toBeGreaterThan(prompts);
    expect(scopes()).toEqual(new Set(['session', 'chat']));
  });

  it('lists the commands, the last first, those that failed when asked, and leads to their rows', async () => {
    const backend = fakeBackend({ now, chats: someChats() });
    const list: CommandRun[] = Array.from({ length: 12 }, (_, i) => ({
      row: i,
      turn: 1,
      text: `make ${String(i)}`,
      end: i === 3 ? 'error' : i === 5 ? 'denied' : i === 11 ? 'missing' : 'ok',
      ...(i === 3 ? { exit: 2 } : {}),
    }));
    vi.spyOn(backend, 'commands').mockImplementation((session, tip) =>
      Promise.resolve({ session, tip, total: 12, failed: 2, list }),
    );
    const { user, app } = await drawnOpen(Inspector, {}, { backend }, (made) => (made.inspector.open = true));
    const section = (await screen.findByRole('heading', { name: /^Commands/ })).closest('section');
    if (!section) throw new Error('no section');
    const runs = () =>
      within(section)
        .getAllByRole('listitem')
        .map((item) => item.textContent.trim());
    expect(runs()).toHaveLength(8);
    expect(runs()[0]).toMatch(/^make 11\s*no result$/);
    await user.click(within(section).getByRole('button', { name: 'Show all 12 commands' }));
    expect(runs()).toHaveLength(12);
    await user.click(within(section).getByRole('button', { name: '2 failed' }));
    expect(runs()).toEqual([
      expect.stringMatching(/^make 5\s*denied$/),
      expect.stringMatching(/^make 3\s*exit 2$/),
    ]);
    const went = vi.spyOn(app.thread.scroll, 'jumpTo');
    await user.click(within(section).getByRole('button', { name: /^make 3/ }));
    await waitFor(() => expect(went).toHaveBeenCalledWith(3, 0));
  });

  it('lists tasks, plans and what hooks set, and leads to their turns', async () => {
    const backend = fakeBackend({ now, chats: someChats() });
    const at = { path: 'x/y.md', time: '', tasks: [], text: '', cut: false };
    const files: BesideFile[] = [
      { ...at, kind: 'todos', turn: 0, row: -1, tasks: [{ text: 'Before', detail: '', state: 'completed' }] },
      ...Array.from({ length: 9 }, (_, i): BesideFile => {
        const tasks = [{ text: `Task ${String(i)}`, detail: '', state: 'in_progress' }];
        return { ...at, kind: 'task', turn: i + 1, row: i, tasks };
      }),
      { ...at, kind: 'plan', turn: 2, row: 5, text: '# The **plan**', cut: true },
      { ...at, kind: 'environment', path: 'z/hook.sh', turn: 2, row: 5, text: 'export A=<b>1</b>' },
    ];
    vi.spyOn(backend, 'beside').mockImplementation((session, tip) =>
      Promise.resolve({ session, tip, files }),
    );
    const { user, app } = await drawnOpen(Inspector, {}, { backend }, (made) => (made.inspector.open = true));
    const section = (await screen.findByRole('heading', { name: /^Tasks 10 9 open/ })).closest('section');
    if (!section) throw new Error('no section');
    const tasks = () => within(section).getAllByRole('listitem');
    expect(tasks()).toHaveLength(8);
    expect(tasks()[0]).toHaveTextContent(/^Before\s*completed$/);
    await user.click(within(section).getByRole('button', { name: 'Show all 10 tasks' }));
    const went = vi.spyOn(app.thread.scroll, 'jumpTo');
    await user.click(within(section).getByRole('button', { name: 'Turn 9' }));
    await waitFor(() => expect(went).toHaveBeenCalledWith(8, 0));
    await user.click(screen.getByText('y.md'));
    expect(screen.getByRole('heading', { name: 'The plan' })).toBeVisible();
    expect(screen.getByText('Only the beginning is shown.')).toBeVisible();
    await user.click(screen.getByText('hook.sh'));
    expect(screen.getByText('export A=<b>1</b>')).toBeVisible();
  });

  it('leads to pull requests, and says how Claude Code was started', async () => {
    const pullRequests = [{ number: 7, url: 'https://github.com/a/b/pull/7' }];
    const { user, app } = await opened({ pullRequests, entrypoints: ['sdk-cli', 'x'], efforts: ['high'] });
    const went = vi.spyOn(app.backend, 'openURL');
    await user.click(await screen.findByRole('button', { name: '#7' }));
    expect(went).toHaveBeenCalledWith('https://github.com/a/b/pull/7');
    expect(fact('Started as')).toHaveTextContent(/^With -p\s*x$/);
    expect(fact('Effort')).toHaveTextContent('high');
  });

  it('names the other files of a session id', async () => {
    const primary = '~/.claude/projects/-a/5e55.jsonl';
    await opened({ copyOf: '5e55', primary, duplicates: ['~/backup/5e55.jsonl', '~/old/5e55.jsonl'] });
    await screen.findByRole('heading', { name: 'Session' });
    expect(fact('Copy of')).toHaveTextContent(primary);
    expect(fact('Duplicates')).toHaveTextContent('~/backup/5e55.jsonl');
  });

  it('is closed by Esc and by its button', async () => {
    const { user, app } = await opened();
    app.panes.focus('inspector');
    expect(figures()).toHaveFocus();
    await user.keyboard('{Escape}');
    expect(app.inspector.open).toBe(false);
    app.inspector.toggle();
    expect(app.inspector.open).toBe(true);
    await user.click(button('Close inspector'));
    expect(app.inspector.open).toBe(false);
  });

  it('says why nothing was counted, and counts again', async () => {
    const { user, counted } = await opened();
    await screen.findByRole('heading', { name: 'Session' });
    counted.mockRejectedValueOnce(new BackendError('unreadable', 'the file is locked'));
    await user.click(button('Whole chat'));
    expect(await screen.findByRole('alert')).toHaveTextContent(
      'Could not load statistics: the file is locked',
    );
    await user.click(button('Retry'));
    expect(await screen.findByRole('heading', { name: /^Chat with/ })).toBeVisible();
  });

  it('is busy until it knows', async () => {
    let answer: (counted: Figures) => void = () => undefined;
    const { user, backend, counted, app } = await opened();
    await screen.findByRole('heading', { name: 'Session' });
    counted.mockReturnValueOnce(new Promise((resolve) => (answer = resolve)));
    await user.click(button('Whole chat'));
    expect(figures()).toHaveAttribute('aria-busy', 'true');
    expect(figures().querySelectorAll('.skeleton').length).toBeGreaterThan(4);
    answer(await backend.figures(app.thread.target?.session ?? '', 'session'));
    await waitFor(() => expect(figures()).toHaveAttribute('aria-busy', 'false'));
    expect(figures().querySelector('.skeleton')).toBeNull();
  });
});

describe('the figures', () => {
  it('give tokens by model, together, and those of agents', async () => {
    const tokens = { in: 1_200, out: 640, cacheRead: 41_000, cacheWrite: 2_300 };
    const model = (name: string) => ({ model: name, messages: 3, tokens });
    await opened({
      models: [model('claude-opus-4-5-20251101'), model('')],
      tokens: { in: 2_400, out: 1_280, cacheRead: 82_000, cacheWrite: 4_600 },
      agentTokens: { in: 0, out: 90_000, cacheRead: 0, cacheWrite: 0 },
    });
    const table = await screen.findByRole('table');
    const row = (name: string) =>
      within(within(table).getByRole('rowheader', { name }).parentElement as HTMLElement)
        .getAllByRole('cell')
        .map((cell) => cell.textContent);
    expect(row('opus 4.5')).toEqual(['1.2k', '640', '41k', '2.3k']);
    expect(row('Unknown')[0]).toBe('1.2k');
    expect(row('Total')[2]).toBe('82k');
    expect(row('By agents')[1]).toBe('90k');
  });

  it('say what Claude Code recorded of the cost of a session, and its worktree', async () => {
    const { user } = await opened({ recordedCost: 1.5, worktree: '/srv/gull/.claude/worktrees/heron' });
    expect(await screen.findByText('Recorded by Claude Code: $1.50')).toBeVisible();
    expect(fact('Worktree')).toHaveTextContent('/srv/gull/.claude/worktrees/heron');
    await user.click(button('Whole chat'));
    await screen.findByRole('heading', { name: 'Chat with 9 sessions' });
    expect(screen.queryByText(/Recorded by/), 'it is of one session').toBeNull();
  });

  it('list the tools that were called most, those that failed, and the rest on demand', async () => {
    const tools = Array.from({ length: 11 }, (_, i) => ({ name: `Tool ${i}`, count: 40 - i, failed: i % 2 }));
    const { user } = await opened({ tools });
    await screen.findByRole('heading', { name: 'Tools' });
    const names = () => screen.getAllByText(/^Tool \d+$/).map((tool) => tool.textContent);
    expect(names()).toHaveLength(8);
    expect(screen.getAllByText('1 failed', { selector: 'small' })).toHaveLength(4);
    await user.click(button('Show all 11 tools'));
    expect(names()).toHaveLength(11);
    await user.click(button('Show first 8'));
    expect(names()).toHaveLength(8);
  });

  it('say what of the file could not be read, and lead to the lines', async () => {
    const { user, app } = await opened({
      malformed: [{ file: 'agent-a1.jsonl', line: 7, error: 'not JSON' }],
      malformedMore: 2,
      torn: 1,
      oversized: 3,
      unreadable: [{ path: 'agent-b2.jsonl', error: 'permission denied' }],
      expiresInDays: 3,
      agentBytes: 1_000,
    });
    expect(await screen.findByRole('heading', { name: '3 unreadable lines' })).toBeVisible();
    for (const said of [
      'agent-a1.jsonl:7',
      'not JSON',
      'agent-b2.jsonl',
      'permission denied',
      '2 more lines not shown',
    ])
      expect(figures()).toHaveTextContent(said);
    expect(fact('Last line')).toHaveTextContent('Incomplete, still being written');
    expect(fact('Too long')).toHaveTextContent('3 lines');
    expect(fact('Expires')).toHaveTextContent('in 3 days');
    expect(fact('Size')).toHaveTextContent('1.0 KB in agents');
    await user.click(button('Show unreadable lines'));
    await waitFor(() => expect([app.raw.open, app.raw.sides.length]).toEqual([true, 1]));
    await user.click(button('Show records outside the conversation'));
    await waitFor(() => expect(app.raw.sides.length).toBe(3));
  });

  it('say what else the session is known as', async () => {
    await opened({ names: ['PR #4711 https://example.com/pull/4711', 'release'] });
    const names = await screen.findByText('Also known as');
    expect(names.nextElementSibling).toHaveTextContent('PR #4711 https://example.com/pull/4711release');
  });

  it('reveal the file', async () => {
    const { user, app, backend } = await opened();
    await user.click(await screen.findByRole('button', { name: 'Reveal' }));
    await waitFor(() => expect(backend.log).toContain(`reveal ${app.thread.target?.session ?? ''}`));
  });
});

describe('a file that was touched', () => {
  it('leads from row to row of the branch, to each opened', async () => {
    const { user, app } = await opened();
    await user.click(button('Whole chat'));
    await user.click(await screen.findByRole('button', { name: /^file0\.go .*Go to next row/ }));
    const steps = await screen.findByText(/^Row \d+ of \d+ on this branch$/);
    const n = Number(/of (\d+)/.exec(steps.textContent)?.[1]);
    expect(n).toBeGreaterThan(2);
    expect(file('file0.go')).toHaveAttribute('aria-pressed', 'true');
    const at = () => Number(/Row (\d+)/.exec(screen.getByText(/^Row/).textContent)?.[1]);
    const first = at();
    await user.click(button('Next row with this file'));
    expect(at()).toBe((first % n) + 1);
    const { jump } = app.thread.scroll;
    expect(app.thread.opened.isOpen(`r${String(jump?.row)}`)).toBe(true);
    await user.click(button('Previous row with this file'));
    await user.click(button('Previous row with this file'));
    expect(at()).toBe(((first - 2 + n) % n) + 1);
  });

  it('says where it is nowhere on this branch, and why it was not found', async () => {
    const { user, backend } = await opened();
    const touching = vi.spyOn(backend, 'touching');
    await screen.findByRole('heading', { name: 'Session' });
    touching.mockResolvedValueOnce({ session: '', file: '', rows: [] });
    await user.click(file('file0.go'));
    expect(await screen.findByText('Not touched on this branch')).toBeVisible();
    touching.mockRejectedValueOnce(new BackendError('unreadable', 'the disk is slow'));
    await user.click(file('file1.go'));
    expect(await screen.findByText('Could not find rows: the disk is slow')).toBeVisible();
  });

  it('narrows the tree to what touches it, and gives it back', async () => {
    const { user, app } = await opened();
    await user.click(await screen.findByRole('button', { name: /^file0\.go/ }));
    const narrow = await screen.findByRole('button', { name: 'Filter tree by this file' });
    await user.click(narrow);
    await waitFor(() => expect(app.tree.view.filter.touching?.size).toBeGreaterThan(0));
    expect(narrow).toHaveAttribute('aria-pressed', 'true');
    await user.click(narrow);
    expect(app.tree.view.filter.touching).toBeNull();
  });
});

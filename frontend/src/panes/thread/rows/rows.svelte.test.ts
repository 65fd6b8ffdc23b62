import { fireEvent, screen, waitFor, within } from '@testing-library/svelte';
import { describe, expect, it, vi } from 'vitest';
import { BackendError } from '../../../lib/backend/backend';
import { fakeBackend } from '../../../lib/backend/fake';
import type { Row, Settings, ToolRow } from '../../../lib/backend/types';
import { drawn, drawnOpen, now, someChats } from '../../../test/inapp';
import { openedApp } from '../../../test/opened';
import RowView from '../RowView.svelte';

const base = { uuid: 'u1', block: 1, time: '2026-11-20T13:00:00Z', index: 0, turn: 1 };
const lines = (n: number) => Array.from({ length: n }, (_, i) => `line ${i + 1}`).join('\n');
const button = (name: string | RegExp) => screen.getByRole('button', { name });

/** One row of a thread, closed; under `id` it remembers whether it is open. */
function show(row: Row | undefined, settings: Partial<Settings> = {}, backend = fakeBackend({ chats: [] })) {
  const props = { row, id: 'r0', session: 's1', project: '/home/ada/projects/my-app' };
  return drawn(RowView, props, { backend }, (app, _keys, cards) => {
    app.settings.value = { ...app.settings.value, ...settings };
    void cards.load();
  });
}

const agentCall = (name: string, more: Partial<ToolRow['tool']> = {}): ToolRow => ({
  ...base,
  kind: 'tool',
  tool: { id: 't', name, status: 'ok', input: {}, result: '', images: 0, ...more },
  sidechain: { agent: 'a1', type: 'Explore', model: 'claude-sonnet-4-5', total: 5, tokens: 24_000 },
});

describe('a long text', () => {
  it.each([
    ['prompt', 40],
    ['reply', 600],
    ['notice', 40],
  ] as const)(
    'of a %s shows its beginning, all of it on demand, and its beginning again',
    async (kind, n) => {
      const { user } = show({ ...base, kind, text: lines(n) });
      expect(screen.queryByText(new RegExp(`line ${n}`))).toBeNull();
      await user.click(button(`Show all ${n} lines`));
      expect(screen.getByText(new RegExp(`line ${n}`))).toBeVisible();
      await user.click(button('Show less'));
      expect(screen.queryByText(new RegExp(`line ${n}`))).toBeNull();
    },
  );

  it('that is hardly longer than its place is shown whole', () => {
    show({ ...base, kind: 'prompt', text: lines(3) });
    expect(screen.getByText(/line 3/)).toBeVisible();
    expect(screen.queryByRole('button')).toBeNull();
  });
});

describe('a prompt of the queue', () => {
  it('that is no record of its own says that a resume does not load it', () => {
    show({ ...base, kind: 'prompt', text: 'red first', loaded: false });
    expect(screen.getByText(/A resume does not load it/)).toBeVisible();
  });

  it('that is a record does not', () => {
    show({ ...base, kind: 'prompt', text: 'red first' });
    expect(screen.queryByText(/does not load/)).toBeNull();
  });
});

describe('a message from elsewhere', () => {
  const message: Row = { ...base, kind: 'message', text: 'bump the **timeout**' };

  it.each([
    ['peer', 'planner', 'Another session'],
    ['teammate', 'reader', 'Teammate'],
    ['coordinator', '', 'Coordinator'],
    ['auto', '', 'Automatic'],
  ] as const)('of a %s names its sender', (kind, name, said) => {
    show({ ...message, from: { kind, name } });
    expect(screen.getByText(said)).toBeVisible();
    if (name !== '') expect(screen.getByText(name)).toBeVisible();
    expect(screen.getByText('timeout')).toBeVisible();
  });

  it('says what its sender wrote it is about', () => {
    show({ ...message, from: { kind: 'teammate', name: 'reader' }, subject: 'tests are done' });
    expect(screen.getByText(/tests are done/)).toBeVisible();
  });

  it('names the channel of a prompt that a person sent through one', () => {
    show({ ...message, kind: 'prompt', from: { kind: 'channel', name: 'telegram · me' } });
    expect(screen.getByText('telegram · me')).toBeVisible();
    expect(screen.getByText('Channel')).toBeVisible();
  });

  it('of a kind that a later version writes is a message', () => {
    show({ ...message, from: { kind: 'constructor' as never, name: 'x' } });
    expect(screen.getByText('Message')).toBeVisible();
  });
});

describe('thinking', () => {
  const thinking: Row = { ...base, kind: 'thinking', text: 'First this.\nThen that.' };

  it('is one line until it is opened', async () => {
    const { user } = show(thinking);
    const line = button(/Thinking:\s*First this\./);
    expect(line).toHaveAttribute('aria-expanded', 'false');
    await user.click(line);
    expect(button(/Then that/)).toHaveAttribute('aria-expanded', 'true');
  });

  it('is open where the settings say so, and closed by a click', async () => {
    const { user } = show(thinking, { showThinking: true });
    await user.click(button(/Then that/));
    expect(button(/Thinking/)).toHaveAttribute('aria-expanded', 'false');
  });

  it('that was not recorded says so', () => {
    show({ ...thinking, text: '  ' });
    expect(button(/Thinking \(not recorded\)/)).toBeVisible();
  });
});

describe('a compaction', () => {
  it('says how it came and what it saved, and opens to its summary', async () => {
    const tokens = { trigger: 'auto', preTokens: 156_000, postTokens: 9_000 };
    const { user } = show({ ...base, kind: 'compaction', text: 'They agreed on **rows**.', ...tokens });
    const cut = button(/^Compacted automatically · 156k → 9k tokens\s· Summary/);
    expect(cut).toHaveAttribute('aria-expanded', 'false');
    await user.click(cut);
    expect(screen.getByText('rows')).toBeVisible();
  });

  it('without a summary has nothing to open', () => {
    show({ ...base, kind: 'compaction', text: '', trigger: 'manual' });
    expect(button('Compacted manually')).toBeDisabled();
  });
});

describe('a notice', () => {
  it('of what ended in the background is one line', async () => {
    const text = 'Tests finished\nall 40 of them passed';
    const { user } = show({ ...base, kind: 'notice', text, notice: 'notification' });
    expect(screen.queryByText(/all 40/)).toBeNull();
    await user.click(button('Show result'));
    expect(screen.getByText(/all 40/)).toBeVisible();
  });

  it('of a background task leads to its call and to the notification of its end', async () => {
    const chats = someChats();
    const { app: first, backend } = await openedApp({ now, chats });
    const { session, tip } = first.thread.target ?? { session: '', tip: '' };
    const { rows } = await backend.rows(session, tip, 0, 9);
    const to = (row: number) => ({ uuid: rows[row]?.uuid ?? '', block: rows[row]?.block ?? 0 });
    const text = 'Background task: Read the tide';
    const row: Row = { ...base, kind: 'notice', text, notice: 'task', call: to(3), end: to(5) };
    const { user, app } = await drawnOpen(RowView, { row, id: 'r0', session, project: '' }, { now, chats });
    await user.click(button('Go to call'));
    await waitFor(() => expect(app.place.here?.found).toEqual([3]));
    await user.click(button('Go to notification'));
    await waitFor(() => expect(app.place.here?.found).toEqual([5]));
  });

  it('whose task no id joins leads nowhere', () => {
    show({ ...base, kind: 'notice', text: 'Background task: Read the tide', notice: 'task' });
    expect(screen.queryByRole('button')).toBeNull();
  });

  it('of a failed hook is one quiet line, opened on request', async () => {
    const text = 'PostToolUse:Edit (exit 2): no formatter\nlook at its settings';
    const { user, container } = show({ ...base, kind: 'notice', text, notice: 'hook', level: 'error' });
    expect(screen.queryByText(/look at its settings/)).toBeNull();
    expect(button(/^Hook failed PostToolUse:Edit/)).toHaveAttribute('aria-expanded', 'false');
    expect(container.querySelector('.bad'), 'in no colour of an alarm').toBeNull();
    await user.click(button(/^Hook failed/));
    expect(screen.getByText(/look at its settings/)).toBeVisible();
    expect(button('Hook failed'), 'said once').toHaveAttribute('aria-expanded', 'true');
    await user.click(button('Hook failed'));
    expect(screen.queryByText(/look at its settings/)).toBeNull();
  });
});

describe('pictures', () => {
  const pictures = [
    { index: 0, type: 'image/png', bytes: 10, width: 400, height: 360 },
    { index: 1, type: 'image/svg+xml', bytes: 10 },
    { index: 2, type: 'image/png', bytes: 0, url: 'https://pictures.example/a.png' },
  ];
  const row: Row = { ...base, kind: 'prompt', text: 'Look', images: 3, pictures };

  it('have their place before they are there; what is unsafe or elsewhere is not loaded', () => {
    show(row);
    const all = screen.getAllByRole('img');
    expect(all).toHaveLength(1);
    expect(all[0]).toHaveAccessibleName('Image 1 of 3');
    expect([all[0]?.getAttribute('width'), all[0]?.getAttribute('height')]).toEqual(['200', '180']);
    expect(screen.getByText('Could not show image 2 (svg+xml)')).toBeVisible();
    expect(screen.getByText('Remote image, not loaded')).toBeVisible();
  });

  it('that cannot be drawn say so', async () => {
    show(row);
    await fireEvent.error(screen.getByRole('img'));
    expect(screen.queryByRole('img')).toBeNull();
    expect(screen.getByText('Could not show image 1 (png)')).toBeVisible();
  });
});

describe('an agent that is unfolded', () => {
  it('marks its call as the search result while its rows load, and none of the rows', async () => {
    const backend = fakeBackend({ chats: [] });
    backend.agentRows = () => new Promise(() => undefined);
    const { app, user, container } = show(
      agentCall('Task', { input: { description: 'who parses it?' } }),
      {},
      backend,
    );
    app.thread.found = { rows: [0], stamp: 1 };
    await user.click(button(/who parses it\?/));
    await waitFor(() => expect(container.querySelectorAll('.side .row').length).toBeGreaterThan(1));
    expect(container.querySelectorAll('.row.shown')).toHaveLength(1);
  });

  it('shows what it said below its call, and opens alone', async () => {
    const { user, atHand } = show(agentCall('Task', { input: { description: 'who parses it?' } }));
    const call = button(/who parses it\?/);
    expect(call).toHaveTextContent(/5 rows/);
    await user.click(call);
    expect(await screen.findByText(/Three clients parse it/)).toBeVisible();
    const alone = vi.spyOn(atHand, 'openAgent').mockResolvedValue();
    await user.click(button('Open agent conversation'));
    expect(alone.mock.lastCall?.[0]).toMatchObject({ rows: [0], row: { sidechain: { agent: 'a1' } } });
  });

  it('has a line of its own below a row that is no call, and opens by the key of its part', async () => {
    const backend = fakeBackend({ chats: [] });
    const rows = vi.spyOn(backend, 'agentRows');
    const sidechain = { agent: 'a1', first: 'a1~2', description: 'look again', total: 5 };
    const { user } = show(
      { ...base, kind: 'notice', text: 'Started in the background', sidechain },
      {},
      backend,
    );
    expect(screen.getByText('Started in the background')).toBeVisible();
    await user.click(button(/look again/));
    expect(await screen.findByText(/Three clients parse it/)).toBeVisible();
    expect(rows.mock.lastCall?.[1]).toEqual({ first: 'a1~2' });
  });

  it('says why it could not be read, and reads it when it can', async () => {
    const backend = fakeBackend({ chats: [] });
    const rows = vi
      .spyOn(backend, 'agentRows')
      .mockRejectedValueOnce(new BackendError('unreadable', 'it is locked'));
    const { user } = show(agentCall('Task'), {}, backend);
    await user.click(screen.getAllByRole('button')[0] as HTMLElement);
    expect(await screen.findByRole('alert')).toHaveTextContent(
      'Could not load this agent’s conversation: it is locked',
    );
    await user.click(button('Retry'));
    expect(await screen.findByText(/Three clients parse it/)).toBeVisible();
    expect(rows).toHaveBeenCalledTimes(2);
  });

  it('comes in parts, and says how much is left; one that said nothing says so', async () => {
    const backend = fakeBackend({ chats: [] });
    const all = await backend.agentRows('s1', { agent: 'a1' }, 0, 9);
    const rows = vi.spyOn(backend, 'agentRows');
    rows.mockImplementation((_s, _ref, from) =>
      Promise.resolve({ total: all.total, rows: all.rows.slice(from, from + 2) }),
    );
    const { user } = show(agentCall('Task'), {}, backend);
    await user.click(screen.getAllByRole('button')[0] as HTMLElement);
    await user.click(await screen.findByRole('button', { name: `Show more (${all.total - 2} left)` }));
    expect(await screen.findByRole('button', { name: `Show more (${all.total - 4} left)` })).toBeVisible();
  });

  it('may have said nothing', async () => {
    const backend = fakeBackend({ chats: [] });
    backend.agentRows = () => Promise.resolve({ total: 0, rows: [] });
    const { user } = show(agentCall('Task'), {}, backend);
    await user.click(screen.getAllByRole('button')[0] as HTMLElement);
    expect(await screen.findByText('No messages')).toBeVisible();
  });
});

describe('a call', () => {
  const call = (more: Partial<ToolRow['tool']>): ToolRow => {
    const { sidechain: _none, ...row } = agentCall('Bash', { input: { command: 'make' }, ...more });
    return row;
  };

  it('says how long it took and that it failed, and opens to its card', async () => {
    const { user } = show(
      call({
        status: 'error',
        result: 'Exit code 2\nno rule to make plant',
        resultTime: '2026-11-20T13:00:04Z',
        detail: { stdout: '', stderr: 'no rule to make plant' },
      }),
    );
    const line = button(/make/);
    expect(line).toHaveTextContent(/exit 2.*4(\.0)? s/);
    await user.click(line);
    await waitFor(() => expect(line).toHaveAttribute('aria-expanded', 'true'));
    expect(await screen.findByText(/no rule to make plant/)).toBeVisible();
  });

  it('that is not there yet keeps its place, and is nothing to read', () => {
    const { container } = show(undefined);
    expect(container.querySelector('.ghost')).toHaveAttribute('aria-hidden', 'true');
    expect(within(container).queryByRole('button')).toBeNull();
  });
});

describe('a path in a text', () => {
  const backend = () => ({ ...fakeBackend({ chats: [] }), paths: vi.fn(() => Promise.resolve(['a.go:3'])) });

  it.each(['prompt', 'reply'] as const)(
    'of a %s opens in the editor, by pointer and keyboard',
    async (kind) => {
      const engine = backend();
      const openFile = vi.spyOn(engine, 'openFile');
      const { user } = show({ ...base, kind, text: 'Look at `a.go:3`, not at b.go.' }, {}, engine);
      const link = await screen.findByRole('link', { name: 'a.go:3' });
      await user.click(link);
      link.focus();
      await user.keyboard('{Enter}');
      expect(openFile.mock.calls).toEqual([
        ['s1', 'u1', 1, 'a.go:3'],
        ['s1', 'u1', 1, 'a.go:3'],
      ]);
      expect(screen.getAllByRole('link')).toHaveLength(1);
      expect(engine.paths).toHaveBeenCalledExactlyOnceWith('s1', 'u1', 1);
    },
  );

  it('stays a link when more of the text is shown', async () => {
    const { user } = show({ ...base, kind: 'reply', text: `a.go:3\n${lines(600)}` }, {}, backend());
    await screen.findByRole('link', { name: 'a.go:3' });
    await user.click(button('Show all 601 lines'));
    expect(screen.getByRole('link', { name: 'a.go:3' })).toBeVisible();
  });

  it('is not looked for where none can be', () => {
    const engine = backend();
    show({ ...base, kind: 'reply', text: 'All done.' }, {}, engine);
    expect(engine.paths).not.toHaveBeenCalled();
  });
});

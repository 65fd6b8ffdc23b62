import { cleanup, screen, waitFor } from '@testing-library/svelte';
import { describe, expect, it, vi } from 'vitest';
import { fakeBackend } from '../../../lib/backend/fake';
import type { Row, Settings, ToolRow } from '../../../lib/backend/types';
import { drawn } from '../../../test/inapp';
import Tool from '../rows/Tool.svelte';
import wire from '../../../../../testdata/wire/cards.json';

/** A call of every tool that has a card, from the engine's rows for testdata/cards. */
const rows = (wire.rows as unknown as Row[]).filter((row): row is ToolRow => row.kind === 'tool');

const blocks = 'div, p, li, dt, dd, footer, header, small, button, pre, ul, dl';

/** Returns the visible text of an element, a line per block; images as their size. */
function reading(node: Element): string {
  const copy = node.cloneNode(true) as Element;
  copy.querySelectorAll('footer').forEach((footer) => {
    footer.remove();
  });
  copy.querySelectorAll('img').forEach((image) => {
    image.replaceWith(
      `[picture ${image.getAttribute('width') ?? '?'}×${image.getAttribute('height') ?? '?'}]`,
    );
  });
  copy.querySelectorAll('svg').forEach((icon) => {
    icon.remove();
  });
  copy.querySelectorAll('mark').forEach((mark) => {
    mark.replaceWith(`«${mark.textContent}»`);
  });
  copy.querySelectorAll(blocks).forEach((block) => {
    block.prepend('\n');
    block.append('\n');
  });
  return copy.textContent
    .split('\n')
    .map((line) => line.replace(/[ \u00a0]+/g, ' ').trim())
    .filter((line) => line !== '')
    .join('\n');
}

it('of a denied call says what the person said, not what the client wrote around it', async () => {
  const [row] = rows;
  if (!row) throw new Error('no rows');
  const denied = {
    ...row,
    tool: {
      ...{ ...row.tool, name: 'Edit', status: 'error' as const, said: 'first a branch' },
      result: 'STOP what you are doing. To tell you how to proceed, the user said:\nfirst a branch',
    },
  };
  const { container } = drawnTool(denied);
  await waitFor(() => expect(container.querySelector('.card')?.textContent).toContain('first a branch'));
  expect(container.textContent).not.toContain('STOP what you are doing');
});

describe('a failed edit', () => {
  const failing = (name: string, change: Partial<ToolRow['tool']>) => {
    const row = call(name);
    return { ...row, tool: { ...row.tool, status: 'error' as const, result: 'no such place', ...change } };
  };
  it.each([
    ['Edit', { detail: undefined, input: { file_path: '/a.go', old_string: 'old', new_string: 'new' } }],
    [
      'MultiEdit',
      { detail: undefined, input: { file_path: '/a.go', edits: [{ old_string: 'old', new_string: 'new' }] } },
    ],
  ])('of %s shows why, and its diff', async (name, change) => {
    await show(failing(name, change));
    const changes = screen.getByRole('region', { name: 'Changes' });
    expect(changes).toHaveTextContent(/old.*new/s);
    expect(screen.getByText('no such place').compareDocumentPosition(changes)).toBe(
      Node.DOCUMENT_POSITION_FOLLOWING,
    );
  });

  it('of Write shows why, and what was to be written', async () => {
    const { text } = await show(
      failing('Write', { detail: undefined, input: { file_path: '/a.go', content: 'package a' } }),
    );
    expect(text()).toMatch(/no such place[^]*package a/);
  });

  it('without a change to show lists its input', async () => {
    const { text } = await show(failing('Edit', { detail: undefined, input: { file_path: '/a.go' } }));
    expect(text()).toMatch(/file_path\n\/a.go[^]*no such place/);
    expect(screen.queryByRole('region', { name: 'Changes' })).toBeNull();
  });
});

/** Renders an expanded tool row. */
function drawnTool(row: ToolRow, settings: Partial<Settings> = {}, backend = fakeBackend()) {
  const props = { row, id: 'row', session: 'session', project: '/home/ada/projects/garden' };
  return drawn(Tool, { ...props, inFold: false, depth: 0 }, { backend }, (app, _keys, cards) => {
    app.settings.value = { ...app.settings.value, ...settings };
    app.thread.opened.toggle('row', true);
    void cards.load();
  });
}

async function show(row: ToolRow, settings?: Partial<Settings>) {
  const shown = drawnTool(row, settings);
  await waitFor(() => expect(shown.container.querySelector('.card')).not.toBeNull());
  return { ...shown, text: () => reading(shown.container) };
}

function call(name: string, nth = 0): ToolRow {
  const row = rows.filter((r) => r.tool.name === name)[nth];
  if (!row) throw new Error(`no call of ${name}`);
  return row;
}

it('every tool has a card that says what was asked and what came of it', async () => {
  const cards: string[] = [];
  for (const [i, row] of rows.entries()) {
    const { text } = await show(row);
    cards.push(`### ${i + 1} ${row.tool.name} (${row.tool.status})\n${text()}`);
    cleanup();
  }
  await expect(cards.join('\n\n') + '\n').toMatchFileSnapshot('./cards.golden.txt');
});

describe('changes', () => {
  it('stand in two columns when that is set', async () => {
    await show(call('Edit'), { diff: 'split' });
    expect(screen.getByRole('button', { name: 'Show inline' })).toBeInTheDocument();
    expect(reading(screen.getByRole('region', { name: 'Changes' }))).toMatchInlineSnapshot(`
      "⋯ Show 8 unchanged lines
      9}
      9}
      10
      10
      11func (b Bed) String() string {
      11func (b Bed) String() string {
      12	return fmt.Sprintf("%s in %d rows", b.Plant, b.Rows)
      12	if b.Rows == 1 {
      13		return fmt.Sprintf("%s in one row", b.Plant)
      14	}
      15	return fmt.Sprintf("%s in %d rows of beds", b.Plant, b.Rows)
      13}
      16}"
    `);
  });

  it('open the lines between them from the recorded file', async () => {
    const row = call('Edit');
    const { backend, user } = await show(row);
    const original = Array.from({ length: 14 }, (_, i) => `original ${i + 1}`).join('\n');
    const record = vi.fn(() =>
      Promise.resolve(JSON.stringify({ toolUseResult: { originalFile: original } })),
    );
    backend.record = record;
    await user.click(screen.getByRole('button', { name: /Show 8 unchanged lines/ }));
    await waitFor(() => expect(screen.getByText('original 8')).toBeInTheDocument());
    expect(record).toHaveBeenCalledWith('session', row.tool.resultUuid);
  });

  it('say so where the file is not recorded after all', async () => {
    const { backend, user } = await show(call('Edit'));
    backend.record = () => Promise.resolve('{}');
    await user.click(screen.getByRole('button', { name: /Show 8 unchanged lines/ }));
    expect(await screen.findByRole('alert')).toHaveTextContent('not recorded');
  });
});

describe('outputs', () => {
  it('that were kept in a file of their own are a preview until they are asked for', async () => {
    const { backend, user, text } = await show(call('Bash', 3));
    expect(text()).not.toContain('persisted-output');
    const spilled = vi.fn(() => Promise.resolve('all of it\n'.repeat(30)));
    backend.spilled = spilled;
    await user.click(screen.getByRole('button', { name: /Load full output/ }));
    expect(await screen.findByText(/^all of it/)).toBeInTheDocument();
    expect(spilled).toHaveBeenCalledWith('session', 'toolu_spilled.txt');
    expect(text()).toContain('Show less');
  });

  it.each(['Read', 'BashOutput', 'WebFetch'])('are looked for there whatever the tool: %s', async (name) => {
    const row = call('Bash', 3);
    const { backend, user } = await show({ ...row, tool: { ...row.tool, name, input: {}, detail: null } });
    const spilled = vi.fn(() => Promise.resolve('all of it'));
    backend.spilled = spilled;
    await user.click(screen.getByRole('button', { name: /^Preview only\. Load/ }));
    await waitFor(() => expect(spilled).toHaveBeenCalledWith('session', 'toolu_spilled.txt'));
  });

  it('that are gone say why', async () => {
    const { backend, user } = await show(call('Bash', 3));
    backend.spilled = () => Promise.reject(new Error('it is no longer there'));
    await user.click(screen.getByRole('button', { name: /Load full output/ }));
    expect(await screen.findByRole('alert')).toHaveTextContent('it is no longer there');
  });
});

describe('addresses', () => {
  it('of the web are opened by the engine, all others are text', async () => {
    const { backend, user } = await show(call('WebSearch'));
    await user.click(screen.getByRole('button', { name: 'Hedges that grow slowly' }));
    expect(backend.log).toContain('open https://garden.example/hedges');
    expect(screen.queryByRole('button', { name: 'Not to be opened' })).toBeNull();
    expect(document.querySelector('a[href^="javascript"]')).toBeNull();
  });
});

it('a tool with the name of what every object has is a tool like others', async () => {
  for (const name of ['constructor', 'toString', '__proto__', 'hasOwnProperty']) {
    const row = call('SowSeeds');
    const { text } = await show({ ...row, tool: { ...row.tool, name } });
    expect(text()).toContain('Three rows sown.');
    cleanup();
  }
});

it('an agent that is unfolded shows the lines of its file that hold no record, where they stand', async () => {
  const backend = fakeBackend();
  const real = backend.agentRows.bind(backend);
  const bad = (row: number) => ({ row, ref: `side-a1-${row}`, lines: 1, bytes: 9 });
  backend.agentRows = async (...args) => ({ ...(await real(...args)), unreadable: [bad(-1), bad(1)] });
  const bash = call('Bash');
  const row = { ...bash, tool: { ...bash.tool, name: 'Agent', input: {} }, sidechain: { agent: 'a1' } };
  const { container } = drawnTool(row, {}, backend);
  await waitFor(() => expect(screen.getAllByText('Unreadable line, 9 B')).toHaveLength(2));
  const side = [...(container.querySelector('.side')?.children ?? [])].slice(1);
  expect(side.map((line) => line.matches('.unreadable')).slice(0, 5)).toEqual([
    true,
    false,
    false,
    true,
    false,
  ]);
});

describe('what was loaded or unfolded in a card', () => {
  /** Takes the card out of the page and draws it again, as scrolling does. */
  async function away({ app, container }: ReturnType<typeof drawnTool>) {
    app.thread.opened.toggle('row', false);
    await waitFor(() => expect(container.querySelector('.card, .side')).toBeNull());
    app.thread.opened.toggle('row', true);
    await waitFor(() => expect(container.querySelector('.card, .side')).not.toBeNull());
  }

  it('is still there when its row comes back: a full output', async () => {
    const shown = await show(call('Bash', 3));
    shown.backend.spilled = () => Promise.resolve('all of it\n'.repeat(30));
    await shown.user.click(screen.getByRole('button', { name: /Load full output/ }));
    await screen.findByText(/^all of it/);
    await away(shown);
    expect(screen.getByText(/^all of it/)).toBeInTheDocument();
    expect(screen.queryByRole('button', { name: /Load full output/ })).toBeNull();
  });

  it('is still there when its row comes back: the lines of a gap', async () => {
    const shown = await show(call('Edit'));
    const original = Array.from({ length: 14 }, (_, i) => `original ${i + 1}`).join('\n');
    shown.backend.record = () =>
      Promise.resolve(JSON.stringify({ toolUseResult: { originalFile: original } }));
    await shown.user.click(screen.getByRole('button', { name: /Show 8 unchanged lines/ }));
    await screen.findByText('original 8');
    await away(shown);
    expect(screen.getByText('original 8')).toBeInTheDocument();
  });

  it('is still there when its row comes back: the later pages of an agent', async () => {
    const backend = fakeBackend();
    const reply = (index: number) =>
      ({
        kind: 'reply',
        uuid: `u${index}`,
        block: 1,
        time: '',
        index,
        turn: 1,
        text: `said ${index}`,
      }) as Row;
    const read = vi.fn((_session: string, _ref: unknown, from: number, count: number) => {
      const n = Math.max(0, Math.min(count, 80 - from));
      return Promise.resolve({ total: 80, rows: Array.from({ length: n }, (_, i) => reply(from + i)) });
    });
    backend.agentRows = read;
    const bash = call('Bash');
    const row = { ...bash, tool: { ...bash.tool, name: 'Agent', input: {} }, sidechain: { agent: 'a1' } };
    const shown = drawnTool(row, {}, backend);
    await shown.user.click(await screen.findByRole('button', { name: /20/ }));
    await screen.findByText('said 79');
    await away(shown);
    expect(screen.getByText('said 79')).toBeInTheDocument();
  });

  it('is forgotten with its thread', async () => {
    const shown = await show(call('Bash', 3));
    const state = shown.app.thread.cards.of('row:out', 'x');
    shown.app.thread.close();
    expect(shown.app.thread.cards.of('row:out', 'x')).not.toBe(state);
  });
});

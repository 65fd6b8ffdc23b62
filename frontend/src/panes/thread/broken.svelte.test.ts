import { screen, waitFor } from '@testing-library/svelte';
import { describe, expect, it, vi } from 'vitest';
import { fakeBackend } from '../../lib/backend/fake';
import type { Row, ToolRow } from '../../lib/backend/types';
import { drawn } from '../../test/inapp';
import RowView from './RowView.svelte';

const base = { uuid: 'u1', block: 1, time: '2026-11-20T13:00:00Z', index: 0, turn: 1 };
const button = (name: string | RegExp) => screen.getByRole('button', { name });

function show(row: Row) {
  const props = { row, id: 'r0', session: 's1', project: '/home/ada/garden' };
  return drawn(RowView, props, { backend: fakeBackend({ chats: [] }) }, (_app, _keys, cards) => {
    void cards.load();
  });
}
const call = (tool: Partial<ToolRow['tool']>): ToolRow => ({
  ...base,
  kind: 'tool',
  tool: { id: 't', name: 'Glob', status: 'ok', input: {}, result: '', images: 0, ...tool },
});

describe('values that a record holds twice', () => {
  it.each([
    ['names of files', { detail: { filenames: ['a.go', 'a.go'] } }, 'a.go'],
    [
      'tasks with one subject',
      { name: 'TaskList', detail: { tasks: [{ subject: 'Sow' }, { subject: 'Sow' }] } },
      'Sow',
    ],
  ])('are both shown: %s', async (_, tool, text) => {
    const { user } = show(call(tool));
    await user.click(screen.getAllByRole('button')[0] as HTMLElement);
    await waitFor(() => expect(screen.getAllByText(text)).toHaveLength(2));
  });
});

describe('a row that cannot be shown', () => {
  const torn = { ...base, kind: 'reply', text: undefined } as unknown as Row;

  it('says so in its place, with its raw record and another try', async () => {
    vi.spyOn(console, 'error').mockReturnValue();
    const { app, user } = show(torn);
    expect(screen.getByRole('alert')).toHaveTextContent('This row could not be shown');
    const raw = vi.spyOn(app.raw, 'show').mockReturnValue();
    await user.click(button('Show raw record'));
    expect(raw).toHaveBeenCalledWith('s1', 'u1');
    (torn as { text: string }).text = 'It was torn.';
    await user.click(button('Retry'));
    expect(screen.queryByRole('alert')).toBeNull();
    expect(screen.getByText('It was torn.')).toBeVisible();
  });

  it('keeps the line of a call whose card fails', async () => {
    vi.spyOn(console, 'error').mockReturnValue();
    const { user } = show(call({ name: 'Bash', input: { command: 'ls' }, result: 7 as unknown as string }));
    await user.click(button(/^Bash/));
    expect(await screen.findByRole('alert')).toHaveTextContent('This card could not be shown');
    expect(button(/^Bash/)).toHaveAttribute('aria-expanded', 'true');
    expect(button('Show raw record')).toBeVisible();
  });
});

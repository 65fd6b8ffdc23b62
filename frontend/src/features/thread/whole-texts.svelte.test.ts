import { render, screen } from '@testing-library/svelte';
import userEvent from '@testing-library/user-event';
import { describe, expect, it, vi } from 'vitest';
import { fakeBackend } from '../../lib/backend/fake';
import type { Row } from '../../lib/backend/types';
import RowInApp from '../../test/RowInApp.svelte';

const KINDS = ['prompt', 'command', 'reply', 'thinking', 'notice', 'compaction'] as const;

const cut = (kind: (typeof KINDS)[number]): Row => ({
  kind,
  text: 'The beginning of it',
  uuid: 'u1',
  block: 1,
  time: '',
  index: 0,
  turn: 1,
  truncated: 70_000,
});

describe('a text that was cut from its page', () => {
  it.each(KINDS)('says so and is loaded: %s', async (kind) => {
    const backend = fakeBackend({ chats: [] });
    const text = vi.spyOn(backend, 'blockText');
    render(RowInApp, { props: { backend, row: cut(kind) } });
    await userEvent.click(screen.getByRole('button', { name: '70 KB more: load all of it' }));
    expect(text).toHaveBeenCalledExactlyOnceWith('s1', 'u1', 1);
    expect(await screen.findByText(/the whole text of u1/)).toBeVisible();
    expect(screen.queryByText(/more: load all/)).toBeNull();
  });

  it('says why it could not be loaded', async () => {
    const backend = fakeBackend({ chats: [], failing: { blockText: 'the file is gone' } });
    render(RowInApp, { props: { backend, row: cut('reply') } });
    await userEvent.click(screen.getByRole('button', { name: /70 KB more/ }));
    expect(await screen.findByRole('alert')).toHaveTextContent('the file is gone');
  });

  it('is copied whole, as is a result', async () => {
    const backend = fakeBackend({ chats: [] });
    const tool = { id: 't', name: 'Bash', status: 'ok', input: {}, result: 'a', images: 0 } as const;
    const row: Row = {
      ...cut('reply'),
      kind: 'tool',
      tool: { ...tool, input: {}, truncated: 9_000, resultUuid: 'u2' },
    };
    render(RowInApp, { props: { backend, row } });
    await userEvent.click(await screen.findByRole('button', { name: 'Copy result' }));
    await vi.waitFor(() => expect(backend.log).toContain('copy the whole text of u2'));
  });
});

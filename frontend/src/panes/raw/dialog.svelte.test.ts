import { screen, waitFor, within } from '@testing-library/svelte';
import { describe, expect, it, vi } from 'vitest';
import type { AppState } from '../../model/app.svelte';
import { BackendError } from '../../lib/backend/backend';
import { fakeBackend } from '../../lib/backend/fake';
import { drawn } from '../../test/inapp';
import RawDialog from './RawDialog.svelte';

const text = () => screen.getByRole('region', { name: 'Raw record' });
const button = (name: string | RegExp) => screen.getByRole('button', { name });
const found = () => screen.getByRole('status');

/** The dialog as `open` opens it. */
async function opened(title: string, open: (app: AppState) => void, backend = fakeBackend({ chats: [] })) {
  const test = drawn(RawDialog, {}, { backend });
  open(test.app);
  await screen.findByRole('dialog', { name: title });
  return test;
}
const record = () => opened('Raw record', ({ raw }) => raw.show('s1', 'u1'));

describe('a raw record', () => {
  it('is read part by part, and copied whole', async () => {
    const { user, backend } = await record();
    await waitFor(() => expect(text()).toHaveTextContent('"uuid": "u1"'));
    expect(text()).not.toHaveTextContent('one two');
    await user.click(button('Copy'));
    await waitFor(() => expect(backend.log.at(-1)).toMatch(/^copy \{[^]*"one two"\s*\}$/));
    expect(text()).toHaveTextContent('one two');
    expect(screen.queryByRole('button', { name: /^Show more/ })).toBeNull();
  });

  it('is looked through: how often, which one, round and round', async () => {
    const { user } = await record();
    await user.click(await screen.findByRole('button', { name: /^Show more \(\d+ B left\)$/ }));
    await waitFor(() => expect(text()).toHaveTextContent('one two'));
    await user.type(screen.getByRole('textbox', { name: 'Find in this record' }), 'u');
    await waitFor(() => expect(found()).toHaveTextContent(/^1 of \d+$/));
    const n = Number(/\d+$/.exec(found().textContent)?.[0]);
    await user.keyboard('{Enter}');
    expect(found()).toHaveTextContent(`2 of ${n}`);
    await user.keyboard('{Shift>}{Enter}{Enter}{/Shift}');
    expect(found()).toHaveTextContent(`${n} of ${n}`);
    await user.keyboard('zzzz');
    expect(found()).toHaveTextContent('No matches');
  });

  it('says why it could not be read, and reads it when it can', async () => {
    const backend = fakeBackend({ chats: [] });
    const raw = vi
      .spyOn(backend, 'raw')
      .mockRejectedValueOnce(new BackendError('unreadable', 'it is locked'));
    const { user } = await opened('Raw record', (app) => app.raw.show('s1', 'u1'), backend);
    expect(await screen.findByRole('alert')).toHaveTextContent('Could not load the record: it is locked');
    expect(button('Copy')).toBeDisabled();
    await user.click(button('Retry'));
    await waitFor(() => expect(text()).toHaveTextContent('"uuid": "u1"'));
    expect(raw.mock.calls.map(([, of]) => of)).toEqual(['u1', 'u1']);
  });
});

describe('records beside the conversation', () => {
  const records = () => within(screen.getByRole('navigation', { name: 'Records' }));

  it('are listed with what they are, and read one by one', async () => {
    const { user } = await opened('Records outside the conversation', ({ raw }) => void raw.list('s1'));
    const named = await waitFor(() => records().getAllByRole('button'));
    expect(named.map((each) => each.textContent.trim())).toEqual([
      'custom-title120 B',
      'Not a record64 B',
      'mode40 B',
    ]);
    expect(records().getByRole('heading', { name: 'Agent a1' })).toBeVisible();
    await waitFor(() => expect(named[0]).toHaveAttribute('aria-current', 'true'));
    await user.click(named[1] ?? document.body);
    expect(await screen.findByText(/^This line is not a JSON object/)).toBeVisible();
    expect(named[1]).toHaveAttribute('aria-current', 'true');
    expect(screen.getByText('Line 9')).toBeVisible();
    await user.click(named[2] ?? document.body);
    expect(await screen.findByText('Agent a1, line 2')).toBeVisible();
  });

  it('come in pages', async () => {
    const backend = fakeBackend({ chats: [] });
    const sides = backend.sides.bind(backend);
    vi.spyOn(backend, 'sides').mockImplementation(async (session, from, bad, signal) => {
      const page = await sides(session, from, bad, signal);
      return { ...page, records: page.records.slice(0, 2) };
    });
    const { user } = await opened(
      'Records outside the conversation',
      ({ raw }) => void raw.list('s1'),
      backend,
    );
    await user.click(await screen.findByRole('button', { name: 'Show 1 more' }));
    await waitFor(() => expect(records().getAllByRole('button')).toHaveLength(3));
    expect(screen.queryByRole('button', { name: /^Show/ })).not.toHaveTextContent(/^Show 1 more/);
  });

  it('may be none, which is said', async () => {
    const backend = fakeBackend({ chats: [] });
    backend.sides = (session, from) => Promise.resolve({ session, from, total: 0, records: [] });
    await opened('Unreadable lines', ({ raw }) => void raw.list('s1', 'bad'), backend);
    expect(await screen.findByText('This session and its agents have no unreadable lines')).toBeVisible();
  });

  it('that could not be listed are listed on Retry, and the first is read then', async () => {
    const backend = fakeBackend({ chats: [] });
    const sides = vi
      .spyOn(backend, 'sides')
      .mockRejectedValueOnce(new BackendError('unreadable', 'it is locked'));
    const raw = vi.spyOn(backend, 'raw');
    const { user } = await opened('Unreadable lines', ({ raw }) => void raw.list('s1', 'bad'), backend);
    expect(await screen.findByRole('alert')).toHaveTextContent('it is locked');
    await user.click(button('Retry'));
    await waitFor(() => expect(records().getAllByRole('button')).toHaveLength(1));
    await waitFor(() => expect(text()).toHaveTextContent('"uuid": "side-1"'));
    expect(screen.queryByRole('alert')).toBeNull();
    expect(sides).toHaveBeenCalledTimes(2);
    expect(
      raw.mock.calls.map(([, of]) => of),
      'no record was asked for that nobody named',
    ).toEqual(['side-1']);
  });
});

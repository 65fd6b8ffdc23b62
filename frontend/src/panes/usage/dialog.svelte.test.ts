import { fireEvent, screen, waitFor, within } from '@testing-library/svelte';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { BackendError } from '../../lib/backend/backend';
import { fakeBackend } from '../../lib/backend/fake';
import { drawnOpen, now, someChats } from '../../test/inapp';
import { listedIn } from '../../model/chats/rows';
import UsageDialog from './UsageDialog.svelte';

beforeEach(() => void vi.useFakeTimers({ toFake: ['Date'], now }));
afterEach(() => vi.useRealTimers());

const dialog = () => screen.getByRole('dialog', { name: 'Usage' });
const button = (name: string) => within(dialog()).getByRole('button', { name });
const rows = () => within(within(dialog()).getByRole('table')).getAllByRole('row').slice(1);
const heads = () => rows().map((row) => within(row).getByRole('rowheader').textContent.trim());

/** Opens the figures of all time. */
async function opened(options: Parameters<typeof drawnOpen>[2] = {}) {
  const test = await drawnOpen(UsageDialog, {}, options);
  await waitFor(() => expect(test.app.sidebar.loaded).toBe(true));
  test.app.usage.choose({ days: null });
  test.app.usage.show();
  await screen.findByRole('dialog', { name: 'Usage' });
  return test;
}

it('shows sums, where the estimate is from, and a row for each day, the newest first', async () => {
  const { app } = await opened();
  await within(dialog()).findByRole('table');
  const report = app.usage.value?.days;
  expect(within(dialog()).getByText('Turns', { selector: 'dt' }).nextElementSibling).toHaveTextContent(
    String(report?.total.turns),
  );
  expect(dialog()).toHaveTextContent(/Costs are estimates: .*2026-10-24 \(https:\/\/example.com\/prices\)/);
  expect(rows()).toHaveLength(report?.rows.length ?? 0);
  expect(heads()[0]).toMatch(/\b20\b.*2026/);
  const shown = within(dialog())
    .getAllByRole('columnheader')
    .map((head) => head.textContent.trim());
  expect(shown, 'no column without a figure').toEqual([
    'Day',
    'Tokens',
    'Input',
    'Estimate',
    'Sessions',
    'Turns',
  ]);
  expect(within(dialog()).getByRole('img')).toHaveAccessibleName(/^Tokens over time/);
});

it('says which models have no price', async () => {
  const backend = fakeBackend({ now, chats: someChats() });
  const usage = backend.usage.bind(backend);
  backend.usage = async (ask, signal) => {
    const report = await usage(ask, signal);
    return { ...report, unpriced: ['claude-next-9', ''], total: { ...report.total, unpriced: 12_000 } };
  };
  await opened({ backend });
  await waitFor(() =>
    expect(dialog()).toHaveTextContent(
      /No price is known for next 9, Unknown: 12k tokens are in no estimate/,
    ),
  );
});

it('limits the list to the chats of a project, and of the period', async () => {
  const { app, user } = await opened();
  await within(dialog()).findByRole('table');
  await user.click(button('Project'));
  await user.click(await within(dialog()).findByRole('button', { name: 'dotfiles' }));
  await waitFor(() => expect(app.sidebar.matching).not.toBeNull());
  expect([app.usage.open, app.sidebar.span]).toEqual([false, null]);
  expect(app.sidebar.matching?.name).toMatch(/^project:".*dotfiles"$/);
  expect(app.sidebar.limited.map(listedIn).every((project) => project.endsWith('dotfiles'))).toBe(true);
  expect(app.sidebar.limited).toHaveLength(2);
});

it('limits the list to the chats of a day, by its row and by its bar', async () => {
  const { app, user } = await opened();
  await within(dialog()).findByRole('table');
  const day = heads()[0] ?? '';
  await user.click(button(day));
  await waitFor(() => expect(app.sidebar.span).not.toBeNull());
  expect(app.usage.open).toBe(false);
  const byRow = app.sidebar.span;
  expect(byRow?.chats.size).toBeGreaterThan(0);
  app.timeline.choose(null);
  app.usage.choose({ days: 7 });
  app.usage.show();
  const picture = await screen.findByRole('img', { name: /^Tokens over time/ });
  const bars = () => [...picture.querySelectorAll('g')];
  await waitFor(() => expect(bars()).toHaveLength(7));
  await fireEvent.click(bars().at(-1) as Element);
  await waitFor(() => expect(app.sidebar.span).toEqual(byRow));
});

it('searches for what used a model in the period', async () => {
  const { app, user } = await opened();
  app.usage.choose({ days: 30, by: 'model' });
  await waitFor(() => expect(app.usage.value?.by).toBe('model'));
  const key = app.usage.value?.rows.rows[0]?.key ?? '';
  const first = rows()[0];
  if (!first) throw new Error('no row');
  await user.click(within(first).getByRole('button'));
  expect(app.search.query.text).toBe(`model:"${key}" after:${app.usage.value?.since ?? ''} `);
  expect([app.usage.open, app.search.open]).toEqual([false, true]);
});

it('says why there are no figures, and tries again', async () => {
  const backend = fakeBackend({ now, chats: someChats() });
  const usage = vi
    .spyOn(backend, 'usage')
    .mockRejectedValue(new BackendError('internal', 'the disk is gone'));
  const { user } = await opened({ backend });
  await waitFor(() => expect(dialog()).toHaveTextContent('Could not load the usage: the disk is gone'));
  usage.mockRestore();
  await user.click(button('Retry'));
  expect(await within(dialog()).findByRole('table')).toBeInTheDocument();
});

it('says that nothing was recorded, and still offers another period', async () => {
  const { user, app } = await opened();
  app.backend.usage = () => fakeBackend({ now, chats: [] }).usage({ by: 'day' });
  await user.click(button('7 days'));
  await waitFor(() => expect(dialog()).toHaveTextContent('Nothing was recorded in this period'));
  expect(button('7 days')).toHaveAttribute('aria-pressed', 'true');
});

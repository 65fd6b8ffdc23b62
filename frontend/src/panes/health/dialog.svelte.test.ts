import { screen, waitFor, within } from '@testing-library/svelte';
import { expect, it, vi } from 'vitest';
import { BackendError } from '../../lib/backend/backend';
import { fakeBackend } from '../../lib/backend/fake';
import { healthReport } from '../../lib/backend/fake-health';
import type { HealthReport } from '../../lib/backend/types';
import { drawn } from '../../test/inapp';
import HealthDialog from './HealthDialog.svelte';

async function opened(report: Partial<HealthReport> = {}) {
  const backend = fakeBackend({ chats: [] });
  vi.spyOn(backend, 'doctor').mockResolvedValue({ ...healthReport, ...report });
  const test = drawn(HealthDialog, {}, { backend });
  void test.app.health.show();
  const dialog = await screen.findByRole('dialog', { name: 'History health' });
  await within(dialog).findByText('/home/ada/.claude');
  return { ...test, dialog };
}

it('names the files and lines that could not be read, and leads to the lines', async () => {
  const { app, dialog, user } = await opened();
  const list = vi.spyOn(app.raw, 'list');
  expect(dialog).toHaveTextContent('/home/ada/.claude/projects/-home-ada-secretpermission denied');
  expect(dialog).toHaveTextContent('not JSON: unexpected end of JSON input');
  expect(dialog).toHaveTextContent('agent-650d3273.jsonl');
  await user.click(within(dialog).getByRole('button', { name: 'Show line' }));
  expect(list).toHaveBeenCalledWith('32d73b71-da8f-4b3f-9e0d-40042372ba49', 'bad');
});

it('shows the first of many, and all when asked', async () => {
  const unreadable = Array.from({ length: 11 }, (_, i) => ({ path: `/p/${i}`, error: 'permission denied' }));
  const { dialog, user } = await opened({ unreadable });
  expect(within(dialog).getAllByText('permission denied')).toHaveLength(8);
  await user.click(within(dialog).getByRole('button', { name: /3 more/ }));
  expect(within(dialog).getAllByText('permission denied')).toHaveLength(11);
});

it('says that all is well where it is', async () => {
  const none = { malformed: [], unreadable: [], orphans: [], dangling: 0, oversized: 0 };
  const { dialog } = await opened(none);
  expect(dialog).toHaveTextContent(/1,204 records/);
  expect(dialog).not.toHaveTextContent('permission denied');
});

it('says why there is no report, and copies one that holds nothing of the history', async () => {
  const backend = fakeBackend({ chats: [] });
  vi.spyOn(backend, 'doctor').mockRejectedValueOnce(new BackendError('internal', 'no engine'));
  const { app, user } = drawn(HealthDialog, {}, { backend });
  void app.health.show();
  expect(await screen.findByRole('alert')).toHaveTextContent('Could not create the report: no engine');
  await user.click(screen.getByRole('button', { name: 'Copy report' }));
  await waitFor(() => expect(backend.log.at(-1)).toMatch(/^copy /));
});

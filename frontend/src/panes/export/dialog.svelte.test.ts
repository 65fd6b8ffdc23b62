import { screen, waitFor } from '@testing-library/svelte';
import { expect, it, vi } from 'vitest';
import { BackendError } from '../../lib/backend/backend';
import { drawnOpen } from '../../test/inapp';
import ExportDialog from './ExportDialog.svelte';

async function opened() {
  const test = await drawnOpen(ExportDialog, {});
  test.app.exporting.ask();
  await screen.findByRole('dialog', { name: 'Export' });
  return { ...test, exported: vi.spyOn(test.backend, 'exportDocument') };
}
const submit = () => screen.getByRole('button', { name: 'Export…' });

it('exports what is chosen, shows the file, and drops it when the choice changes', async () => {
  const { exported, user } = await opened();
  await user.click(screen.getByRole('radio', { name: /^Whole chat/ }));
  await user.click(screen.getByRole('radio', { name: 'JSON' }));
  await user.click(screen.getByRole('checkbox', { name: /thinking/ }));
  await user.click(submit());
  const show = await screen.findByRole('button', { name: 'Show in folder' });
  expect(exported).toHaveBeenCalledWith(
    expect.objectContaining({ what: 'chat', format: 'json', thinking: true, turn: 0, agent: '' }),
  );
  expect(show).toBeVisible();
  await user.click(screen.getByRole('radio', { name: 'HTML' }));
  expect(screen.queryByRole('button', { name: 'Show in folder' })).toBeNull();
});

it('says why nothing was written, and exports again', async () => {
  const { exported, user } = await opened();
  exported.mockRejectedValueOnce(new BackendError('internal', 'the disk is full'));
  await user.click(submit());
  expect(await screen.findByText(/the disk is full/)).toBeVisible();
  await user.click(submit());
  await waitFor(() => expect(screen.queryByText(/the disk is full/)).toBeNull());
  expect(exported).toHaveBeenCalledTimes(2);
});

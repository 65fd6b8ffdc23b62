import { screen, waitFor, within } from '@testing-library/svelte';
import { expect, it, vi } from 'vitest';
import { BackendError } from '../../lib/backend/backend';
import { drawnOpen } from '../../test/inapp';
import CompareDialog from './CompareDialog.svelte';

/** Compares the first two leaves of the open chat. */
async function opened(failing = false) {
  const test = await drawnOpen(CompareDialog, {});
  const { app, backend } = test;
  await waitFor(() => expect(app.tree.branches.leafCount).toBeGreaterThan(1));
  const [one, two] = app.tree.branches.segments.filter(({ leaf }) => leaf);
  if (!one || !two) throw new Error('the chat has one branch');
  if (failing) vi.spyOn(backend, 'compare').mockRejectedValueOnce(new BackendError('internal', 'no engine'));
  void app.compare.run(one, two);
  const dialog = await screen.findByRole('dialog', { name: 'Compare branches' });
  return { ...test, dialog, titles: [one, two].map((leaf) => app.tree.branches.titleOf(leaf)) };
}
const heads = (dialog: HTMLElement) =>
  within(dialog)
    .getAllByRole('heading', { level: 3 })
    .map((head) => head.textContent);

it('shows both branches, swaps them, and opens the one that is chosen', async () => {
  const { app, dialog, titles, user } = await opened();
  await waitFor(() => expect(heads(dialog).slice(0, 2)).toEqual(titles));
  await user.click(within(dialog).getByRole('button', { name: /Swap/ }));
  await waitFor(() => expect(heads(dialog).slice(0, 2)).toEqual([...titles].reverse()));
  const leaf = app.compare.result?.leaves[1];
  const open = within(dialog).getAllByRole('button', { name: 'Open' })[1];
  if (!leaf || !open) throw new Error('no second branch');
  await user.click(open);
  expect(app.compare.open).toBe(false);
  await waitFor(() => expect(app.branch.leaf?.id).toBe(leaf.id));
});

it('says why they could not be compared, and compares them when it can', async () => {
  const { dialog, titles, user } = await opened(true);
  expect(await within(dialog).findByRole('alert')).toHaveTextContent(
    'Could not compare the branches: no engine',
  );
  await user.click(within(dialog).getByRole('button', { name: 'Retry' }));
  await waitFor(() => expect(heads(dialog).slice(0, 2)).toEqual(titles));
});

import { screen, waitFor } from '@testing-library/svelte';
import { expect, it } from 'vitest';
import { drawn } from '../../test/inapp';
import KeepQuestion from './KeepQuestion.svelte';

it('names how many sessions are deleted, and keeps what is chosen', async () => {
  const { app, user } = drawn(KeepQuestion, {}, { due: 12, demo: false });
  await app.history.load();
  await app.archive.load();
  expect(await screen.findByText(/Claude Code deletes 12 sessions within a week/)).toBeVisible();
  await user.click(screen.getByRole('button', { name: 'Keep starred' }));
  await waitFor(() => expect(app.settings.value.keep).toBe('starred'));
  expect(app.archive.asks).toBe(0);
});

import { screen, waitFor } from '@testing-library/svelte';
import { expect, it, vi } from 'vitest';
import { drawnOpen } from '../../test/inapp';
import ResumePopover from './ResumePopover.svelte';

it('starts by Enter or a click alone, never by a space, a held key, or at once', async () => {
  const { app, backend, user } = await drawnOpen(ResumePopover, { anchor: document.body });
  const run = vi.spyOn(backend, 'resume');
  const session = app.thread.target?.session;
  if (session === undefined) throw new Error('no thread is open');
  void app.resume.ask({ session });
  const start = (await screen.findByText(/^Start in/)).closest('button');
  if (!start) throw new Error('there is no button');
  await waitFor(() => expect(start).toBeEnabled());
  // The timer of the button cannot have run out before this task ends.
  const isNew = start.getAttribute('aria-disabled') === 'true';
  start.click();
  if (isNew) expect(run, 'the card just appeared').not.toHaveBeenCalled();
  await waitFor(() => expect(start).not.toHaveAttribute('aria-disabled'));
  run.mockClear();
  start.focus();
  await user.keyboard('  ');
  await user.keyboard('{Enter>3}');
  expect(run, 'a space, and a held Enter after the first press').toHaveBeenCalledTimes(1);
});

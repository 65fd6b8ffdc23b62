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

it('says what continue, edit and fork do, and quotes the prompt to edit', async () => {
  const { app } = await drawnOpen(ResumePopover, { anchor: document.body });
  const session = app.thread.target?.session ?? '';
  await app.resume.ask({ session });
  await screen.findByText(/^Adds to this session/);
  await app.resume.ask({ session, fork: true });
  await screen.findByText(/^Copies the conversation into a new session/);
  await app.resume.ask({ session, record: 'r' });
  await screen.findByText(/^Continues from here in a new session/);
  await app.resume.ask({ session, record: 'r', before: true });
  await screen.findByText(/without this prompt/);
  expect(screen.getByText('What was asked before').tagName).toBe('BLOCKQUOTE');
});

it('offers the branch that Claude would resume instead of the displayed one', async () => {
  const { app, backend, user } = await drawnOpen(ResumePopover, { anchor: document.body });
  const session = app.thread.target?.session ?? '';
  const plan = backend.resumePlan.bind(backend);
  vi.spyOn(backend, 'resumePlan').mockImplementation(async (wish) => ({
    ...(await plan({ ...wish, record: wish.tip ?? '' })),
    other: wish.tip ? { record: '', says: 'Continues after “two”' } : null,
  }));
  await app.resume.ask({ session, tip: 'shown' });
  await screen.findByText(/Continues after “two”/);
  expect(app.resume.plan?.new).not.toBe('');
  await user.click(screen.getByText('Resume that branch instead'));
  await waitFor(() => expect(app.resume.plan?.new).toBe(''));
  expect(app.resume.wish).toMatchObject({ session, tip: '' });
});

it('asks a first prompt at once, and leaves the keyboard in its field', async () => {
  const { app, backend, user } = await drawnOpen(ResumePopover, { anchor: document.body });
  const run = vi.spyOn(backend, 'resume');
  const session = app.thread.target?.session ?? '';
  await app.resume.ask({ session });
  const field = await screen.findByLabelText(/^First prompt/);
  await user.click(field);
  await user.keyboard('go on{Enter}with r');
  await waitFor(() => expect(app.resume.plan?.argv.slice(-2)).toEqual(['--', 'go on\nwith r']));
  expect(document.activeElement, 'a new plan leaves the keyboard').toBe(field);
  expect(run, 'Enter is a new line').not.toHaveBeenCalled();
  await user.keyboard('!{Control>}{Enter}{/Control}');
  await waitFor(() => expect(run).toHaveBeenCalledOnce());
  expect(run.mock.lastCall?.[0].prompt, 'what was typed last').toBe('go on\nwith r!');
});

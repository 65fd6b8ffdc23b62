import { render, screen, waitFor, within } from '@testing-library/svelte';
import userEvent from '@testing-library/user-event';
import { expect, it, vi } from 'vitest';
import App from './App.svelte';
import { fakeBackend } from '../lib/backend/fake';
import type { Figures, HealthReport } from '../lib/backend/types';
import { now, someChats } from '../test/inapp';
// The window fetches them; compiling them is the tests' affair and not a wait of the window.
import '../panes/health/HealthDialog.svelte';
import '../panes/inspector/Inspector.svelte';
import '../panes/search/SearchPane.svelte';
import '../panes/thread/ThreadView.svelte';

function opened(change: (backend: ReturnType<typeof fakeBackend>) => void) {
  vi.spyOn(console, 'error').mockReturnValue();
  const backend = fakeBackend({ now, chats: someChats() });
  change(backend);
  render(App, { props: { backend } });
  return userEvent.setup();
}

it('loses no more than the pane that throws, and has it again when asked to try again', async () => {
  const torn = { tools: null, types: [] } as unknown as Figures;
  let figures: Promise<Figures> | null = Promise.resolve(torn);
  const user = opened((backend) => {
    const real = backend.figures.bind(backend);
    backend.figures = (...asked) => figures ?? real(...asked);
  });
  await screen.findByRole('treeitem', { name: /^Token bucket/ });
  await user.keyboard('{Control>}i{/Control}');
  const said = await screen.findByRole('alert');
  expect(said).toHaveTextContent('This pane could not be shown');
  expect(within(said).getByRole('button', { name: 'Retry' })).toBeEnabled();
  expect(screen.getByRole('tree', { name: 'Chats' })).toBeVisible();
  figures = null;
  await user.click(screen.getByRole('button', { name: 'Whole chat' }));
  await waitFor(() => expect(screen.queryByRole('alert')).toBeNull());
  expect(await screen.findByRole('heading', { name: /^Chat with/ })).toBeVisible();
});

it('closes a dialog that throws, and opens it again', async () => {
  let report: HealthReport | null = { roots: [] } as unknown as HealthReport;
  const user = opened((backend) => {
    const real = backend.doctor.bind(backend);
    backend.doctor = (...asked) => (report ? Promise.resolve(report) : real(...asked));
  });
  await screen.findByRole('treeitem', { name: /^Token bucket/ });
  const open = () => user.keyboard('{Control>}{Shift>}h{/Shift}{/Control}');
  await open();
  const said = await screen.findByRole('alert');
  expect(said).toHaveTextContent('This dialog could not be shown');
  await new Promise((done) => setTimeout(done, 50));
  expect(document.body.style.pointerEvents, 'the window can still be used').toBe('');
  report = null;
  await user.click(screen.getByRole('button', { name: 'Close' }));
  expect(screen.queryByRole('alert')).toBeNull();
  await open();
  // The report before is shown until there is a new one.
  await user.click(await screen.findByRole('button', { name: 'Retry' }));
  expect(await screen.findByRole('dialog', { name: 'History health' })).toBeVisible();
  await user.keyboard('{Escape}');
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(document.body.style.cssText).toBe('');
});

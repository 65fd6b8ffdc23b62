import { fireEvent, render, screen, waitFor } from '@testing-library/svelte';
import userEvent from '@testing-library/user-event';
import { expect, it, vi } from 'vitest';
import TipInApp from '../../test/TipInApp.svelte';

const tip = () => document.querySelector('.tip');

it('is in the page while its control is pointed at, and describes it', async () => {
  const user = userEvent.setup();
  render(TipInApp);
  const button = screen.getByRole('button', { name: 'Search' });
  expect(tip()).toBeNull();
  await user.hover(button);
  await waitFor(() => expect(tip()).toHaveTextContent('Search everything Ctrl+F'));
  expect(button).toHaveAttribute('aria-describedby', tip()?.id);
  await user.keyboard('{Escape}');
  await waitFor(() => expect(tip()).toBeNull());
  expect(button).not.toHaveAttribute('aria-describedby');
});

it('goes with the next key, wherever the pointer rests', async () => {
  const user = userEvent.setup();
  render(TipInApp);
  await user.hover(screen.getByRole('button', { name: 'Search' }));
  await waitFor(() => expect(tip()).not.toBeNull());
  await user.keyboard('{Control}');
  expect(tip()).not.toBeNull();
  await user.keyboard('k');
  await waitFor(() => expect(tip()).toBeNull());
});

it('is in the page while its control has the keyboard', async () => {
  const user = userEvent.setup();
  render(TipInApp);
  // jsdom guesses whether a focus is visible from the last event of its page, which all files share.
  const button = screen.getByRole('button', { name: 'Search' });
  const matches = button.matches.bind(button);
  vi.spyOn(button, 'matches').mockImplementation((selector) =>
    selector === ':focus-visible' ? button === document.activeElement : matches(selector),
  );
  await user.tab();
  await waitFor(() => expect(tip()).not.toBeNull());
  await user.tab();
  await waitFor(() => expect(tip()).toBeNull());
});

it('says why a control is off, which takes no events itself', async () => {
  render(TipInApp);
  const off = screen.getByRole('button', { name: 'Resume' });
  off.getBoundingClientRect = () => new DOMRect(100, 100, 50, 20);
  const around = off.parentElement ?? off;
  await fireEvent.pointerMove(around, { clientX: 10, clientY: 110 });
  await fireEvent.pointerMove(around, { clientX: 110, clientY: 110 });
  await waitFor(() => expect(tip()).toHaveTextContent('Nothing is open'));
});

it('is not in the page for what stands there in full, and is for what is cut in any of its parts', async () => {
  const user = userEvent.setup();
  render(TipInApp);
  const dir = screen.getByText('src/');
  await user.hover(dir);
  await new Promise((resolve) => setTimeout(resolve, 600));
  expect(tip()).toBeNull();
  await user.hover(screen.getByRole('button', { name: 'Search' }));
  Object.defineProperty(dir, 'scrollWidth', { value: dir.clientWidth + 40 });
  await user.hover(dir);
  await waitFor(() => expect(tip()).toHaveTextContent('src/engine.go'));
});

it('describes its control besides what does so already', async () => {
  const user = userEvent.setup();
  render(TipInApp);
  const button = screen.getByRole('button', { name: 'Water' });
  await user.hover(button);
  await waitFor(() => expect(tip()).not.toBeNull());
  expect(button).toHaveAccessibleDescription('Twice a day Water the beds');
  await user.keyboard('{Escape}');
  await waitFor(() => expect(tip()).toBeNull());
  expect(button).toHaveAccessibleDescription('Twice a day');
});

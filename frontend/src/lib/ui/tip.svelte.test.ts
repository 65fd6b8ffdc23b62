import { render, screen, waitFor } from '@testing-library/svelte';
import userEvent from '@testing-library/user-event';
import { expect, it } from 'vitest';
import TipInApp from '../../test/TipInApp.svelte';

const tip = () => document.querySelector('.tip');

it('is in the page while its control is pointed at, and describes it', async () => {
  const user = userEvent.setup();
  render(TipInApp);
  const button = screen.getByRole('button');
  expect(tip()).toBeNull();
  await user.hover(button);
  await waitFor(() => expect(tip()).toHaveTextContent('Search everything Ctrl+F'));
  expect(button).toHaveAttribute('aria-describedby', tip()?.id);
  await user.keyboard('{Escape}');
  await waitFor(() => expect(tip()).toBeNull());
});

it('goes with the next key, wherever the pointer rests', async () => {
  const user = userEvent.setup();
  render(TipInApp);
  await user.hover(screen.getByRole('button'));
  await waitFor(() => expect(tip()).not.toBeNull());
  await user.keyboard('{Control}');
  expect(tip()).not.toBeNull();
  await user.keyboard('k');
  await waitFor(() => expect(tip()).toBeNull());
});

it('is in the page while its control has the keyboard', async () => {
  const user = userEvent.setup();
  render(TipInApp);
  await user.tab();
  await waitFor(() => expect(tip()).not.toBeNull());
  await user.tab();
  await waitFor(() => expect(tip()).toBeNull());
});

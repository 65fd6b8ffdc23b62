import { expect, it, vi } from 'vitest';
import { stillBelowDialogs } from './bars';

it('takes the scroll bars away from what lies below a dialog, while it is there', async () => {
  const long = '<div role="listbox" id="long"></div>';
  document.body.innerHTML = `<div class="window">${long}<div role="tree" id="short"></div></div>`;
  const high = (id: string, by: number) =>
    Object.defineProperty(document.getElementById(id), 'scrollHeight', { value: 800 + by });
  high('long', 500);
  high('short', 0);
  const still = () => [...document.querySelectorAll('[data-still]')].map(({ id }) => id);
  const stop = stillBelowDialogs(document);
  const overlay = Object.assign(document.createElement('div'), { className: 'overlay' });
  document.body.append(overlay);
  await vi.waitFor(() => expect(still()).toEqual(['long']));
  overlay.remove();
  await vi.waitFor(() => expect(still()).toEqual([]));
  stop();
});

import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { selecting } from './selecting';

let stop: () => void = () => undefined;
beforeEach(() => {
  document.body.innerHTML = `<div id="view">
    <div class="item" data-index="3"><p>the first</p></div>
    <div class="item" data-index="9"><p>the last</p></div>
  </div>`;
});
afterEach(() => stop());

function opened() {
  const view = document.getElementById('view') as HTMLElement;
  const said: string[] = [];
  stop = selecting(view, {
    select: (selection, _view, items) =>
      said.push(`${items.join('-')}: ${selection?.toString().trim() ?? ''}`),
    isDrawn: (item) => item === 3 || item === 9,
    copy: () => said.push('copy'),
  });
  const [first, last] = view.querySelectorAll('p');
  return { said, first: first?.firstChild, last: last?.firstChild };
}

const copied = () => {
  const event = new Event('copy', { bubbles: true, cancelable: true });
  document.dispatchEvent(event);
  return event.defaultPrevented;
};

it('copies what is selected now, also before the page was told of the selection', () => {
  const { said, first, last } = opened();
  if (!first || !last) throw new Error('not drawn');
  const untold = vi.fn((event: Event) => event.stopImmediatePropagation());
  window.addEventListener('selectionchange', untold, { capture: true });
  getSelection()?.setBaseAndExtent(first, 4, last, 3);
  expect(copied()).toBe(true);
  expect(said.at(-1)).toBe('copy');
  expect(said.at(-2)).toMatch(/^3-9: first\s+the$/);
  window.removeEventListener('selectionchange', untold, { capture: true });
});

it('leaves a selection to the system that is drawn whole', () => {
  const { said, first } = opened();
  if (!first) throw new Error('not drawn');
  getSelection()?.setBaseAndExtent(first, 0, first, 5);
  expect(copied()).toBe(false);
  expect(said).not.toContain('copy');
});

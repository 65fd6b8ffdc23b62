import { expect, it } from 'vitest';
import { selectAll } from './page-keys';

function press(target: Element, init: KeyboardEventInit) {
  const event = new KeyboardEvent('keydown', { bubbles: true, cancelable: true, ...init });
  Object.defineProperty(event, 'target', { value: target });
  return event;
}

it('selects a dialog or nothing with Ctrl+A, and leaves fields and lists alone', () => {
  document.body.innerHTML = '<main>thread</main><div role="dialog"><pre>raw</pre></div><input>';
  const [main, dialog, field] = [...document.body.children] as [Element, Element, Element];
  const all = (target: Element) => {
    const event = press(target, { key: 'a', ctrlKey: true });
    selectAll(event);
    return event.defaultPrevented;
  };
  expect([all(main), String(getSelection())]).toEqual([true, '']);
  expect([all(dialog.firstElementChild ?? dialog), String(getSelection())]).toEqual([true, 'raw']);
  expect(all(field)).toBe(false);
  getSelection()?.removeAllRanges();
  const handled = press(dialog, { key: 'a', ctrlKey: true });
  handled.preventDefault();
  selectAll(handled);
  expect(String(getSelection()), 'the chat list selects all chats').toBe('');
});

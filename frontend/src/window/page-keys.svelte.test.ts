import { expect, it } from 'vitest';
import { fakeChats } from '../lib/backend/fake-chats';
import { openedApp } from '../test/opened';
import { closeFirst, selectAll } from './page-keys';

const now = Date.parse('2026-11-20T14:00:00Z');
const chats = fakeChats(now).filter((c) => c.sessions.length < 50);

function press(target: Element, init: KeyboardEventInit) {
  const event = new KeyboardEvent('keydown', { bubbles: true, cancelable: true, ...init });
  Object.defineProperty(event, 'target', { value: target });
  return event;
}

it('closes the find bar with Esc from any pane, but not from another field or a menu', async () => {
  const { app } = await openedApp({ now, chats });
  document.body.innerHTML = '<section></section><input><div class="floating" data-state="open"></div>';
  const [pane, field, menu] = [...document.body.children] as [Element, Element, Element];
  app.find.start();
  for (const target of [field, pane]) {
    const event = press(target, { key: 'Escape' });
    closeFirst(app, event);
    expect([app.find.open, event.defaultPrevented], 'a field and a menu come first').toEqual([true, false]);
  }
  menu.remove();
  const event = press(pane, { key: 'Escape' });
  closeFirst(app, event);
  expect([app.find.open, event.defaultPrevented]).toEqual([false, true]);
});

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

import { render, screen, waitFor } from '@testing-library/svelte';
import { expect, it } from 'vitest';
import App from './App.svelte';
import { fakeBackend } from '../lib/backend/fake';
import { fakeChats } from '../lib/backend/fake-chats';
import '../panes/search/SearchPane.svelte';
import '../panes/thread/ThreadView.svelte';
import '../panes/timeline/Timeline.svelte';
import '../panes/settings/SettingsDialog.svelte';
import '../panes/settings/KeySheet.svelte';
import '../panes/health/HealthDialog.svelte';
import '../panes/notes/NotesDialog.svelte';
import '../panes/raw/RawDialog.svelte';

const history = fakeChats(Date.now()).filter(
  (c) => c.sessions.length < 50 && !c.title.startsWith('Terraform'),
);

/** Layers, the key that opens each, and an element of it. */
const LAYERS: { name: string; key: KeyboardEventInit; is: string }[] = [
  { name: 'the search', key: { key: 'k', ctrlKey: true }, is: 'aside.search' },
  { name: 'the find bar', key: { key: 'f', ctrlKey: true }, is: '.find[role=search]' },
  { name: 'the timeline', key: { key: 'O', shiftKey: true }, is: '.floating.timeline' },
  { name: 'the settings', key: { key: ',', ctrlKey: true }, is: '.dialog.settings' },
  {
    name: 'the health report',
    key: { key: 'H', ctrlKey: true, shiftKey: true },
    is: '.dialog.health-dialog',
  },
  { name: 'the list of keys', key: { key: '?', shiftKey: true }, is: '.dialog.keysheet' },
  { name: 'the raw record', key: { key: 'v' }, is: '.dialog.raw-dialog' },
];

const there = (is: string) => document.querySelector(is) !== null;
function press(init: KeyboardEventInit): void {
  const at = document.activeElement ?? document.body;
  at.dispatchEvent(new KeyboardEvent('keydown', { bubbles: true, cancelable: true, ...init }));
}
/** The layer or pane that has the keyboard. */
const keyboard = () =>
  LAYERS.find(({ is }) => document.activeElement?.closest(is))?.name ??
  document.activeElement?.closest<HTMLElement>('[data-pane]')?.dataset.pane ??
  'nothing';

it('closes the layers in turn with Esc, and returns the keyboard', { timeout: 300_000 }, async () => {
  render(App, { props: { backend: fakeBackend({ chats: history }) } });
  const feed = await screen.findByRole('feed');
  feed.focus();
  let pairs = 0;
  for (const a of LAYERS)
    for (const b of LAYERS) {
      // Over a dialog, only the search is tried.
      if (
        a === b ||
        (a.is.includes('.dialog') || a.is.includes('.timeline') ? b.name !== 'the search' : false)
      )
        continue;
      const pair = `${b.name} over ${a.name}`;
      press(a.key);
      await waitFor(() => expect(keyboard(), `${a.name} opens`).toBe(a.name));
      press(b.key);
      // A letter opens nothing over a dialog or the search.
      const opens = b.key.ctrlKey === true;
      if (opens) {
        await waitFor(() => expect(keyboard(), `${pair} opens`).toBe(b.name));
        press({ key: 'Escape' });
        await waitFor(() => expect(there(b.is), `${pair}: Esc closes it`).toBe(false));
        pairs++;
      } else expect(there(b.is), `${pair} does not open`).toBe(false);
      await waitFor(() => expect(keyboard(), `${pair}: back`).toBe(a.name));
      press({ key: 'Escape' });
      await waitFor(() => expect(there(a.is), `${pair}: Esc closes both`).toBe(false));
      await waitFor(() => expect(keyboard(), `${pair}: back in the thread`).toBe('thread'));
    }
  expect(pairs).toBe(11);
});

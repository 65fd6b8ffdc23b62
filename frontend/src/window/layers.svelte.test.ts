import { render, screen } from '@testing-library/svelte';
import { tick } from 'svelte';
import { expect, it, vi } from 'vitest';
import App from './App.svelte';
import { fakeBackend } from '../lib/backend/fake';
import { fakeChats } from '../lib/backend/fake-chats';
import '../panes/search/SearchPane.svelte';
import '../panes/thread/ThreadView.svelte';
import '../panes/notes/NotesDialog.svelte';
import '../panes/timeline/Timeline.svelte';
import '../panes/usage/UsageDialog.svelte';
import '../panes/settings/SettingsDialog.svelte';
import '../panes/settings/KeySheet.svelte';
import '../panes/health/HealthDialog.svelte';
import '../panes/notes/NotesDialog.svelte';
import '../panes/raw/RawDialog.svelte';
import '../panes/notes/NoteDialog.svelte';
import '../panes/files/FilesDialog.svelte';
import '../panes/export/ExportDialog.svelte';
import '../panes/inspector/Inspector.svelte';
import '../panes/resume/ResumePopover.svelte';

const history = fakeChats(Date.now()).filter(
  (c) => c.sessions.length < 50 && !c.title.startsWith('Terraform'),
);

interface Tried {
  name: string;
  /** The key that opens it. */
  key: KeyboardEventInit;
  /** An element of it. */
  is: string;
  /** The key works over every layer, not only over panes. */
  over?: true;
  /** It is a pane: all keys of the window work in it. */
  pane?: true;
}
const LAYERS: Tried[] = [
  { name: 'the search', key: { key: 'k', ctrlKey: true }, is: 'aside.search', over: true },
  { name: 'the find bar', key: { key: 'f', ctrlKey: true }, is: '.find[role=search]', over: true },
  { name: 'the inspector', key: { key: '4', ctrlKey: true }, is: 'aside.inspector', over: true, pane: true },
  { name: 'the settings', key: { key: ',', ctrlKey: true }, is: '.dialog.settings', over: true },
  {
    name: 'the health report',
    key: { key: 'H', ctrlKey: true, shiftKey: true },
    is: '.dialog.health-dialog',
    over: true,
  },
  { name: 'the timeline', key: { key: 'O', shiftKey: true }, is: '.floating.timeline' },
  { name: 'the usage', key: { key: 'D', shiftKey: true }, is: '.floating.usage' },
  { name: 'the list of keys', key: { key: '?', shiftKey: true }, is: '.dialog.keysheet' },
  { name: 'the raw record', key: { key: 'v' }, is: '.dialog.raw-dialog' },
  { name: 'the notes', key: { key: 'M', shiftKey: true }, is: '.dialog.notes-dialog' },
  { name: 'the note', key: { key: 'F2' }, is: '.dialog.note-dialog' },
  { name: 'the files at a turn', key: { key: 'x' }, is: '.dialog.files-dialog' },
  { name: 'the export', key: { key: 'e', ctrlKey: true }, is: '.dialog.export' },
  { name: 'the resume card', key: { key: 'r' }, is: '.resume-popover' },
];

/** How many others are opened over a layer: two in `make test`, all in `make test-all`, and always all over a pane. */
const SAMPLE = process.env['DENDRO_ALL'] === undefined ? 2 : LAYERS.length;

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

const until = (condition: () => boolean, what: string) =>
  vi.waitFor(() => expect(condition(), what).toBe(true), { interval: 5, timeout: 5_000 });
const keyboardIs = (where: string, what: string) =>
  vi.waitFor(() => expect(keyboard(), what).toBe(where), { interval: 5, timeout: 5_000 });

it.each(LAYERS)('closes what opened over $name with Esc, then it', { timeout: 300_000 }, async (a) => {
  render(App, { props: { backend: fakeBackend({ chats: history }) } });
  const feed = await screen.findByRole('feed');
  feed.focus();
  const open = async (what: string) => {
    press(a.key);
    await keyboardIs(a.name, `${what}: the lower one opens`);
  };
  const leave = async (what: string) => {
    await keyboardIs(a.name, `${what}: back`);
    press({ key: 'Escape' });
    await until(() => !there(a.is), `${what}: Esc closes both`);
    await keyboardIs('thread', `${what}: back in the thread`);
  };
  const others = LAYERS.filter((other) => other !== a);
  const opening = others.filter(({ over }) => over ?? a.pane);
  const first = LAYERS.indexOf(a) % opening.length;
  const sample = a.pane ? opening.length : SAMPLE;
  for (const b of [...opening.slice(first), ...opening.slice(0, first)].slice(0, sample)) {
    const pair = `${b.name} over ${a.name}`;
    await open(pair);
    press(b.key);
    await keyboardIs(b.name, `${pair} opens`);
    press({ key: 'Escape' });
    await until(() => !there(b.is), `${pair}: Esc closes it`);
    await leave(pair);
  }
  if (a.pane) return;
  await open(a.name);
  for (const b of others.filter(({ over }) => !over)) {
    press(b.key);
    await tick();
    expect(there(b.is), `${b.name} does not open over ${a.name}`).toBe(false);
  }
  await leave(a.name);
});

import { render, screen, waitFor } from '@testing-library/svelte';
import { flushSync } from 'svelte';
import userEvent from '@testing-library/user-event';
import { expect, it, vi } from 'vitest';
import App from './App.svelte';
import { fakeBackend } from '../lib/backend/fake';
import { fakeChats } from '../lib/backend/fake-chats';
import '../panes/search/SearchPane.svelte';
import '../panes/thread/ThreadView.svelte';
import '../panes/thread/cards/ToolCard.svelte';
import '../panes/resume/ResumePopover.svelte';

const history = fakeChats(Date.now()).filter(
  (c) => c.sessions.length < 50 && !c.title.startsWith('Terraform'),
);

const box = () => screen.getByRole('combobox', { name: 'Search everything' });
const results = () => screen.getByRole('listbox', { name: 'Results' });

/** A window with watched starts, and a user in it. */
async function open(chats = history) {
  const backend = fakeBackend({ chats });
  const started = [vi.spyOn(backend, 'resume'), vi.spyOn(backend, 'openTerminal')];
  const planned = vi.spyOn(backend, 'resumePlan');
  render(App, { props: { backend } });
  const user = userEvent.setup();
  await screen.findByRole('feed');
  const none = () => {
    for (const start of started) expect(start, 'nothing was started').not.toHaveBeenCalled();
  };
  return { user, planned, none };
}

async function searching(query: string) {
  const window = await open();
  await window.user.keyboard('{Control>}{Shift>}F{/Shift}{/Control}');
  await waitFor(() => expect(box()).toHaveFocus());
  await window.user.keyboard(query);
  return window;
}

it('types into the search after a click on a turn that it found', async () => {
  const { user, planned, none } = await searching('bucket');
  const turn = await waitFor(() => {
    const found = results().querySelector('[data-key^="turn "]');
    if (!found) throw new Error('no turn was found');
    return found;
  });
  await user.click(turn);
  await user.keyboard(' retry with');
  expect(box()).toHaveValue('bucket retry with');
  expect(planned, 'no letter opens the card').not.toHaveBeenCalled();
  none();
});

it('types into the search after a click on a chip, and after Tab', async () => {
  const { user, planned } = await searching('bucket');
  await user.click(screen.getByRole('button', { name: 'Filters' }));
  await user.click(await screen.findByText('Prompts'));
  await user.keyboard('{Escape}');
  await waitFor(() => expect(box()).toHaveFocus());
  await user.click(screen.getByRole('button', { name: 'Everything' }));
  expect(box()).toHaveFocus();
  expect(box()).toHaveValue('bucket in:prompts');
  await user.tab();
  expect(box()).not.toHaveFocus();
  await user.keyboard('x');
  expect(box()).toHaveFocus();
  expect(planned).not.toHaveBeenCalled();
});

it('focuses and selects the open search with Ctrl+K, and never closes it', async () => {
  const { user, planned } = await open();
  await user.keyboard('{Control>}k{/Control}');
  await waitFor(() => expect(box()).toHaveFocus());
  await user.keyboard('docker');
  await user.keyboard('{Control>}3{/Control}');
  expect(box()).not.toHaveFocus();
  await user.keyboard('{Control>}k{/Control}');
  expect(box()).toHaveFocus();
  await user.keyboard('retry');
  expect(box()).toHaveValue('retry');
  await user.keyboard('{Control>}3{/Control}');
  await user.keyboard('r');
  expect(box()).toHaveValue('retryr');
  expect(planned).not.toHaveBeenCalled();
});

it('closes the search with Esc from wherever the keyboard is', async () => {
  const { user } = await searching('bucket');
  await user.keyboard('{Control>}3{/Control}');
  await user.keyboard('{Escape}');
  await waitFor(() => expect(screen.queryByRole('combobox', { name: 'Search everything' })).toBeNull());
});

/** Numbers below n, the same in every run. */
function seeded(seed: number): (n: number) => number {
  let state = seed;
  return (n) => {
    state = (Math.imul(state, 1_103_515_245) + 12_345) >>> 0;
    return Math.floor((state / 2 ** 32) * n);
  };
}

const KEYS = [
  ...'abcdefghijklmnopqrstuvwxyz *?/.[]RSTYENU'.split(''),
  ...['Enter', 'Escape', 'Tab', 'ArrowDown', 'ArrowUp', 'ArrowLeft', 'ArrowRight', 'Home', 'PageDown'],
  ...['Backspace', 'F3', 'Delete'],
];
const CHORDS = ['k', 'p', '1', '2', '3', '4', 'f', 'i', 'F'];

/** A sample in `make test`, all of them in `make test-all`. */
const STEPS = process.env['DENDRO_ALL'] === undefined ? 500 : 5_000;

it(
  `starts nothing in ${String(STEPS)} random keys and clicks while the search is open`,
  { timeout: 600_000 },
  async () => {
    const { none } = await open(history.slice(0, 3));
    const next = seeded(20_261_128);
    const press = (init: KeyboardEventInit) => {
      const at = document.activeElement ?? document.body;
      const down = new KeyboardEvent('keydown', { bubbles: true, cancelable: true, ...init });
      const passed = at.dispatchEvent(down);
      const now = document.activeElement;
      // What a browser does with a key that nobody handled.
      const types = !init.ctrlKey && (init.key ?? '').length === 1;
      if (passed && now instanceof HTMLInputElement && types) {
        now.value = now.value.length > 20 ? '' : now.value + (init.key ?? '');
        now.dispatchEvent(new InputEvent('input', { bubbles: true }));
      }
      if (
        passed &&
        now === at &&
        at instanceof HTMLButtonElement &&
        (init.key === 'Enter' || init.key === ' ')
      )
        at.click();
      at.dispatchEvent(new KeyboardEvent('keyup', { bubbles: true, cancelable: true, ...init }));
    };
    const click = () => {
      const pane = document.querySelector('aside.search');
      const thread = document.querySelector('[role=feed]');
      const all = [
        ...(pane?.querySelectorAll<HTMLElement>('.chip, .entry, .scopes button, .results, .count') ?? []),
        ...(thread?.querySelectorAll<HTMLElement>('.row') ?? []),
      ];
      const one = all[next(Math.max(1, all.length))];
      if (!one) return;
      const focusable = one.closest<HTMLElement>('button, [tabindex]');
      one.dispatchEvent(new MouseEvent('mousedown', { bubbles: true, cancelable: true }));
      focusable?.focus();
      one.dispatchEvent(new MouseEvent('click', { bubbles: true, cancelable: true, detail: 1 }));
    };
    const isOpen = () => document.querySelector('aside.search [role=combobox]') !== null;
    for (let searched = 0; searched < STEPS;) {
      if (!isOpen()) {
        press({ key: 'F', ctrlKey: true, shiftKey: true });
        await new Promise((resolve) => setTimeout(resolve));
        continue;
      }
      searched++;
      const what = next(10);
      const key = KEYS[next(KEYS.length)] ?? 'r';
      if (what < 7) press({ key });
      else if (what < 8) press({ key: CHORDS[next(CHORDS.length)] ?? 'k', ctrlKey: true });
      else click();
      // The page follows what may open or close something; answers arrive every few steps.
      if (what >= 7 || key.length > 1) flushSync();
      if (next(25) === 0) await new Promise((resolve) => setTimeout(resolve));
    }
    none();
  },
);

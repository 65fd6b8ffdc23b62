import { getContext, setContext } from 'svelte';
import { m } from '../messages';
import { chordOf, withNames, withoutShift } from './chord';
import { isMac } from './mac';
import { isWritten } from './press';

/** A command of the window, for shortcuts, search, menus and the list of shortcuts alike. */
export interface Command {
  id: string;
  title: string;
  /** An id, not a text: the headings are m.group_window(), m.word_chats() and so on. */
  group: 'Window' | 'Chats' | 'Tree' | 'Thread' | 'Resume';
  /** As "$mod+k", "Shift+G", or "g g" for two keys after each other. The first one is displayed. */
  keys?: string[];
  run: () => void;
  /** Why it cannot run now; undefined if it can. */
  reason?: () => string | undefined;
  /** True to run it also in text fields and dialogs. */
  everywhere?: boolean;
  /** True if a pane handles the key itself: it can be changed like others, but is not bound here. */
  local?: boolean;
}

/** Makes the commands of a group. */
export const commandsOf =
  (group: Command['group']) =>
  (
    id: string,
    title: string,
    keys: string[],
    run: () => void,
    more: Pick<Command, 'reason' | 'everywhere' | 'local'> = {},
  ): Command => ({ id, title, group, keys, run, ...more });

/** A key of a pane: the pane itself handles it, and finds it by the id (Keys.inPane). */
export function paneKey(id: string, title: string, group: Command['group'], keys: string[]): Command {
  return { id, title, group, keys, run: () => undefined, local: true };
}

/** The maximum time between two keys of one command, in milliseconds. */
const SEQUENCE = 1_000;

export class Keys {
  private groups = $state.raw<readonly (readonly Command[])[]>([]);
  readonly commands = $derived(this.groups.flat());
  /** Whether single letters and signs are shortcuts. */
  letters = $state(true);
  /** Changed keys by command id; '' for none. */
  changed = $state.raw<ReadonlyMap<string, string>>(new Map());

  /** Adds commands; returns a function that removes them. */
  add(commands: readonly Command[]): () => void {
    this.groups = [...this.groups, commands];
    return () => (this.groups = this.groups.filter((g) => g !== commands));
  }

  find(id: string): Command | undefined {
    return this.commands.find((c) => c.id === id);
  }

  /** The current keys of a command. */
  keysOf(command: Command): string[] {
    const changed = this.changed.get(command.id);
    const keys = changed === undefined ? (command.keys ?? []) : changed === '' ? [] : [changed];
    return this.letters ? keys : keys.filter((key) => !isSign(key));
  }

  /** Applies the settings. */
  take(letters: boolean, changed: readonly string[]): void {
    this.letters = letters;
    this.changed = new Map(
      changed.map((entry) => {
        const cut = entry.indexOf(' ');
        return cut < 0 ? [entry, ''] : [entry.slice(0, cut), withNames(entry.slice(cut + 1))];
      }),
    );
  }

  /** The other command that has this key; different panes may use the same key. */
  holder(key: string, id: string): Command | undefined {
    const own = this.find(id);
    return this.commands.find(
      (c) => c.id !== id && !(c.local && own?.local && c.group !== own.group) && this.keysOf(c).includes(key),
    );
  }

  /** The id of the pane's own command for a pressed key; null for none. */
  inPane(group: Command['group'], event: KeyboardEvent): string | null {
    const meant = this.commands.find((c) => c.local && c.group === group && this.means(c, event));
    return meant?.id ?? null;
  }

  /** Whether the key of this command was pressed: for layers that their own key closes. */
  presses(id: string, event: KeyboardEvent): boolean {
    const command = this.find(id);
    return command !== undefined && this.means(command, event);
  }

  /** Whether a pressed key is one of a command; `before` is the chord that preceded it. */
  private means(command: Command, event: KeyboardEvent, before = ''): boolean {
    const chord = chordOf(event);
    if (chord === null) return false;
    const alone = withoutShift(chord);
    return this.keysOf(command).some((key) => key === chord || key === alone || key === `${before} ${alone}`);
  }

  /** The first key of a command, for display. */
  label(id: string): string {
    const command = this.find(id);
    const key = command && this.keysOf(command)[0];
    return key === undefined ? '' : keyLabel(key);
  }

  /** Handles the keys of the window; returns a function that stops it. */
  listen(target: Window): () => void {
    let last = { chord: '', at: 0 };
    const onkeydown = (event: KeyboardEvent) => {
      const chord = chordOf(event);
      if (event.defaultPrevented || chord === null) return;
      const before = event.timeStamp - last.at < SEQUENCE ? last.chord : '';
      const meant = this.commands.findLast((c) => !c.local && this.means(c, event, before));
      last = { chord: meant ? '' : withoutShift(chord), at: event.timeStamp };
      if (meant) this.press(meant, event);
    };
    target.addEventListener('keydown', onkeydown);
    return () => target.removeEventListener('keydown', onkeydown);
  }

  private press(command: Command, event: KeyboardEvent): void {
    // An open menu has all keys.
    if (document.querySelector('.menu[data-state="open"]') !== null) return;
    // A single letter or sign is never a command in a text field.
    if ((isWritten(event) || !command.everywhere) && (isEditable(event.target) || layerOpen())) return;
    event.preventDefault();
    if (command.reason?.() === undefined) command.run();
  }
}

/** Whether a shortcut consists of single letters or signs only. */
function isSign(key: string): boolean {
  return key.split(' ').every((press) => /^(?:Shift\+)?.$/u.test(press));
}

/** Whether an element is a text field. */
export function isEditable(target: EventTarget | null): boolean {
  return (
    target instanceof HTMLElement &&
    (target.isContentEditable || /^(INPUT|TEXTAREA|SELECT)$/.test(target.tagName))
  );
}

/** Whether a menu, popover or dialog is open, which has the keyboard to itself. */
export function layerOpen(): boolean {
  return document.querySelector('.floating[data-state="open"]:not(.tip)') !== null;
}

const names: Record<string, string> = {
  $mod: isMac ? '⌘' : m.key_ctrl(),
  Alt: isMac ? '⌥' : m.key_alt(),
  Shift: isMac ? '⇧' : m.key_shift(),
  ArrowUp: '↑',
  ArrowDown: '↓',
  ArrowLeft: '←',
  ArrowRight: '→',
  Escape: m.key_esc(),
  Space: m.key_space(),
  Home: m.key_home(),
  End: m.key_end(),
  Enter: '↵',
  Equal: '+',
  Minus: '−',
};

export function keyLabel(key: string): string {
  return key
    .split(' ')
    .map((press) =>
      // On most keyboards a sign needs Shift: the sign alone is enough.
      press
        .replace(/Shift\+(?=[^A-Za-z]$|Equal$)/, '')
        .split('+')
        .map((part) => names[part] ?? (part.length === 1 && press.includes('+') ? part.toUpperCase() : part))
        .join(isMac ? '' : '+'),
    )
    .join(' ');
}

/** The labels of keys, without duplicates. */
export function keyLabels(keys: readonly string[]): string[] {
  return [...new Set(keys.map(keyLabel))];
}

const key = Symbol('keys');

export function provideKeys(): Keys {
  return setContext(key, new Keys());
}

export function useKeys(): Keys {
  return getContext<Keys>(key);
}

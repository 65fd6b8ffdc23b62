import { getContext, setContext } from 'svelte';
import { createKeybindingsHandler } from 'tinykeys';
import { chordOf } from './chord';
import { isMac } from './mac';
import { isWritten, pressed } from './press';

/**
 * Every command of the window: hotkeys, palette, menus and the key sheet all read this one list.
 */
export interface Command {
  id: string;
  title: string;
  group: 'Window' | 'Chats' | 'Tree' | 'Thread' | 'Resume' | 'Timeline';
  /** In tinykeys' notation, as "$mod+k". The first one is shown. */
  keys?: string[];
  run: () => void;
  /** Why it cannot run now; undefined when it can. */
  reason?: () => string | undefined;
  /** Also while a text field has the focus or a dialog is open. */
  everywhere?: boolean;
  /** The key belongs to a pane that listens itself: it is changed with the others, but not bound here. */
  local?: boolean;
}

/** A key of a pane: only the pane itself knows what it does, and asks by the id which key was pressed. */
export function paneKey(id: string, title: string, group: Command['group'], keys: string[]): Command {
  return { id, title, group, keys, run: () => undefined, local: true };
}

export class Keys {
  private groups = $state.raw<readonly (readonly Command[])[]>([]);
  readonly commands = $derived(this.groups.flat());
  /** Letters and signs by themselves are keys, too. */
  letters = $state(true);
  /** Keys that a person has changed, by command; '' for none. */
  changed = $state.raw<ReadonlyMap<string, string>>(new Map());

  /** Adds commands; returns the way to take them out again. */
  add(commands: readonly Command[]): () => void {
    this.groups = [...this.groups, commands];
    return () => (this.groups = this.groups.filter((g) => g !== commands));
  }

  find(id: string): Command | undefined {
    return this.commands.find((c) => c.id === id);
  }

  /** The keys that a command has now. */
  keysOf(command: Command): string[] {
    const changed = this.changed.get(command.id);
    const keys = changed === undefined ? (command.keys ?? []) : changed === '' ? [] : [changed];
    return this.letters ? keys : keys.filter((key) => !isSign(key));
  }

  /** Takes what the settings keep. */
  take(letters: boolean, changed: readonly string[]): void {
    this.letters = letters;
    this.changed = new Map(
      changed.map((entry) => {
        const cut = entry.indexOf(' ');
        return cut < 0 ? [entry, ''] : [entry.slice(0, cut), entry.slice(cut + 1)];
      }),
    );
  }

  /** The other command that has a key already; the keys of one pane are free in another one. */
  holder(key: string, id: string): Command | undefined {
    const own = this.find(id);
    return this.commands.find(
      (c) => c.id !== id && !(c.local && own?.local && c.group !== own.group) && this.keysOf(c).includes(key),
    );
  }

  /** What a key that was pressed means in a pane: the id of the pane's own command; null for none. */
  inPane(group: Command['group'], event: KeyboardEvent): string | null {
    const meant = this.commands.find((c) => c.local && c.group === group && this.means(c, event));
    return meant?.id ?? null;
  }

  /** A key of this command was pressed: for a layer that its own key closes again. */
  presses(id: string, event: KeyboardEvent): boolean {
    const command = this.find(id);
    return command !== undefined && this.means(command, event);
  }

  private means(command: Command, event: KeyboardEvent): boolean {
    const chord = chordOf(event);
    if (chord === null) return false;
    // A sign that takes Shift on this keyboard is the sign; two of them are written by name.
    const bare = /^Shift\+[^\p{L}]$/u.test(chord) ? chord.slice(-1) : chord;
    const sign = { '+': 'Equal', '=': 'Equal', '-': 'Minus' }[bare] ?? bare;
    return this.keysOf(command).some((key) => key === chord || key === sign);
  }

  /** The key of a command, as a person reads it. */
  label(id: string): string {
    const command = this.find(id);
    const key = command && this.keysOf(command)[0];
    return key === undefined ? '' : keyLabel(key);
  }

  /** Listens to the window; returns the way to stop. */
  listen(target: Window): () => void {
    const bindings: Record<string, () => void> = {};
    let event: KeyboardEvent;
    for (const command of this.commands) {
      if (command.local) continue;
      for (const key of this.keysOf(command)) bindings[key] = () => this.press(command, event);
    }
    const handler = createKeybindingsHandler(bindings);
    const guarded = (now: KeyboardEvent) => {
      const key = pressed(now);
      if (now.defaultPrevented || key === '') return;
      event = now;
      handler(key === now.key ? now : as(now, key));
    };
    target.addEventListener('keydown', guarded);
    return () => target.removeEventListener('keydown', guarded);
  }

  private press(command: Command, event: KeyboardEvent): void {
    // A letter or a sign alone is never a command where somebody writes.
    if ((isWritten(event) || !command.everywhere) && (isEditable(event.target) || layerOpen())) return;
    event.preventDefault();
    if (command.reason?.() === undefined) command.run();
  }
}

/** The event as it would be on a layout where the key has this sign. */
function as(event: KeyboardEvent, key: string): KeyboardEvent {
  const { type, code, ctrlKey, metaKey, altKey, shiftKey, repeat } = event;
  return new KeyboardEvent(type, { key, code, ctrlKey, metaKey, altKey, shiftKey, repeat });
}

/** Keys that a text is written with, alone or one after the other. */
function isSign(key: string): boolean {
  return key.split(' ').every((press) => /^(?:Shift\+)?.$/u.test(press));
}

function isEditable(target: EventTarget | null): boolean {
  return (
    target instanceof HTMLElement &&
    (target.isContentEditable || /^(INPUT|TEXTAREA|SELECT)$/.test(target.tagName))
  );
}

/** A menu, popover or dialog has the keyboard to itself. */
function layerOpen(): boolean {
  return document.querySelector('.floating[data-state="open"]:not(.tip)') !== null;
}

const names: Record<string, string> = {
  $mod: isMac ? '⌘' : 'Ctrl',
  Alt: isMac ? '⌥' : 'Alt',
  Shift: isMac ? '⇧' : 'Shift',
  ArrowUp: '↑',
  ArrowDown: '↓',
  ArrowLeft: '←',
  ArrowRight: '→',
  Escape: 'Esc',
  Enter: '↵',
  Equal: '+',
  Minus: '−',
};

export function keyLabel(key: string): string {
  return key
    .split(' ')
    .map((press) =>
      // On most keyboards a sign needs Shift; the sign alone says it all.
      press
        .replace(/Shift\+(?=[^A-Za-z]$|Equal$)/, '')
        .split('+')
        .map((part) => names[part] ?? (part.length === 1 && press.includes('+') ? part.toUpperCase() : part))
        .join(isMac ? '' : '+'),
    )
    .join(' ');
}

/** Keys for the sheet, without those that read the same. */
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

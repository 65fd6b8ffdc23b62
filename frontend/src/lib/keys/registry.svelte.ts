import { getContext, setContext } from 'svelte';
import { createKeybindingsHandler } from 'tinykeys';

/**
 * Every command of the window: hotkeys, palette, menus and the key sheet all read this one list.
 */
export interface Command {
  id: string;
  title: string;
  group: 'Window' | 'Chats' | 'Tree' | 'Thread' | 'Resume';
  /** In tinykeys' notation, as "$mod+k". The first one is shown. */
  keys?: string[];
  run: () => void;
  /** Why it cannot run now; undefined when it can. */
  reason?: () => string | undefined;
  /** Also while a text field has the focus or a dialog is open. */
  everywhere?: boolean;
  /** The key belongs to a pane that listens itself: shown, but not bound here. */
  local?: boolean;
}

/** A key of a pane that is shown with the commands and is none: only the pane itself knows what it does. */
export function keysOnly(title: string, group: Command['group'], keys: string[]): Command {
  return { id: `${group}:${title}`, title, group, keys, run: () => undefined, local: true };
}

export class Keys {
  private groups = $state.raw<readonly (readonly Command[])[]>([]);
  readonly commands = $derived(this.groups.flat());

  /** Adds commands; returns the way to take them out again. */
  add(commands: readonly Command[]): () => void {
    this.groups = [...this.groups, commands];
    return () => (this.groups = this.groups.filter((g) => g !== commands));
  }

  find(id: string): Command | undefined {
    return this.commands.find((c) => c.id === id);
  }

  /** The key of a command, as a person reads it. */
  label(id: string): string {
    const key = this.find(id)?.keys?.[0];
    return key === undefined ? '' : keyLabel(key);
  }

  /** Listens to the window; returns the way to stop. */
  listen(target: Window): () => void {
    const bindings: Record<string, (event: KeyboardEvent) => void> = {};
    for (const command of this.commands) {
      if (command.local) continue;
      for (const key of command.keys ?? []) bindings[key] = (event) => this.press(command, event);
    }
    const handler = createKeybindingsHandler(bindings);
    const guarded = (event: KeyboardEvent) => {
      if (!event.defaultPrevented && !event.isComposing) handler(event);
    };
    target.addEventListener('keydown', guarded);
    return () => target.removeEventListener('keydown', guarded);
  }

  private press(command: Command, event: KeyboardEvent): void {
    // A letter or a sign alone is never a command where somebody writes.
    const written = event.key.length === 1 && !event.ctrlKey && !event.metaKey && !event.altKey;
    if ((written || !command.everywhere) && (isEditable(event.target) || layerOpen())) return;
    event.preventDefault();
    if (command.reason?.() === undefined) command.run();
  }
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

const isMac = typeof navigator !== 'undefined' && /Mac|iPhone|iPad/.test(navigator.userAgent);
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

function keyLabel(key: string): string {
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

/** All keys of a command for the sheet, without those that read the same. */
export function keyLabels(command: Command): string[] {
  return [...new Set((command.keys ?? []).map(keyLabel))];
}

const key = Symbol('keys');

export function provideKeys(): Keys {
  return setContext(key, new Keys());
}

export function useKeys(): Keys {
  return getContext<Keys>(key);
}

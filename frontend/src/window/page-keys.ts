import { isWritten, pressed } from '../lib/keys/press';
import { isEditable, layerOpen } from '../lib/keys/registry.svelte';
import type { AppState } from '../model/app.svelte';

/**
 * Types a character into the open search, wherever the keyboard is: no letter is a command then. Must be called
 * before any pane handles the key.
 */
export function typeIntoSearch(app: AppState, event: KeyboardEvent): void {
  if (!app.search.open || !isWritten(event) || pressed(event) === '' || event.defaultPrevented) return;
  const { target } = event;
  if (isEditable(target) || layerOpen()) return;
  // A space presses the button that Tab led to.
  if (event.key === ' ' && target instanceof Element && target.closest(':is(button,a,summary)')) return;
  // The browser types the character into the box that is focused now.
  app.panes.focus('search', '', true);
  event.stopPropagation();
}

/** Selects a dialog or nothing with Ctrl+A, instead of the whole window. Must be called after all panes. */
export function selectAll(event: KeyboardEvent): void {
  if (event.key.toLowerCase() !== 'a' || !(event.ctrlKey || event.metaKey) || event.altKey) return;
  if (event.defaultPrevented || isEditable(event.target)) return;
  const dialog = event.target instanceof Element ? event.target.closest('[role="dialog"]') : null;
  if (dialog) getSelection()?.selectAllChildren(dialog);
  event.preventDefault();
}

import { isEditable, layerOpen } from '../lib/keys/registry.svelte';
import type { AppState } from '../model/app.svelte';

/** Closes the find bar with Esc, wherever the keyboard is. Must be called before any pane handles the key. */
export function closeFirst(app: AppState, event: KeyboardEvent): void {
  if (event.key !== 'Escape' || event.isComposing || event.defaultPrevented) return;
  if (!app.find.open || isEditable(event.target) || layerOpen()) return;
  app.find.close();
  app.panes.focus('thread');
  event.preventDefault();
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

import { isEditable, layerOpen } from '../lib/keys/registry.svelte';
import type { AppState } from '../model/app.svelte';

/**
 * Handles the keys of the page itself before any pane does: Esc closes the find bar first, wherever the
 * keyboard is, and Ctrl+A selects a dialog or nothing instead of the whole window.
 */
export function pageKey(app: AppState, event: KeyboardEvent): void {
  if (event.isComposing || isEditable(event.target)) return;
  if (event.key === 'Escape' && app.find.open && !layerOpen()) {
    app.find.close();
    app.panes.focus('thread');
  } else if (event.key.toLowerCase() === 'a' && (event.ctrlKey || event.metaKey) && !event.altKey) {
    const dialog = event.target instanceof Element ? event.target.closest('[role="dialog"]') : null;
    if (dialog) getSelection()?.selectAllChildren(dialog);
  } else return;
  event.preventDefault();
  event.stopPropagation();
}

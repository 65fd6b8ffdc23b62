import { isEditable } from '../lib/keys/registry.svelte';
import type { AppState } from '../model/app.svelte';

/** Keeps the open layers of the window itself on the stack. Must be called while the window initialises. */
export function holdLayers(app: AppState): void {
  const { stack } = app.layers;
  stack.hold(() => app.search.open, {
    close: () => app.search.leave(),
    focus: () => {
      if (app.panes.has('search')) app.panes.focus('search', '', true);
    },
    inWindow: true,
  });
  stack.hold(() => app.find.open, {
    close: () => app.find.close(),
    focus: () => {
      if (app.panes.has('find')) app.panes.focus('find');
    },
    inWindow: true,
    takes: (from) => !isEditable(from) || from.closest('.find') !== null,
  });
}

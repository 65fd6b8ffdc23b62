import type { SettingsState } from '../settings/settings.svelte';
import type { ThreadState } from './thread.svelte';

/** Shows or hides Claude Code's internal agents. */
export function showInternal(app: { settings: SettingsState; thread: ThreadState }, on: boolean): void {
  app.settings.set({ showInternal: on });
  void app.thread.refresh();
}

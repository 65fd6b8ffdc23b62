import type { SettingsState } from '../settings/settings.svelte';
import type { ThreadState } from './thread.svelte';

/** Lists the agents that Claude Code started for itself, or leaves them out. */
export function showInternal(app: { settings: SettingsState; thread: ThreadState }, on: boolean): void {
  app.settings.set({ showInternal: on });
  void app.thread.refresh();
}

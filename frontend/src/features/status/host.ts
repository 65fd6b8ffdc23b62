import { createContext } from 'svelte';
import type { HealthState } from '../health/health.svelte';
import type { SettingsState } from '../settings/settings.svelte';
import type { HistoryState } from './history.svelte';
import type { Message } from './message.svelte';
import type { Layers } from '../../layers.svelte';
import type { LayoutState } from '../../layout.svelte';

/** The parts of the window that the status bar uses. */
export interface StatusHost {
  readonly health: Pick<HealthState, 'show'>;
  readonly history: HistoryState;
  readonly layers: Pick<Layers, 'keySheet' | 'settings'>;
  readonly layout: Pick<LayoutState, 'sidebarOpen' | 'toggle' | 'treeOpen'>;
  readonly message: Message;
  readonly settings: Pick<SettingsState, 'error'>;
}

export const [useHost, provideStatus] = createContext<StatusHost>();

import { createContext } from 'svelte';
import type { SettingsState } from './settings.svelte';
import type { HistoryState } from '../status/history.svelte';
import type { ThreadState } from '../thread/thread.svelte';
import type { Layers } from '../../layers.svelte';
import type { Backend } from '../../lib/backend/backend';

/** What the settings need of the window. */
export interface SettingsHost {
  readonly backend: Backend;
  readonly history: Pick<HistoryState, 'chooseRoot' | 'clearCache' | 'state'>;
  readonly layers: Pick<Layers, 'keySheet' | 'settings'>;
  readonly settings: SettingsState;
  readonly thread: ThreadState;
}

export const [useHost, provideSettings] = createContext<SettingsHost>();

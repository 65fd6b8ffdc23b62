import { createContext } from 'svelte';
import type { SettingsState } from './settings.svelte';
import type { HistoryState } from '../status/history.svelte';
import type { ThreadState } from '../thread/thread.svelte';
import type { Outside } from '../../outside';
import type { Layers } from '../../layers.svelte';
import type { Backend } from '../../lib/backend/backend';

/** The parts of the window that the settings use. */
export interface SettingsHost {
  /** Saves everything that the window restores when it is loaded again. */
  leave(): Promise<void>;
  readonly backend: Backend;
  readonly history: Pick<HistoryState, 'chooseRoot' | 'clearCache' | 'state'>;
  readonly layers: Pick<Layers, 'keySheet' | 'settings'>;
  readonly outside: Pick<Outside, 'copyText'>;
  readonly settings: SettingsState;
  readonly thread: ThreadState;
}

export const [useHost, provideSettings] = createContext<SettingsHost>();

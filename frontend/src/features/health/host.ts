import { createContext } from 'svelte';
import type { HealthState } from './health.svelte';
import type { RawState } from '../raw/raw.svelte';
import type { SidebarState } from '../sidebar/sidebar.svelte';
import type { SidePane } from '../../layout.svelte';
import type { Backend } from '../../lib/backend/backend';
import type { Outside } from '../../outside';

/** The parts of the window that the health report uses. */
export interface HealthHost {
  goTo(pane: SidePane): Promise<void>;
  readonly backend: Pick<Backend, 'report'>;
  readonly health: HealthState;
  readonly outside: Pick<Outside, 'copyText'>;
  readonly say: (message: string) => void;
  readonly raw: Pick<RawState, 'list'>;
  readonly sidebar: Pick<SidebarState, 'scope'>;
}

export const [useHost, provideHealth] = createContext<HealthHost>();

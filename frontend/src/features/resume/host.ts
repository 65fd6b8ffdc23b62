import { createContext } from 'svelte';
import type { ExportState } from '../export/export.svelte';
import type { PlaceHost } from './here';
import type { SeveralState } from './several.svelte';
import type { SettingsState } from '../settings/settings.svelte';
import type { SidebarState } from '../sidebar/sidebar.svelte';
import type { Outside } from '../../outside';
import type { Panes } from '../../panes';

/** The parts of the window that resuming uses. */
export interface ResumeHost extends PlaceHost {
  readonly exporting: Pick<ExportState, 'open'>;
  readonly outside: Pick<Outside, 'copyText'>;
  readonly panes: Pick<Panes, 'focus'>;
  readonly settings: Pick<SettingsState, 'set'>;
  readonly several: SeveralState;
  readonly shown: Promise<void>;
  readonly sidebar: Pick<SidebarState, 'selection'>;
}

export const [useHost, provideResume] = createContext<ResumeHost>();

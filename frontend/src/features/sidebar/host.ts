import { createContext } from 'svelte';
import type { SearchState } from '../search/search.svelte';
import type { SettingsState } from '../settings/settings.svelte';
import type { SidebarState } from './sidebar.svelte';
import type { HistoryState } from '../status/history.svelte';
import type { TimelineState } from '../timeline/timeline.svelte';
import type { Layers } from '../../layers.svelte';
import type { LayoutState } from '../../layout.svelte';
import type { Navigator } from '../../navigator.svelte';
import type { Outside } from '../../outside';
import type { Panes } from '../../panes';

/** The parts of the window that the chat list uses. */
export interface SidebarHost {
  readonly chatId: string | null;
  readonly history: Pick<HistoryState, 'reading' | 'state'>;
  readonly layers: Pick<Layers, 'session'>;
  readonly layout: Pick<LayoutState, 'sidebar'>;
  readonly nav: Pick<Navigator, 'wish'>;
  readonly onScreen: boolean;
  readonly outside: Pick<Outside, 'copyText'>;
  readonly panes: Pick<Panes, 'focus' | 'register' | 'writeInto'>;
  readonly search: Pick<SearchState, 'start'>;
  readonly settings: Pick<SettingsState, 'set' | 'toggleStar' | 'value'>;
  readonly shown: Promise<void>;
  readonly sidebar: SidebarState;
  readonly timeline: Pick<TimelineState, 'choose' | 'show'>;
}

export const [useHost, provideSidebar] = createContext<SidebarHost>();

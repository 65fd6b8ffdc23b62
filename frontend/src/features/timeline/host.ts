import { createContext } from 'svelte';
import type { SearchState } from '../search/search.svelte';
import type { SettingsState } from '../settings/settings.svelte';
import type { SidebarState } from '../sidebar/sidebar.svelte';
import type { TimelineState } from './timeline.svelte';
import type { Navigator } from '../../navigator.svelte';
import type { Panes } from '../../panes';

/** The parts of the window that the timeline uses. */
export interface TimelineHost {
  readonly chatId: string | null;
  readonly nav: Pick<Navigator, 'wish'>;
  readonly panes: Pick<Panes, 'focusAfter' | 'writeInto'>;
  readonly search: Pick<SearchState, 'query' | 'start'>;
  readonly settings: Pick<SettingsState, 'theme'>;
  readonly sidebar: Pick<SidebarState, 'projectName'>;
  readonly timeline: TimelineState;
}

export const [useHost, provideTimeline] = createContext<TimelineHost>();

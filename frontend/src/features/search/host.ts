import { createContext } from 'svelte';
import type { ResumeState } from '../resume/resume.svelte';
import type { SearchHost, SearchState } from './search.svelte';
import type { SidebarState } from '../sidebar/sidebar.svelte';
import type { HistoryState } from '../status/history.svelte';
import type { Layers } from '../../layers.svelte';
import type { Panes } from '../../panes';

/** The parts of the window that the search uses. */
export interface SearchPaneHost extends SearchHost {
  readonly history: Pick<HistoryState, 'state' | 'unread'>;
  readonly layers: Pick<Layers, 'session'>;
  readonly panes: Pick<Panes, 'back' | 'focus' | 'focusAfter' | 'letGo' | 'register'>;
  readonly resume: Pick<ResumeState, 'ask'>;
  readonly search: SearchState;
  readonly sidebar: Pick<SidebarState, 'branchesOf' | 'projectName' | 'titleOf'>;
}

export const [useHost, provideSearch] = createContext<SearchPaneHost>();

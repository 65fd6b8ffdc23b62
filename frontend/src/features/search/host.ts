import { createContext } from 'svelte';
import type { PlaceHost } from '../resume/here';
import type { SearchHost, SearchState } from './search.svelte';
import type { SidebarState } from '../sidebar/sidebar.svelte';
import type { HistoryState } from '../status/history.svelte';
import type { OpenBranch } from '../thread/branch.svelte';
import type { Panes } from '../../panes';

/** The parts of the window that the search uses. */
export interface SearchPaneHost extends SearchHost, PlaceHost {
  readonly branch: OpenBranch;
  readonly history: Pick<HistoryState, 'state' | 'unread'>;
  readonly panes: Pick<Panes, 'back' | 'focus' | 'focusAfter' | 'letGo' | 'register'>;
  readonly search: SearchState;
  readonly sidebar: Pick<
    SidebarState,
    'branchesOf' | 'byId' | 'chats' | 'matching' | 'projectName' | 'titleOf'
  >;
  /** Opens the list of chats, and moves the focus to it. */
  goTo(pane: 'sidebar'): Promise<void>;
}

export const [useHost, provideSearch] = createContext<SearchPaneHost>();

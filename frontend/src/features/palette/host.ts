import { createContext } from 'svelte';
import type { PlaceHost } from '../resume/here';
import type { SidebarState } from '../sidebar/sidebar.svelte';
import type { Backend } from '../../lib/backend/backend';
import type { Navigator } from '../../navigator.svelte';
import type { Outside } from '../../outside';
import type { Panes } from '../../panes';

/** The parts of the window that the palette uses. */
export interface PaletteHost extends PlaceHost {
  readonly backend: Pick<Backend, 'filter'>;
  readonly nav: Pick<Navigator, 'wish'>;
  readonly outside: Pick<Outside, 'open'>;
  readonly panes: Pick<Panes, 'focusAfter' | 'register' | 'writeInto'>;
  readonly sidebar: Pick<SidebarState, 'byId' | 'chats' | 'projectName'>;
}

export const [useHost, providePalette] = createContext<PaletteHost>();

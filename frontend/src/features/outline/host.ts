import { createContext } from 'svelte';
import type { PlaceHost } from '../resume/here';
import type { TreeState } from '../tree/tree.svelte';
import type { Panes } from '../../panes';

/** The parts of the window that the outline uses. */
export interface OutlineHost extends PlaceHost {
  readonly panes: Pick<Panes, 'focus' | 'register'>;
  readonly tree: Pick<TreeState, 'lastPromptNotes' | 'segment' | 'tree'>;
}

export const [useHost, provideOutline] = createContext<OutlineHost>();

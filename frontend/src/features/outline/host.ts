import { createContext } from 'svelte';
import type { PlaceHost } from '../resume/here';
import type { TreeState } from '../tree/tree.svelte';
import type { Panes } from '../../panes';

/** What the outline needs of the window. */
export interface OutlineHost extends PlaceHost {
  readonly panes: Pick<Panes, 'focus' | 'register'>;
  readonly tree: Pick<TreeState, 'opinions' | 'segment' | 'tree'>;
}

export const [useHost, provideOutline] = createContext<OutlineHost>();

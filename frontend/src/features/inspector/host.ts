import { createContext } from 'svelte';
import type { InspectorState } from './inspector.svelte';
import type { RawState } from '../raw/raw.svelte';
import type { ThreadState } from '../thread/thread.svelte';
import type { TreeState } from '../tree/tree.svelte';
import type { Outside } from '../../outside';
import type { Panes } from '../../panes';

/** The parts of the window that the inspector uses. */
export interface InspectorHost {
  readonly inspector: InspectorState;
  readonly outside: Pick<Outside, 'reveal'>;
  readonly panes: Pick<Panes, 'focus' | 'register'>;
  readonly raw: Pick<RawState, 'list'>;
  readonly thread: Pick<ThreadState, 'skeleton' | 'target'>;
  readonly tree: Pick<TreeState, 'touched'>;
}

export const [useHost, provideInspector] = createContext<InspectorHost>();

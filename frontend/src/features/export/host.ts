import { createContext } from 'svelte';
import type { ExportState } from './export.svelte';
import type { ThreadState } from '../thread/thread.svelte';
import type { TreeState } from '../tree/tree.svelte';

/** The parts of the window that the export uses. */
export interface ExportHost {
  readonly exporting: ExportState;
  readonly thread: Pick<ThreadState, 'skeleton'>;
  readonly tree: Pick<TreeState, 'tree'>;
}

export const [useHost, provideExport] = createContext<ExportHost>();

import type { Row } from '../../lib/backend/types';
import { LayerStack } from '../../lib/ui/layer-stack.svelte';
import type { Panes } from '../../lib/ui/panes';
import type { AgentAt, Target } from './target';

/** A row that a menu leads to. */
export interface Lead {
  readonly label: string;
  readonly open: () => void;
}

interface RowMenuAt {
  row: Row;
  agent: AgentAt | null;
  x: number;
  y: number;
  /** The pane where it was opened; the thread by default. */
  pane?: 'tree';
  /** What the prompt led to. */
  leads?: readonly Lead[];
}

/** The open dialogs and menus. */
export class Layers {
  readonly stack: LayerStack;
  keySheet = $state(false);
  settings = $state(false);
  /** The pictures of the open branch. */
  pictures = $state(false);
  /** True after the notice about demo data was dismissed. */
  noticeClosed = $state(false);
  /** The row whose menu is open. */
  row = $state.raw<RowMenuAt | null>(null);
  /** The pane and position of the open menu of a chat or a branch. */
  session = $state.raw<{ pane: 'sidebar' | 'tree'; target: Target; x: number; y: number } | null>(null);

  constructor(panes: Panes) {
    this.stack = new LayerStack(panes);
  }
}

import type { Row } from './lib/backend/types';
import type { AgentAt } from './features/thread/athand';

interface RowMenuAt {
  row: Row;
  agent: AgentAt | null;
  x: number;
  y: number;
  /** Where it was asked for, if not in the thread. */
  pane?: 'tree';
}

/** What is open over the panes: dialogs, and the menus of rows. */
export class Layers {
  palette = $state(false);
  keySheet = $state(false);
  settings = $state(false);
  /** What the window says about the demo was read. */
  noticeClosed = $state(false);
  /** The row whose menu is open. */
  row = $state.raw<RowMenuAt | null>(null);
  /** Where the menu of a chat or of a branch is open. */
  session = $state.raw<{ pane: 'sidebar' | 'tree'; x: number; y: number } | null>(null);
}

import type { TreeItem } from './fold';
import type { LayoutRow } from './layout';

/** A row of the tree with its position in the graph. */
export interface TreeRow {
  place: LayoutRow;
  item: TreeItem;
  leaf: boolean;
  /** The depth in the tree; 1 for a root. */
  level: number;
  /** The position among the parent's children, from the top, and their number. */
  among: [position: number, of: number];
  /** True if a later session contains all of it and nothing forks here: it is drawn small. */
  quiet: boolean;
}

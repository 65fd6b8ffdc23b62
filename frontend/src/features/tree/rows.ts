import type { TreeItem } from './fold';
import type { LayoutRow } from './layout';

/** A row as the window draws it: where it stands and what it says. */
export interface TreeRow {
  place: LayoutRow;
  item: TreeItem;
  leaf: boolean;
  /** 1 for a root; counts what stands below. */
  level: number;
  /** Where it stands among the children of its parent, from the top, and how many these are. */
  among: [position: number, of: number];
  /** A session that came after it holds all of it, and nothing leaves it here: it is drawn small. */
  quiet: boolean;
}

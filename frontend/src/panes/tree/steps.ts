import type { TreeRow } from '../../model/tree/rows';

/** The rows of a tree by index and by id. */
interface Rows {
  readonly rows: readonly TreeRow[];
  index(id: string | null): number;
  row(id: string | null): TreeRow | null;
}

export type TreeStep =
  | 'up'
  | 'down'
  | 'first'
  | 'last'
  | 'parent'
  | 'child'
  | 'branchUp'
  | 'branchDown'
  | 'nextLeaf'
  | 'previousLeaf';

/** The row that a step leads to; null for none. */
export function stepFrom(tree: Rows, from: string | null, to: TreeStep): TreeRow | null {
  const { rows } = tree;
  const at = tree.index(from);
  const here = rows[at];
  if (!here) return rows[0] ?? null;
  const sameBranch = (among: readonly TreeRow[]) =>
    among.find((r) => r.place.branch === here.place.branch) ?? null;
  switch (to) {
    case 'up':
      return rows[at - 1] ?? null;
    case 'down':
      return rows[at + 1] ?? null;
    case 'first':
      return rows[0] ?? null;
    case 'last':
      return rows.at(-1) ?? null;
    case 'parent':
      return tree.row(here.item.parent);
    case 'child':
      return tree.row(here.place.up?.edge ?? here.place.joins[0]?.edge ?? null);
    case 'branchUp':
      return sameBranch(rows.slice(0, at).reverse());
    case 'branchDown':
      return sameBranch(rows.slice(at + 1));
    case 'nextLeaf':
      return rows.slice(at + 1).find((r) => r.leaf) ?? null;
    case 'previousLeaf':
      return rows.slice(0, at).findLast((r) => r.leaf) ?? null;
  }
}

import { layout, type LayoutNode, type LayoutRow, type Strand } from './layout';
import { must } from './int-arrays';

/** The range of rows that every edge of a tree covers. */
export interface Spans {
  rows: readonly LayoutRow[];
  nodes: readonly LayoutNode[];
  at: ReadonlyMap<string, number>;
  /** The row of each parent; -1 for none. */
  up: Int32Array;
  /** The row of the topmost child of each; its own row if it has none. */
  top: Int32Array;
}

export function spansOf(rows: readonly LayoutRow[], items: readonly LayoutNode[]): Spans {
  const at = new Map(rows.map(({ id }, row) => [id, row]));
  const byId = new Map(items.map((item) => [item.id, item]));
  const nodes = rows.map(({ id }) => must(byId.get(id)));
  const up = new Int32Array(rows.length).fill(-1);
  const top = Int32Array.from(rows, (_, row) => row);
  nodes.forEach(({ parent }, row) => {
    const end = parent === null ? -1 : (at.get(parent) ?? -1);
    // A child below its parent was cut off: the two are part of a cycle.
    if (end <= row) return;
    up[row] = end;
    top[end] = Math.min(must(top[end]), must(top[row]));
  });
  return { rows, nodes, at, up, top };
}

/** The layout of the rows in view of a tree with more branches than lanes. */
export interface ViewportLanes {
  rows: ReadonlyMap<string, LayoutRow>;
  /** The lane of a node's edge to its parent; that of the bundle if it has none. */
  lane: (id: string) => number;
  lanes: number;
}

/**
 * Lays out the half-open range of rows [from, to) by itself: the first lanes go to the branches that start, end
 * or have a node there, newest first, beside the path to the newest leaf. Branches that only pass through get
 * the remaining lanes, the one that ends soonest first, or run in the bundle. Colours are those of the whole tree.
 */
export function viewportLanes(tree: Spans, from: number, to: number, max: number): ViewportLanes {
  const { kept, through } = inView(tree, from, to);
  const drawn = layout(kept, max);
  const colour = (id: string) => must(tree.rows[must(tree.at.get(id))]).color;
  const strand = (s: Strand): Strand => ({ ...s, color: colour(s.edge) });

  through.sort((a, b) => must(tree.up[a]) - must(tree.up[b]) || a - b);
  const passing = through.map((row): Strand => {
    const { id, style } = must(tree.nodes[row]);
    return { lane: max, color: colour(id), style, edge: id };
  });
  const beside = passing.splice(0, Math.max(0, max - drawn.lanes));
  beside.forEach((s, i) => (s.lane = drawn.lanes + i));
  const broken = passing.filter((s) => s.style === 'dashed').length;

  const lanes = new Map([
    ...drawn.rows.map(({ id, lane }) => [id, lane] as const),
    ...beside.map(({ edge, lane }) => [edge, lane] as const),
  ]);
  const rows = new Map<string, LayoutRow>();
  for (const row of drawn.rows) {
    const at = tree.at.get(row.id) ?? -1;
    if (at < from || at >= to) continue;
    const { color, branch } = must(tree.rows[at]);
    rows.set(row.id, {
      ...row,
      color,
      branch,
      up: row.up && strand(row.up),
      down: row.down && strand(row.down),
      pass: [...row.pass.map(strand), ...beside],
      joins: row.joins.map(strand),
      bundle: [row.bundle[0] + passing.length, row.bundle[1] + passing.length],
      dashed: [row.dashed[0] + broken, row.dashed[1] + broken],
    });
  }
  return {
    rows,
    lane: (id) => lanes.get(id) ?? max,
    lanes: Math.max(drawn.lanes + beside.length, passing.length > 0 ? max + 1 : 0),
  };
}

/** The nodes of these rows, those above whose edges end in them, and the edges that pass all of them. */
function inView({ rows, nodes, up, top }: Spans, from: number, to: number) {
  const kept: LayoutNode[] = [];
  const through: number[] = [];
  const keep = (row: number, time: number) => {
    const { id, style } = must(nodes[row]);
    const end = must(up[row]);
    if (end < to) {
      kept.push({ id, style, time, parent: end < 0 ? null : must(nodes[end]).id });
      return;
    }
    // Its parent is below the view, and so are the parent's other edges.
    const below = `${id} below`;
    kept.push({ id, style, time, parent: below }, { id: below, style: 'solid', time: -row, parent: null });
  };
  const last = Math.min(to, rows.length);
  for (let row = 0; row < last; row++) {
    const end = must(up[row]);
    if (row >= from) keep(row, rows.length - row);
    else if (end >= from && (end < to || must(rows[row]).lane === 0))
      keep(row, 2 * rows.length - must(top[row]));
    else if (end >= to) through.push(row);
  }
  return { kept, through };
}

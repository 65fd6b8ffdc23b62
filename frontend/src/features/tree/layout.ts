import { Graph, type EdgeStyle, type LayoutNode } from './graph';
import { append, EMPTY, must } from './int-arrays';
import { Placement } from './placement';

export type { EdgeStyle, LayoutNode } from './graph';

/**
 * Lays a chat's tree out like a git log: one row a node, newest activity first, every branch a
 * straight lane. Pure: nodes in, rows out; drawing is someone else's work.
 *
 * Beyond the last visible lane all branches run together in one more lane, a bundle of which only
 * the number is known; their nodes stand on it.
 *
 * The drawing is planar. A branch that leaves its trunk further down stands further right than all
 * that it reaches over, so no line ever crosses another; only branches that meet in the same node
 * share the last stretch into it. The path to the newest leaf is lane 0.
 */

/** A piece of an edge in one row; `edge` is the id of the child whose edge it is. */
export interface Strand {
  lane: number;
  color: number;
  style: EdgeStyle;
  edge: string;
}

export interface LayoutRow {
  id: string;
  lane: number;
  /** 1 to 8: the hue of the branch. */
  color: number;
  /** The edge to the child straight above, where there is one. */
  up: Strand | null;
  /** The edge to the parent; a dotted one without a parent in the layout is a stub. */
  down: Strand | null;
  /** Lanes that run through. */
  pass: readonly Strand[];
  /**
   * Branches that leave this node: they come from above and turn into it. Of those in the bundle the
   * last one stands for all.
   */
  joins: readonly Strand[];
  /** How many branches the bundle has at the upper and at the lower edge of this row. */
  bundle: readonly [above: number, below: number];
  /** How many of these are dashed. */
  dashed: readonly [above: number, below: number];
  /** The id of the branch: of the node that it starts with. */
  branch: string;
}

export interface Layout {
  rows: LayoutRow[];
  /** Visible lanes, the bundle included. */
  lanes: number;
}

export const MAX_LANES = 14;
/** As many are drawn at most where the bundle was opened. */
export const SPREAD_LANES = 240;

export function layout(nodes: readonly LayoutNode[], maxLanes = MAX_LANES): Layout {
  const graph = new Graph(nodes);
  const order = graph.order();
  const placed = new Placement(graph, order, maxLanes);
  placed.run();
  return sweep(graph, order, placed, maxLanes);
}

/** Walks the rows once and writes down what runs through each. */
function sweep(graph: Graph, order: Int32Array, placed: Placement, maxLanes: number): Layout {
  const active = new Array<Strand | null>(maxLanes).fill(null);
  // The edge of every node; a child is always above its parent.
  const edges = new Array<Strand | null>(order.length).fill(null);
  let hidden = 0; // edges in the bundle
  let broken = 0; // the dashed ones of these
  let widest = order.length > 0 ? 0 : -1;
  let pass: readonly Strand[] = EMPTY;
  const rows = Array.from(order, (i): LayoutRow => {
    const node = graph.node(i);
    const parent = graph.up(i);
    const above = hidden;
    const brokenAbove = broken;
    const rawLane = must(placed.lane[i]);
    const lane = Math.min(rawLane, maxLanes);
    const color = must(placed.color[i]);
    const main = must(placed.main[i]);
    let up: Strand | null = null;
    let joins: Strand[] = EMPTY;
    for (let child = graph.kid(i); child >= 0; child = graph.sibling(child)) {
      const childLane = must(placed.lane[child]);
      const strand = must(edges[child]);
      if (!strand) continue;
      if (childLane < maxLanes) active[childLane] = null;
      else {
        hidden--;
        if (strand.style === 'dashed') broken--;
      }
      if (child === main) up = strand;
      else joins = append(joins, strand);
    }
    if (joins.length > 1) joins.sort((a, b) => a.lane - b.lane || (a.edge < b.edge ? -1 : 1));
    // Past the last visible lane one turn stands for all.
    const beyond = joins.findIndex((s) => s.lane === maxLanes);
    if (beyond >= 0) joins.length = beyond + 1;
    pass = through(active, lane, pass);
    let down: Strand | null = null;
    if (parent >= 0 || node.style === 'dotted') down = { lane, color, style: node.style, edge: node.id };
    if (parent >= 0) {
      edges[i] = down;
      if (rawLane < maxLanes) active[rawLane] = down;
      else {
        hidden++;
        if (node.style === 'dashed') broken++;
      }
    }
    // Both lists go from left to right.
    widest = Math.max(
      widest,
      lane,
      joins.at(-1)?.lane ?? 0,
      pass.at(-1)?.lane ?? 0,
      hidden > 0 ? maxLanes : 0,
    );
    const branch = graph.node(must(placed.branch[i])).id;
    return {
      id: node.id,
      lane,
      color,
      up,
      down,
      pass,
      joins,
      bundle: pair(above, hidden),
      dashed: pair(brokenAbove, broken),
      branch,
    };
  });
  return { rows, lanes: widest + 1 };
}

/** What runs through a row beside its own lane. As long as nothing changes, it is the same list. */
function through(
  active: readonly (Strand | null)[],
  lane: number,
  last: readonly Strand[],
): readonly Strand[] {
  let n = 0;
  let same = true;
  for (const s of active) if (s !== null && s.lane !== lane) same &&= s === last[n++];
  if (same && n === last.length) return last;
  return active.filter((s): s is Strand => s !== null && s.lane !== lane);
}

const NONE = [0, 0] as const;

function pair(above: number, below: number): readonly [number, number] {
  return above === 0 && below === 0 ? NONE : [above, below];
}

import { Graph, type EdgeStyle, type LayoutNode } from './graph';
import { append, EMPTY, must } from './int-arrays';
import { Placement } from './placement';

export type { EdgeStyle, LayoutNode } from './graph';

/**
 * Lays out a chat's tree like a git log: one row per node, newest activity first, every branch in a
 * straight lane. A pure function from nodes to rows.
 *
 * All branches beyond the last visible lane share one more lane, the bundle, which only has their
 * number; their nodes are on it.
 *
 * The drawing is planar. A branch that forks further down is further right than all branches that it
 * passes, so lines never cross; only branches that meet in the same node share the last part of their
 * edges. The path to the newest leaf is lane 0.
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
  /** The edge to the child directly above; null for none. */
  up: Strand | null;
  /** The edge to the parent; a dotted one without a parent in the layout is a stub. */
  down: Strand | null;
  /** The lanes that pass this row. */
  pass: readonly Strand[];
  /**
   * Branches that fork from this node: their lanes come from above and turn into it. All branches of the
   * bundle are one entry, the last.
   */
  joins: readonly Strand[];
  /** The number of branches in the bundle at the upper and at the lower edge of this row. */
  bundle: readonly [above: number, below: number];
  /** The number of dashed ones among them. */
  dashed: readonly [above: number, below: number];
  /** The id of the branch, which is that of its first node. */
  branch: string;
}

export interface Layout {
  rows: LayoutRow[];
  /** The number of visible lanes, including the bundle. */
  lanes: number;
}

export const MAX_LANES = 14;
/** The maximum number of lanes with an expanded bundle. */
export const SPREAD_LANES = 240;

export function layout(nodes: readonly LayoutNode[], maxLanes = MAX_LANES): Layout {
  const graph = new Graph(nodes);
  const order = graph.order();
  const placed = new Placement(graph, order, maxLanes);
  placed.run();
  return sweep(graph, order, placed, maxLanes);
}

/** Walks the rows once and records the lanes that pass each. */
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
    // All branches of the bundle are drawn as one turn.
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
    // Both lists are sorted from left to right.
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

/** The lanes that pass a row besides its own. Returns the last list again if nothing changed. */
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

import type { TreeDensity } from '../../lib/backend/types';
import type { LayoutRow } from '../../model/tree/layout';
import { MAX_LANES } from '../../model/tree/layout';

export const PITCH = 14;
export const RADIUS = 6;

/**
 * The limits for the width of the graph, in pixels and as a share of the pane; a title of 24 letters has priority
 * above the lower one.
 */
const ROOM = { least: 66, most: 360, share: 0.35 };
/** The width of such a title with the padding of its row and the map, in pixels. */
const TITLE = 284;
const NARROWEST = 5;

const roomIn = (pane: number) =>
  Math.min(ROOM.most, Math.max(ROOM.least, Math.min(pane - TITLE, pane * ROOM.share)));

/** The distance between lanes: many lanes are closer together, before any of them run in a bundle. */
export function pitchOf(lanes: number, pane = Infinity): number {
  const room = roomIn(pane) - PITCH - AFTER - COUNT;
  return Math.min(PITCH, Math.max(NARROWEST, Math.floor(room / Math.max(1, lanes - 1))));
}

export function laneX(lane: number, pitch = PITCH): number {
  return PITCH + lane * pitch;
}

/** A tree longer than this many screens has a map beside it. */
export const SCREENS = 3;

/** The room after the last lane, and for the "+12" beside the bundle. */
const AFTER = 18;
const COUNT = 18;

/** The width of the graph. Titles start right of the last lane, so that all are aligned. */
export function graphWidth(lanes: number, max = MAX_LANES, pane = Infinity): number {
  return laneX(Math.max(lanes, 1) - 1, pitchOf(lanes, pane)) + AFTER + (lanes > max ? COUNT : 0);
}

/** The visible width of the graph in a pane of this width; a wider one scrolls sideways beside the titles. */
export function seenWidth(lanes: number, max = MAX_LANES, pane = Infinity): number {
  return Math.min(graphWidth(lanes, max, pane), roomIn(pane));
}

export interface RowShape {
  height: number;
  /** The y position of the node in its row. */
  middle: number;
}

const shapes: Record<TreeDensity, { node: RowShape; fold: RowShape }> = {
  comfortable: { node: { height: 42, middle: 15 }, fold: { height: 24, middle: 12 } },
  compact: { node: { height: 26, middle: 13 }, fold: { height: 22, middle: 11 } },
  dense: { node: { height: 20, middle: 10 }, fold: { height: 18, middle: 9 } },
};

export function rowShape(density: TreeDensity, folded: boolean, scale: number): RowShape {
  const { height, middle } = folded ? shapes[density].fold : shapes[density].node;
  return { height: Math.round(height * scale), middle: Math.round(middle * scale) };
}

/** The shape of a row: small for a fold, and for a segment that a later session contains too. */
export function shapeOf(
  density: TreeDensity,
  row: { folded: boolean; quiet: boolean },
  scale: number,
): RowShape {
  return rowShape(density, row.folded || row.quiet, scale);
}

/** Half of the width in which the pointer hits a line. */
const REACH = 4;

/** The edge at a point of a row, as the id of its child; 'bundle' for the bundle, null for none. */
export function edgeAt(
  row: LayoutRow,
  x: number,
  y: number,
  middle: number,
  pitch: number,
  max = MAX_LANES,
): string | null {
  const reach = Math.min(REACH, pitch / 2);
  const near = (lane: number) => Math.abs(laneX(lane, pitch) - x) <= reach;
  const level = Math.abs(y - middle) <= REACH;
  // Where several edges share their last part, the first one is the shortest.
  const turn = row.joins.find((s) =>
    level ? x <= laneX(s.lane, pitch) + reach : near(s.lane) && y < middle,
  );
  if (turn && x > laneX(row.lane, pitch) + RADIUS)
    return turn.lane === max && row.bundle[0] > 1 && !level ? 'bundle' : turn.edge;
  if (near(row.lane) && row.lane < max) {
    if (Math.abs(y - middle) <= RADIUS) return null;
    return (y < middle ? row.up?.edge : row.down?.edge) ?? null;
  }
  if (near(max) && row.bundle[y < middle ? 0 : 1] > 0) {
    const alone = y < middle ? row.up : row.down;
    return row.lane === max && row.bundle[y < middle ? 0 : 1] === 1 && alone ? alone.edge : 'bundle';
  }
  return row.pass.find((s) => near(s.lane))?.edge ?? null;
}

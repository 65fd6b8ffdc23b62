import type { TreeDensity } from '../../lib/backend/types';
import type { LayoutRow } from './layout';
import { MAX_LANES } from './layout';

export const PITCH = 14;
export const RADIUS = 6;

/** What a graph may take of a pane: some lanes of any, and no more where a title of 24 letters needs the room. */
const ROOM = { least: 66, most: 360 };
/** What such a title takes, with the ends of its row and the map. */
const TITLE = 284;
const NARROWEST = 5;

const roomIn = (pane: number) => Math.min(ROOM.most, Math.max(ROOM.least, pane - TITLE));

/** Many lanes stand closer together, in a narrow pane at once, before any of them run in a bundle. */
export function pitchOf(lanes: number, pane = Infinity): number {
  const room = roomIn(pane) - PITCH - AFTER - COUNT;
  return Math.min(PITCH, Math.max(NARROWEST, Math.floor(room / Math.max(1, lanes - 1))));
}

export function laneX(lane: number, pitch = PITCH): number {
  return PITCH + lane * pitch;
}

/** A tree that is longer than this many screens has a map beside it. */
export const SCREENS = 3;

/** Room behind the last lane, and for the "+12" beside the one that stands for all that have no lane. */
const AFTER = 18;
const COUNT = 18;

/** Labels begin right of the widest lane, so that all titles stand in one column. */
export function graphWidth(lanes: number, max = MAX_LANES, pane = Infinity): number {
  return laneX(Math.max(lanes, 1) - 1, pitchOf(lanes, pane)) + AFTER + (lanes > max ? COUNT : 0);
}

/** What is seen of a graph at once, in a pane of this width: a wider one is scrolled sideways beside the titles. */
export function seenWidth(lanes: number, max = MAX_LANES, pane = Infinity): number {
  return Math.min(graphWidth(lanes, max, pane), roomIn(pane));
}

export interface RowShape {
  height: number;
  /** Where the node stands, from the row's upper edge. */
  middle: number;
}

const shapes: Record<TreeDensity, { node: RowShape; fold: RowShape }> = {
  comfortable: { node: { height: 42, middle: 15 }, fold: { height: 24, middle: 12 } },
  compact: { node: { height: 26, middle: 13 }, fold: { height: 22, middle: 11 } },
  dense: { node: { height: 20, middle: 10 }, fold: { height: 18, middle: 9 } },
};

export function rowShape(density: TreeDensity, folded: boolean): RowShape {
  return folded ? shapes[density].fold : shapes[density].node;
}

/** What is drawn of a row: small where a count stands for a run, or for what a later session holds too. */
export function shapeOf(density: TreeDensity, row: { folded: boolean; quiet: boolean }): RowShape {
  return rowShape(density, row.folded || row.quiet);
}

/** Half of the width in which a line is hit. */
const REACH = 4;

/** The edge that is drawn at a point of a row, by its child's id; where the bundle runs, 'bundle'. */
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
  // Of several that end in one stretch, the first one reaches least far.
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

import type { TreeDensity } from '../../lib/backend/types';
import { MAX_LANES } from './layout';

export const PITCH = 14;
export const RADIUS = 6;

/** Many lanes stand closer together, so that room is left for what is said beside them. */
export function pitchOf(lanes: number): number {
  return PITCH - Math.min(4, Math.max(0, lanes - 5));
}

export function laneX(lane: number, pitch = PITCH): number {
  return PITCH + lane * pitch;
}

/** A tree that is longer than this many screens has a map beside it. */
export const SCREENS = 3;

/** Room for the "+12" beside the lane that stands for all that have no lane. */
const COUNT = 18;

/** Labels begin right of the widest lane, so that all titles stand in one column. */
export function graphWidth(lanes: number): number {
  return laneX(Math.max(lanes, 1) - 1, pitchOf(lanes)) + 18 + (lanes > MAX_LANES ? COUNT : 0);
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

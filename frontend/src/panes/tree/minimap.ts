import { laneX } from './geometry';
import type { LayoutRow } from '../../model/tree/layout';

/** A part of one lane, as a half-open range of rows. */
export interface MapLine {
  lane: number;
  color: number;
  from: number;
  to: number;
}

export interface MapDot {
  lane: number;
  color: number;
  row: number;
}

/** The whole tree at a small scale: straight lanes, and a dot for every leaf. */
export interface TreeMap {
  rows: number;
  lanes: number;
  lines: MapLine[];
  leaves: MapDot[];
}

export const MAP_WIDTH = 44;

/** Joins the pieces of a lane in neighbouring rows to one line. Linear in the number of strands. */
export function treeMap(rows: readonly LayoutRow[]): TreeMap {
  const open = new Map<number, MapLine>();
  const lines: MapLine[] = [];
  const leaves: MapDot[] = [];
  let lanes = 1;
  rows.forEach((row, at) => {
    const here = new Set<number>();
    for (const { lane, color } of [row, ...row.pass, ...row.joins]) {
      if (here.has(lane)) continue;
      here.add(lane);
      lanes = Math.max(lanes, lane + 1);
      const line = open.get(lane);
      if (line && line.to === at && line.color === color) line.to = at + 1;
      else {
        const next = { lane, color, from: at, to: at + 1 };
        open.set(lane, next);
        lines.push(next);
      }
    }
    if (row.up === null && row.joins.length === 0) leaves.push({ lane: row.lane, color: row.color, row: at });
  });
  return { rows: rows.length, lanes, lines, leaves };
}

/** The x position of a lane in the map: as in the tree if there is room, else closer. */
export function mapX(lane: number, lanes: number): number {
  const room = MAP_WIDTH - 16;
  const pitch = Math.min(8, laneX(1) - laneX(0), room / Math.max(1, lanes - 1));
  return 8 + lane * pitch;
}

/** The scroll offset that centres the screen on a point of the map. */
export function offsetAt(y: number, height: number, total: number, screen: number): number {
  const wanted = (y / Math.max(1, height)) * total - screen / 2;
  return Math.max(0, Math.min(total - screen, wanted));
}

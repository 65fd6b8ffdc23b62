import { laneX } from './geometry';
import type { LayoutRow } from './layout';

/** A stretch of one lane, in rows: from the first to after the last. */
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

/** The whole tree in little: straight lanes, and a dot for every leaf. */
export interface TreeMap {
  rows: number;
  lanes: number;
  lines: MapLine[];
  leaves: MapDot[];
}

export const MAP_WIDTH = 44;

/** Joins what lies in the same lane of neighbouring rows to one line. Linear in the strands. */
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

/** Where a lane stands in the map: as in the tree where there is room, closer where there is none. */
export function mapX(lane: number, lanes: number): number {
  const room = MAP_WIDTH - 16;
  const pitch = Math.min(8, laneX(1) - laneX(0), room / Math.max(1, lanes - 1));
  return 8 + lane * pitch;
}

/** The offset that brings the middle of the screen to a point of the map. */
export function offsetAt(y: number, height: number, total: number, screen: number): number {
  const wanted = (y / Math.max(1, height)) * total - screen / 2;
  return Math.max(0, Math.min(total - screen, wanted));
}

import { describe, expect, it } from 'vitest';
import type { LayoutNode } from '../../model/tree/layout';
import { layout } from '../../model/tree/layout';
import { MAP_WIDTH, mapX, offsetAt, treeMap } from './minimap';

const node = (id: string, parent: string | null, time: number): LayoutNode => ({
  id,
  parent,
  time,
  style: 'solid',
});

describe('the map of a tree', () => {
  it('joins the rows of a lane to one line, and marks the leaves', () => {
    const { rows } = layout([node('a', null, 1), node('b', 'a', 2), node('c', 'b', 4), node('d', 'a', 3)]);
    // c, d, b, a: d is right of the path to c.
    const map = treeMap(rows);
    expect(map.rows).toBe(4);
    expect(map.lines.filter((l) => l.lane === 0)).toEqual([
      { lane: 0, color: map.lines[0]?.color, from: 0, to: 4 },
    ]);
    expect(map.lines.filter((l) => l.lane === 1)).toHaveLength(1);
    expect(map.leaves.map((l) => l.row)).toHaveLength(2);
  });

  it('is as large as its tree has branches, not rows', () => {
    const nodes = [node('n0', null, 0)];
    for (let i = 1; i < 5000; i++) nodes.push(node(`n${i}`, `n${i - 1}`, i));
    expect(treeMap(layout(nodes).rows).lines).toHaveLength(1);
  });

  it('keeps every lane inside', () => {
    for (let lanes = 1; lanes <= 9; lanes++)
      expect(mapX(lanes - 1, lanes)).toBeLessThanOrEqual(MAP_WIDTH - 8);
  });

  it('leads to the screen around a point, and never beyond the ends', () => {
    expect(offsetAt(50, 100, 1000, 200)).toBe(400);
    expect(offsetAt(-9, 100, 1000, 200)).toBe(0);
    expect(offsetAt(400, 100, 1000, 200)).toBe(800);
  });
});

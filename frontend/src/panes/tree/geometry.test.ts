import { describe, expect, it } from 'vitest';
import { edgeAt, laneX, PITCH, seenWidth, shapeOf } from './geometry';
import type { LayoutNode } from '../../model/tree/layout';
import { layout, MAX_LANES } from '../../model/tree/layout';

const MIDDLE = 15;

function node(id: string, parent: string | null, time: number): LayoutNode {
  return { id, parent, time, style: 'solid' };
}

/** The id of the edge that is hit at a lane, above, at or below the node. */
function probe(nodes: LayoutNode[]) {
  const { rows } = layout(nodes);
  return (id: string, lane: number, dy: number) => {
    const row = rows.find((r) => r.id === id);
    return row && edgeAt(row, laneX(lane, PITCH) + 2, MIDDLE + dy, MIDDLE, PITCH);
  };
}

describe('the line under the pointer', () => {
  const at = probe([node('a', null, 0), node('s1', 'a', 1), node('s2', 'a', 2), node('t', 'a', 3)]);

  it('is the edge up or down from the node, and none on the node', () => {
    expect(at('t', 0, 10)).toBe('t');
    expect(at('t', 0, 0)).toBeNull();
    expect(at('a', 0, -10)).toBe('t');
    expect(at('a', 0, 10)).toBeNull();
  });

  it('is what runs through', () => {
    expect(at('s1', 0, 0)).toBe('t');
    expect(at('s1', 2, -10)).toBe('s2');
  });

  it('is what bends into the node', () => {
    expect(at('a', 1, -10)).toBe('s1');
    expect(at('a', 2, -10)).toBe('s2');
    expect(at('a', 2, 0)).toBe('s2');
    expect(at('a', 1.7, 0)).toBe('s2');
  });

  it('is nothing where nothing is', () => {
    expect(at('t', 1, 0)).toBeNull();
    expect(at('t', 0.5, 10)).toBeNull();
  });

  it('is the bundle where several run side by side', () => {
    const many = [node('a', null, 0)];
    for (let i = 1; i <= MAX_LANES + 3; i++) many.push(node(`s${i}`, 'a', i));
    const hit = probe(many);
    expect(hit('s1', MAX_LANES, 0)).toBe('bundle');
    expect(hit('a', MAX_LANES, -10)).toBe('bundle');
  });
});

it('what a later session holds too is as small as a count', () => {
  const small = shapeOf('comfortable', { folded: true, quiet: false }, 1);
  expect(shapeOf('comfortable', { folded: false, quiet: true }, 1)).toEqual(small);
  expect(shapeOf('comfortable', { folded: false, quiet: false }, 1).height).toBeGreaterThan(small.height);
});

it.each([320, 480, 720, 1_000, 1_600])('in a pane of %i px most of the room is for titles', (pane) => {
  const width = seenWidth(200, 60, pane);
  expect(width).toBeLessThanOrEqual(Math.max(66, pane * 0.35));
  expect(pane - width).toBeGreaterThanOrEqual(Math.min(284, pane - 66));
  expect(seenWidth(2, 60, pane), 'a narrow tree takes what it needs').toBe(seenWidth(2));
});

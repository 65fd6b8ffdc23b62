import { describe, expect, it } from 'vitest';
import { largeChat } from '../../test/large-chat';
import { layout, MAX_LANES, SPREAD_LANES, type LayoutNode } from './layout';
import { viewportLanes, spansOf } from './viewport-lanes';

/** A trunk that everything leaves below the first screens. */
function fan(branches: number): LayoutNode[] {
  const trunk = Array.from({ length: 3 }, (_, i) => node(`trunk ${i}`, i === 0 ? null : `trunk ${i - 1}`, i));
  const ends = Array.from({ length: branches }, (_, i) => node(`end ${i}`, 'trunk 1', 10 + i));
  return [...trunk, ...ends, node('newest', 'trunk 2', 1000)];
}
const node = (id: string, parent: string | null, time: number): LayoutNode => ({
  id,
  parent,
  time,
  style: 'solid',
});
const spans = (nodes: readonly LayoutNode[]) => spansOf(layout(nodes).rows, nodes);
const chats = (['a chat', 'a fan', 'a comb', 'a bush'] as const).map((shape) =>
  largeChat(400, shape).map((s) => node(s.id, s.parent, Date.parse(s.end))),
);

describe('the lanes of the rows in view', () => {
  it('go to what is newest there, beside the path to the newest leaf', () => {
    const tree = spans(fan(160));
    for (const from of [0, 20, 120]) {
      const near = viewportLanes(tree, from, from + 10, MAX_LANES);
      const seen = tree.rows.slice(from, from + 10).map(({ id }) => near.rows.get(id)?.lane);
      const first = from === 0 ? 0 : 1;
      expect(seen).toEqual(Array.from({ length: 10 }, (_, i) => first + i));
      expect(near.lane('newest')).toBe(0);
    }
    // What only runs through has what lanes are left, and runs in the bundle.
    const row = viewportLanes(tree, 100, 110, MAX_LANES).rows.get(tree.rows[104]?.id ?? '');
    expect(row?.pass.length).toBe(MAX_LANES - 1 - 5);
    expect(row?.bundle).toEqual([99 - 3, 99 - 3]);
  });

  it('are opened each, those in view first', () => {
    const near = viewportLanes(spans(fan(160)), 100, 110, SPREAD_LANES);
    const row = near.rows.get(spans(fan(160)).rows[104]?.id ?? '');
    expect(row?.lane).toBe(5);
    expect(row?.bundle).toEqual([0, 0]);
    expect(near.lanes).toBe(110);
  });

  it('are one for each edge, all edges are there, and colours stay', () => {
    for (const nodes of chats) {
      const tree = spans(nodes);
      for (let from = 0; from < tree.rows.length; from += 36) {
        const near = viewportLanes(tree, from, from + 30, MAX_LANES);
        for (let at = from; at < Math.min(from + 30, tree.rows.length); at++) {
          const whole = tree.rows[at];
          const row = near.rows.get(whole?.id ?? '');
          expect(row?.color).toBe(whole?.color);
          expect([row?.up?.edge, row?.down?.edge]).toEqual([whole?.up?.edge, whole?.down?.edge]);
          const lanes = row?.pass.map(({ lane }) => lane) ?? [];
          expect(new Set([...lanes, row?.lane]).size).toBe(lanes.length + 1);
          // As many edges as in the whole, whichever of them are in the bundle.
          const below = (r: typeof row, max: number) =>
            (r?.pass.length ?? 0) + (r?.bundle[1] ?? 0) + (r?.down && r.lane < max ? 1 : 0);
          expect(below(row, MAX_LANES)).toBe(below(whole, MAX_LANES));
        }
      }
    }
  });
});

import { describe, expect, it } from 'vitest';
import type { TreeFilter, TreeItem } from '../../model/tree/fold';
import { foldTree, noFilter } from '../../model/tree/fold';
import { SHAPES, largeChat } from '../../test/large-chat';
import type { Shape } from '../../test/large-chat';
import { layout } from '../../model/tree/layout';

/** Counts how often anything is looked at: a measure of the work that no other program disturbs. */
function counting<T extends object>(list: readonly T[], count: { reads: number }): T[] {
  return list.map(
    (each) =>
      new Proxy(each, {
        get(target, name) {
          count.reads++;
          return Reflect.get(target, name) as unknown;
        },
      }),
  );
}

function work(size: number, shape: Shape, filter: Partial<TreeFilter> = {}) {
  const count = { reads: 0 };
  const segments = counting(largeChat(size, shape), count);
  const items = foldTree(segments, { ...noFilter, ...filter }, new Set());
  const { rows, lanes } = layout(counting<TreeItem>(items, count));
  const cells = rows.reduce((n, row) => n + 1 + row.pass.length + row.joins.length, 0);
  return { ...count, cells, rows: rows.length, lanes };
}

describe('the work of fold and layout grows with the chat, not with its square', () => {
  const filters: Record<string, Partial<TreeFilter>> = {
    everything: {},
    'leaves only': { leavesOnly: true },
    'one git branch': { gitBranch: 'spike' },
    'a text': { text: 'OPUS time' },
  };
  for (const shape of SHAPES) {
    it.each(Object.entries(filters))(`${shape}, %s`, (_, filter) => {
      const half = work(5_000, shape, filter);
      const whole = work(10_000, shape, filter);
      expect(whole.reads / half.reads).toBeLessThanOrEqual(2.3);
      // No row has more strands than visible lanes and joins.
      expect(whole.cells).toBeLessThanOrEqual(12 * 10_000);
    });
  }

  it('is a chat of 2,000 sessions with folds and forks', () => {
    const segments = largeChat(10_000);
    expect(new Set(segments.map((s) => s.session)).size).toBe(2_000);
    expect(segments).toEqual(largeChat(10_000));
    const { rows, lanes } = work(10_000, 'a chat');
    expect(rows).toBeGreaterThan(1_000);
    expect(rows).toBeLessThan(10_000);
    expect(lanes).toBeGreaterThan(4);
  });
});

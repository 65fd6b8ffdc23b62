import { describe, expect, it } from 'vitest';
import type { Segment } from '../../lib/backend/types';
import { Family } from '../../model/tree/family';
import { highlightFrom, highlightedInBundle } from '../../model/tree/highlight';
import { append, EMPTY, must, NONE, parentsOf } from '../../model/tree/int-arrays';
import type { TreeRow } from '../../model/tree/rows';
import { stepFrom, type TreeStep } from './steps';

/**
 * A tree from its drawing, the newest above: each line is a row, `id<parent`, with the branch that it
 * belongs to behind a colon. Rows that nothing hangs on are leaves.
 */
function drawn(...lines: string[]) {
  const parts = lines.map((line) => /^(\w+)(?:<(\w+))?:(\d)$/.exec(line) ?? []);
  const rows = parts.map(([, id = '', parent, branch]): TreeRow => {
    const kids = parts.filter((other) => other[2] === id);
    const own = kids.find((kid) => kid[3] === branch)?.[1];
    const joins = kids.filter((kid) => kid[3] !== branch).map((kid) => ({ edge: kid[1] }));
    return {
      item: { id, parent: parent ?? null },
      place: { branch: Number(branch), up: own === undefined ? null : { edge: own }, joins },
      leaf: kids.length === 0,
    } as unknown as TreeRow;
  });
  const index = (id: string | null) => rows.findIndex((row) => row.item.id === id);
  return { rows, index, row: (id: string | null) => rows[index(id)] ?? null };
}

// The trunk a-b-c-d, with e-f off b and g off a.
const tree = drawn('d<c:0', 'f<e:1', 'c<b:0', 'e<b:1', 'b<a:0', 'g<a:2', 'a:0');

describe('a step in the tree', () => {
  it.each<[TreeStep, string, string | null]>([
    ['up', 'c', 'f'],
    ['up', 'd', null],
    ['down', 'c', 'e'],
    ['down', 'a', null],
    ['first', 'a', 'd'],
    ['last', 'd', 'a'],
    ['parent', 'f', 'e'],
    ['parent', 'e', 'b'],
    ['parent', 'a', null],
    ['child', 'b', 'c'],
    ['child', 'd', null],
    ['branchUp', 'a', 'b'],
    ['branchUp', 'f', null],
    ['branchDown', 'd', 'c'],
    ['branchDown', 'e', null],
    ['nextLeaf', 'd', 'f'],
    ['nextLeaf', 'f', 'g'],
    ['nextLeaf', 'a', null],
    ['previousLeaf', 'a', 'g'],
    ['previousLeaf', 'd', null],
  ])('%s from %s leads to %s', (step, from, to) => {
    expect(stepFrom(tree, from, step)?.item.id ?? null).toBe(to);
  });

  it('begins at the top where nothing is marked, and what is marked is gone', () => {
    expect(stepFrom(tree, null, 'down')?.item.id).toBe('d');
    expect(stepFrom(tree, 'gone', 'up')?.item.id).toBe('d');
    expect(stepFrom(drawn(), null, 'down')).toBeNull();
  });

  it('goes to a fork where the branch itself ends', () => {
    const ends = drawn('y<x:1', 'x:0');
    expect(stepFrom(ends, 'x', 'child')?.item.id).toBe('y');
  });
});

describe('what is lit', () => {
  const lit = (id: string) => [...(highlightFrom(tree.rows, tree.index(id)) ?? [])].sort().join('');

  it.each([
    ['d', 'abcd'],
    ['b', 'abcdef'],
    ['e', 'abef'],
    ['g', 'ag'],
    ['a', 'abcdefg'],
  ])('at %s: the way there and all that comes from it', (id, all) => {
    expect(lit(id)).toBe(all);
  });

  it('is nothing where nothing is pointed at, or there is nothing beside it', () => {
    expect(highlightFrom(tree.rows, -1)).toBeNull();
    expect(highlightFrom(drawn('a:0').rows, 0)).toBeNull();
  });

  it('counts the bright branches that run in the bundle below each row', () => {
    const bundled = new Set(['f', 'e', 'g']);
    const count = (id: string) =>
      [
        ...highlightedInBundle(
          tree.rows,
          highlightFrom(tree.rows, tree.index(id)) ?? new Set(),
          (row) => bundled.has(row.item.id),
          tree.index,
        ),
      ].slice(0, tree.rows.length);
    //                       d  f  c  e  b  g  a
    expect(count('f')).toEqual([0, 1, 1, 1, 0, 0, 0]);
    expect(count('a')).toEqual([0, 1, 1, 1, 0, 1, 0]);
    expect(count('d')).toEqual([0, 0, 0, 0, 0, 0, 0]);
  });
});

describe('a family with some left out', () => {
  const segments = (...lines: string[]) =>
    lines.map((line) => {
      const [id = '', parent] = line.split('<');
      return { id, parent: parent ?? null } as unknown as Segment;
    });
  const ids = ['a', 'b<a', 'c<b', 'd<c', 'e<b'];
  const family = (keep: string) =>
    new Family(segments(...ids), keep === 'all' ? 'all' : ({ id }) => keep.includes(id));
  const above = (of: Family) =>
    ids.map((_, i) => (of.keeps(i) && of.above(i) !== NONE ? of.segment(of.above(i)).id : '-')).join('');

  it.each([
    ['all', '-abcb'],
    ['acde', '--aca'],
    ['ad', '---a-'],
    ['bde', '---bb'],
    ['de', '-----'],
  ])('hangs each of %s on the nearest that is kept', (keep, expected) => {
    expect(above(family(keep))).toBe(expected);
  });

  it('knows who has one child alone', () => {
    const of = family('acde');
    expect([of.onlyChild(0), of.onlyChild(2), of.onlyChild(3)]).toEqual([NONE, 3, NONE]);
  });

  it('hangs nobody on itself where parents run in a circle', () => {
    const circle = new Family(segments('a<c', 'b<a', 'c<b'), ({ id }) => id === 'a');
    expect(circle.above(0)).toBe(NONE);
    const two = new Family(segments('a<b', 'b<a'), 'all');
    expect([two.above(0), two.above(1)]).toEqual([1, 0]);
  });
});

describe('lists', () => {
  it('find parents wherever they stand, and those that are missing nowhere', () => {
    const list = [
      { id: 'b', parent: 'a' },
      { id: 'a', parent: null },
      { id: 'c', parent: 'a' },
      { id: 'd', parent: 'c' },
      { id: 'e', parent: 'gone' },
    ];
    expect([...parentsOf(list)]).toEqual([1, NONE, 1, 2, NONE]);
    expect([...parentsOf([])]).toEqual([]);
  });

  it('grow without changing the one empty list', () => {
    const one = append<number>(EMPTY, 1);
    expect([one, append(one, 2), EMPTY]).toEqual([[1, 2], [1, 2], []]);
  });

  it('say where they are asked for what is not there', () => {
    expect(() => must(undefined)).toThrow(/out of range/);
    expect(must(0)).toBe(0);
  });
});

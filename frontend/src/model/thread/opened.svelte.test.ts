import { describe, expect, it } from 'vitest';
import { SkeletonRows, type SkeletonRow } from '../../lib/backend/skeleton-rows';
import { Turns } from '../../lib/backend/turns';
import { Flag, ROW_KINDS, type Skeleton } from '../../lib/backend/types';
import { itemNames } from '../../test/skeletons';
import { displayItems } from './display';
import { alike, internalRows, saidRows } from './skeleton-diff';
import { heightOfRow, PROMPT_LINES } from './heights';
import { Opened } from './opened.svelte';
import { threadKey } from '../place/location';
import { rowId, rowsOf } from '../place/target';

/** Rows from their letters: p(rompt), r(eply), q(uiet call), e(rror), T(hinking), s: first row of a segment. */
function skeleton(letters: string, more: Partial<Skeleton> = {}): Skeleton {
  const kinds: Record<string, [(typeof ROW_KINDS)[number], number]> = {
    p: ['prompt', 0],
    s: ['prompt', Flag.segment],
    r: ['reply', 0],
    q: ['tool', Flag.quiet],
    e: ['tool', Flag.quiet | Flag.error],
    a: ['tool', Flag.quiet | Flag.sidechain],
    T: ['thinking', 0],
    i: ['tool', Flag.internal],
  };
  let turn = 0;
  const heads: number[] = [];
  const rows = [...letters].map((letter, i): SkeletonRow => {
    const [kind, flags] = kinds[letter] ?? ['notice', 0];
    if (kind === 'prompt') {
      turn++;
      heads.push(i);
    }
    return [ROW_KINDS.indexOf(kind), 1, 40, turn, flags, i];
  });
  return {
    session: 's',
    tip: 't',
    total: rows.length,
    seq: 1,
    rows: SkeletonRows.of(rows),
    turns: new Turns(heads),
    splits: [],
    ...more,
  };
}

const names = (of: Skeleton, open: number[] = []) => itemNames(displayItems(of, new Set(open))).join(' ');

describe('what a thread lists', () => {
  it.each([
    ['prqqqr', 'r0 r1 f2 r5', 'three quiet calls are one line'],
    ['prqr', 'r0 r1 r2 r3', 'one alone is not'],
    ['pqqeqq', 'r0 f1 r3 f4', 'a failure stands by itself'],
    ['pqqaq', 'r0 f1 r3 r4', 'and so does an agent'],
    ['qqpqq', 'f0 r2 f3', 'from the first row to the last'],
    ['', '', 'nothing of nothing'],
  ])('%s: %s (%s)', (letters, expected) => {
    expect(names(skeleton(letters))).toBe(expected);
  });

  it('opens a fold in place, and ends it where the chat splits', () => {
    expect(names(skeleton('pqqr'), [1])).toBe('r0 f1 r1 r2 r3');
    const branch = { session: 's', first: 'a', tip: 'b', title: '', active: true, end: '' };
    const split = { row: 2, at: '', branches: [branch, { ...branch, first: 'c' }] };
    const of = skeleton('pqqqqr', { splits: [split] as unknown as Skeleton['splits'] });
    expect(names(of)).toBe('r0 f1 s2 f3 r5');
    expect(names(of, [1])).toBe('r0 f1 r1 r2 s2 f3 r5');
    const alone = { ...of, splits: [{ ...split, branches: [branch] }] as unknown as Skeleton['splits'] };
    expect(names(alone), 'one way on is no choice').toBe('r0 f1 f3 r5');
  });

  it('says which lines no row shows, before the first row and after any', () => {
    const bad = (row: number) => ({ row, line: 1, bytes: 3 });
    const of = skeleton('prr', {
      unreadable: [bad(-1), bad(1), bad(1)] as unknown as Skeleton['unreadable'] & object,
    });
    expect(names(of)).toBe('u-1 r0 r1 u1 u1 r2');
  });

  it('has headings over agents that nobody called, and over those of Claude Code itself', () => {
    expect(names(skeleton('praa', { unattached: 2 }))).toBe('r0 r1 unattached r2 r3');
    expect(names(skeleton('pr', { internal: 3 })), 'they are not listed').toBe('r0 r1 internal');
    expect(names(skeleton('prii', { internal: 2 }))).toBe('r0 r1 internal r2 r3');
  });
});

describe('an item', () => {
  const of = skeleton('prqqqrqq');
  const items = displayItems(of, new Set([2]));

  it('is found by any of its rows, and by its key', () => {
    expect(items.length).toBe(8);
    for (let i = 0; i < items.length; i++) {
      expect(items.indexOfKey(items.keyAt(i)), `item ${i}`).toBe(i);
      expect(items.indexOfRow(items.rowAt(i))).toBeLessThanOrEqual(i);
    }
    expect([items.indexOfRow(7), items.lastRowAt(7)], 'within a closed fold').toEqual([7, 7]);
    expect([items.at(-1), items.at(8), items.indexOfKey(99_999)]).toEqual([undefined, undefined, -1]);
  });

  it('keeps its key while others come and go', () => {
    const closed = displayItems(of, new Set());
    const key = closed.keyAt(closed.indexOfRow(5));
    expect(items.rowAt(items.indexOfKey(key))).toBe(5);
  });

  it('knows folds, those that are closed, and the rows in none', () => {
    expect([items.foldOf(3), items.foldOf(5), items.foldOf(7)]).toEqual([2, null, 6]);
    expect(items.closedFolds()).toEqual([6]);
    expect([...items.rowsAlone()]).toEqual([0, 1, 5]);
  });

  it('is as high as its kind is, with room for the landmark of a turn', () => {
    const heights = items.heights(700, false);
    expect(heights).toHaveLength(items.length);
    expect(heights[0]).toBe(40 + heightOfRow(of.rows, 0, 700, false));
    expect([heights[2], heights[3]]).toEqual([30, 30]);
  });
});

describe('how high a row will be', () => {
  const one = (letter: string, lines: number, chars: number, flags = 0) => {
    const { rows } = skeleton(letter);
    [rows.lines[0], rows.chars[0], rows.flags[0]] = [lines, chars, flags];
    return (width: number, thinking = false) => heightOfRow(rows, 0, width, thinking);
  };

  it('grows with its text, and the more the narrower the thread', () => {
    expect(one('r', 1, 4_000)(400)).toBeGreaterThan(one('r', 1, 4_000)(800));
    expect(one('r', 40, 800)(800)).toBeGreaterThan(one('r', 1, 800)(800));
  });

  it('ends for a prompt where it is cut, and has room for its images', () => {
    const most = 20 + 22 * PROMPT_LINES + 28;
    expect([one('p', 900, 90_000)(700), one('p', 9_000, 900_000)(700)]).toEqual([most, most]);
    expect(one('p', 1, 10, Flag.images)(700) - one('p', 1, 10)(700)).toBe(188);
  });

  it('is that of a line for thinking that is closed', () => {
    expect(one('T', 90, 9_000)(700)).toBe(28);
    expect(one('T', 90, 9_000)(700, true)).toBeGreaterThan(500);
  });
});

describe('what is open of a thread', () => {
  const at = (letters: string) => {
    const of = skeleton(letters);
    return new Opened(() => of);
  };

  it('opens and closes rows and folds, one by one', () => {
    const opened = at('pqqr');
    opened.toggle('r1');
    opened.toggleFold(1);
    expect([opened.isOpen('r1'), [...opened.folds]]).toEqual([true, [1]]);
    opened.toggle('r1', true);
    expect(opened.isOpen('r1'), 'it stays open').toBe(true);
    opened.toggle('r1');
    opened.toggleFold(1);
    expect([opened.isOpen('r1'), opened.folds.size]).toEqual([false, 0]);
  });

  it('opens every call and every fold at once, and what was said not', () => {
    const opened = at('prqqre');
    opened.expandAll(true);
    expect([...opened.folds]).toEqual([2]);
    expect([...opened.rows].sort()).toEqual(['r2', 'r3', 'r5']);
    opened.expandAll(false);
    expect([opened.folds.size, opened.rows.size]).toEqual([0, 0]);
  });

  it('opens the whole way to a row that was looked for', () => {
    const opened = at('pqqqr');
    opened.reveal([2, 5]);
    expect([...opened.folds]).toEqual([1]);
    expect([opened.isOpen('r2'), opened.isOpen('r2/5'), opened.isOpen('r5')]).toEqual([true, true, false]);
    opened.unfold(4);
    expect([...opened.folds], 'a row in no fold opens none').toEqual([1]);
  });

  it('is as it was left', () => {
    const opened = at('pqqr');
    opened.restore({ openFolds: new Set([1]), openRows: new Set(['r0']) });
    expect([opened.isOpen('r0'), opened.folds.has(1)]).toEqual([true, true]);
    opened.closeAll();
    expect([opened.isOpen('r0'), opened.folds.size]).toEqual([false, 0]);
  });

  it('is nothing where no thread is', () => {
    const opened = new Opened(() => null);
    opened.expandAll(true);
    opened.unfold(3);
    expect([opened.folds.size, opened.rows.size]).toEqual([0, 0]);
  });
});

describe('two states of a branch', () => {
  it('begin alike up to the first row that differs, in the parts that are asked for', () => {
    const [a, b] = [skeleton('prqqr'), skeleton('prqqrqq')];
    expect(alike(a, b, ['kinds', 'records'])).toBe(5);
    expect(alike(null, b, ['kinds'])).toBe(0);
    b.rows.chars[2] = 99;
    expect([alike(a, b, ['kinds']), alike(a, b, ['kinds', 'chars'])]).toEqual([5, 2]);
  });

  it('have as many rows as were said: agents of Claude Code itself are no part of it', () => {
    const shown = skeleton('prii', { internal: 2 });
    expect([saidRows(shown), internalRows(shown)]).toEqual([2, 2]);
    const counted = skeleton('pr', { internal: 2 });
    expect([saidRows(counted), internalRows(counted)]).toEqual([2, 0]);
    expect(saidRows(null)).toBe(0);
  });
});

it('knows a thread and a row by one name each', () => {
  expect(rowsOf(rowId([12, 3]))).toEqual([12, 3]);
  const agents = [{ ref: { agent: 'a1' } }] as unknown as Parameters<typeof threadKey>[0]['agents'];
  const branch = { session: 's', tip: 't' };
  expect(threadKey({ branch, agents: [] })).not.toBe(threadKey({ branch, agents }));
  expect(
    threadKey({ branch: { ...branch, follow: true, tip: undefined }, agents: [] }),
    'its end is no key',
  ).toBe(threadKey({ branch: { session: 's', follow: true }, agents: [] }));
});

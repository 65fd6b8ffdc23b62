import { describe, expect, it } from 'vitest';
import { SkeletonRows } from '../../lib/backend/skeleton-rows';
import { Turns } from '../../lib/backend/turns';
import type { Skeleton, SkeletonRow } from '../../lib/backend/types';
import { Flag, ROW_KINDS } from '../../lib/backend/types';
import { changed, itemNames, rowsOf } from '../../test/skeletons';
import { displayItems, lastAt, lastTurnIn, newRows } from './display';
import { saidRows } from './skeleton-diff';

const letters: Record<string, [(typeof ROW_KINDS)[number], number]> = {
  P: ['prompt', 0],
  R: ['reply', 0],
  T: ['thinking', 0],
  t: ['thinking', 0], // not recorded
  q: ['tool', Flag.quiet],
  e: ['tool', Flag.quiet | Flag.error],
  E: ['tool', 0],
  S: ['tool', Flag.sidechain],
  C: ['compaction', 0],
  h: ['notice', Flag.quiet], // a failed hook
  // Like the call before it: quiet, failed, an edit, an agent.
  '"': ['tool', Flag.quiet | Flag.repeats],
  x: ['tool', Flag.error | Flag.repeats],
  '=': ['tool', Flag.repeats],
  s: ['tool', Flag.sidechain | Flag.repeats],
};

/** "PqqR": one letter a row; a bar before a letter starts a segment there. */
function skeleton(text: string, splits: number[] = []): Skeleton {
  const rows: SkeletonRow[] = [];
  const turns: { row: number; text: string; time: string }[] = [];
  let turn = 0;
  let starts = 0;
  for (const letter of text) {
    if (letter === '|') {
      starts = Flag.segment;
      continue;
    }
    const [kind, flags] = letters[letter] ?? ['notice', 0];
    if (kind === 'prompt') turns.push({ row: rows.length, text: `turn ${++turn}`, time: '' });
    rows.push([ROW_KINDS.indexOf(kind), 2, letter === 't' ? 2 : 80, turn, flags | starts, rows.length]);
    starts = 0;
  }
  const branches = ['a', 'b'].map((first) => ({
    session: first,
    first,
    tip: first,
    title: first,
    active: first === 'a',
  }));
  return {
    session: 's',
    tip: 't',
    total: rows.length,
    seq: 1,
    rows: SkeletonRows.of(rows),
    turns: Turns.of(turns),
    splits: splits.map((row) => ({ row, at: `u${row}`, branches })),
  };
}

const show = (s: Skeleton, open: number[] = []) =>
  [...displayItems(s, new Set(open))]
    .map((i) => {
      if (i.type === 'row') return String(i.row);
      if (i.type === 'hooks') return `!${i.row}x${i.count}${i.open ? '+' : ''}`;
      return i.type === 'fold' ? `[${i.from}-${i.to}${i.open ? '+' : ''}]` : '‹›';
    })
    .join(' ');

it('heads the agents that no call started, in front of the first of them', () => {
  const items = displayItems({ ...skeleton('PRSSS'), unattached: 2 }, new Set());
  expect(itemNames(items)).toEqual(['r0', 'r1', 'r2', 'unattached', 'r3', 'r4']);
  const head = items.indexOfRow(3);
  expect(items.at(head)).toMatchObject({ type: 'unattached', count: 2, row: 3 });
  expect(itemNames(displayItems(skeleton('PRS'), new Set()))).not.toContain('unattached');
});

it('has a line for what could not be read where it stands in the file, behind a run that is folded', () => {
  const at = (row: number) => ({ row, ref: `side-${row}`, lines: 1, bytes: 9 });
  const bad = { ...skeleton('PRqqR'), unreadable: [at(-1), at(1), at(2), at(4)] };
  const items = displayItems(bad, new Set());
  expect(itemNames(items)).toEqual(['u-1', 'r0', 'r1', 'u1', 'f2', 'u2', 'r4', 'u4']);
  expect(items.at(5)).toMatchObject({ at: { ref: 'side-2' } });
  expect([items.lastRowAt(4), items.lastRowAt(5), items.foldOf(3), items.foldOf(4)]).toEqual([3, 2, 2, null]);
});

it('says behind all rows how many internal agents there are, above them where they are shown', () => {
  const keys = (of: Skeleton) => itemNames(displayItems(of, new Set()));
  const hidden = { ...skeleton('PRS'), unattached: 1, internal: 2 };
  expect(keys(hidden)).toEqual(['r0', 'r1', 'unattached', 'r2', 'internal']);
  const more = skeleton('PRSSS');
  const rows = changed(more.rows, (list) =>
    list.map((row, i) => row.with(4, row[4] | (i < 3 ? 0 : Flag.internal)) as SkeletonRow),
  );
  const all = { ...more, rows, unattached: 1, internal: 2 };
  expect(keys(all)).toEqual(['r0', 'r1', 'unattached', 'r2', 'internal', 'r3', 'r4']);
  expect([saidRows(hidden), saidRows(all)]).toEqual([3, 3]);
});

describe('display items', () => {
  const cases: { name: string; text: string; splits?: number[]; open?: number[]; want: string }[] = [
    { name: 'rows as they come', text: 'PTR', want: '0 1 2' },
    { name: 'two quiet calls fold', text: 'PqqR', want: '0 [1-3] 3' },
    { name: 'one quiet call does not', text: 'PqR', want: '0 1 2' },
    { name: 'an edit stands alone', text: 'PqqEqqR', want: '0 [1-3] 3 [4-6] 6' },
    { name: 'a failed call stands alone', text: 'PqqeqR', want: '0 [1-3] 3 4 5' },
    { name: 'an agent stands alone', text: 'PqqS', want: '0 [1-3] 3' },
    { name: 'an open fold shows its rows', text: 'PqqR', open: [1], want: '0 [1-3+] 1 2 3' },
    { name: 'a switcher follows its row', text: 'PRPR', splits: [1], want: '0 1 ‹› 2 3' },
    { name: 'a switcher ends a fold', text: 'Pqqqq', splits: [2], want: '0 [1-3] ‹› [3-5]' },
    { name: 'a segment starts a fold of its own', text: 'Pqq|qq', want: '0 [1-3] [3-5]' },
    { name: 'thinking parts a run', text: 'PqqTqR', want: '0 [1-3] 3 4 5' },
    { name: 'thinking that was not recorded is not listed', text: 'PtttRt', want: '0 4' },
    { name: 'nor does it part a run', text: 'PtqtqttqtE', want: '0 [2-8] 9' },
    { name: 'nor is one call a run because of it', text: 'PtqttR', want: '0 2 5' },
    { name: 'nor does an open fold show it', text: 'PqtqR', open: [1], want: '0 [1-4+] 1 3 4' },
    { name: 'a switcher at it ends a run', text: 'Pqqtqq', splits: [3], want: '0 [1-3] ‹› [4-6]' },
    { name: 'a segment that begins with it is another run', text: 'Pqq|tqq', want: '0 [1-3] [4-6]' },
    { name: 'one failed hook is a row', text: 'PEhRPEhR', want: '0 1 2 3 4 5 6 7' },
    { name: 'several of a turn are one line', text: 'PEhEhRhPhRh', want: '0 1 !2x3 3 5 7 !8x2 9' },
    { name: 'also in front of the first prompt', text: 'hhPR', want: '!0x2 2 3' },
    { name: 'opened, each is at its place', text: 'PEhEhR', open: [2], want: '0 1 !2x2+ 2 3 4 5' },
    { name: 'hidden hooks do not part a run', text: 'PEhqhqqR', want: '0 1 !2x2 [3-7] 7' },
    { name: 'opened, they do', text: 'PEhqhqqR', open: [2], want: '0 1 !2x2+ 2 3 4 [5-7] 7' },
    { name: 'a switcher at a hidden hook stays', text: 'PEhEhR', splits: [4], want: '0 1 !2x2 3 ‹› 5' },
    { name: 'three equal edits fold', text: 'PE==R', want: '0 [1-4] 4' },
    { name: 'two do not', text: 'PE=R', want: '0 1 2 3' },
    { name: 'failed ones fold with those that they repeat', text: 'Pq"x"xR', want: '0 [1-6] 6' },
    { name: 'equal quiet calls stay in a run of quiet ones', text: 'Pqq""qR', want: '0 [1-6] 6' },
    {
      name: 'a run of quiet calls ends where equal ones begin',
      text: 'Pqqq"xqqR',
      want: '0 [1-3] [3-6] [6-8] 8',
    },
    { name: 'equal agents stand alone', text: 'PSssR', want: '0 1 2 3 4' },
    { name: 'a reply parts equal calls', text: 'PE=RE==', want: '0 1 2 3 [4-7]' },
    { name: 'so does a switcher', text: 'PE=====', splits: [3], want: '0 [1-4] ‹› [4-7]' },
    { name: 'and a segment', text: 'PE=|===', want: '0 1 2 [3-6]' },
    {
      name: 'thinking that was not recorded and hidden hooks do not',
      text: 'Phht=th=t=R',
      want: '0 !1x3 [4-10] 10',
    },
    { name: 'open, equal calls show each', text: 'PE=xR', open: [1], want: '0 [1-4+] 1 2 3 4' },
  ];
  for (const { name, text, splits, open, want } of cases) {
    it(name, () => {
      expect(show(skeleton(text, splits), open)).toBe(want);
    });
  }

  it('lists thinking that was not recorded where thinking is shown', () => {
    const items = displayItems(skeleton('PtqtqR'), new Set([2]), true);
    expect(itemNames(items)).toEqual(['r0', 'r1', 'f2', 'r2', 'r3', 'r4', 'r5']);
    expect(itemNames(displayItems(skeleton('PtqtqR'), new Set(), true))).toEqual(['r0', 'r1', 'f2', 'r5']);
  });

  it('counts what a branch has grown by without thinking that was not recorded', () => {
    expect(newRows(skeleton('PtR'), skeleton('PtRtTtR'))).toBe(2);
    expect(newRows(skeleton('PR'), skeleton('P'))).toBe(-1);
    expect(newRows(null, skeleton('PtR'))).toBe(2);
  });

  it('finds the item of every row, folded or not', () => {
    const s = skeleton('PqqRPqqqER', [3]);
    for (const open of [[], [1], [1, 5]]) {
      const items = displayItems(s, new Set(open));
      rowsOf(s.rows).forEach((_, row) => {
        const item = items.at(items.indexOfRow(row));
        expect(item?.row).toBeLessThanOrEqual(row);
        if (item?.type === 'fold') expect(item.to).toBeGreaterThan(row);
      });
    }
  });

  it('finds the line of a hidden hook, which opens it', () => {
    const s = skeleton('PhEhqqPhRh');
    const items = displayItems(s, new Set());
    expect([1, 3, 4, 7, 9, 2].map((row) => items.foldOf(row))).toEqual([1, 1, 4, 7, 7, null]);
    expect(items.closedHooks()).toEqual([1, 7]);
    expect(displayItems(s, new Set([7])).closedHooks()).toEqual([1]);
  });

  it('has a height for everything', () => {
    const s = skeleton('PTRqqEeShhC', [2]);
    const items = displayItems(s, new Set([3]));
    const heights = [...items.heights(800, false), ...items.heights(0, true)];
    expect(heights).toHaveLength(2 * items.length);
    expect(Math.min(...heights)).toBeGreaterThan(10);
  });

  it('are known by a number that stays theirs while others come and go', () => {
    const s = { ...skeleton('PqqRPqqqERS', [3]), unattached: 1 };
    const at = (row: number) => ({ row, ref: `side-${row}`, lines: 1, bytes: 9 });
    const short = displayItems({ ...s, unreadable: [at(-1), at(4)] }, new Set());
    const long = displayItems({ ...s, unreadable: [at(-1), at(0), at(4)] }, new Set([1]));
    const keys = Array.from({ length: long.length }, (_, i) => long.keyAt(i));
    expect(new Set(keys).size).toBe(long.length);
    for (let i = 0; i < short.length; i++) {
      const same = long.indexOfKey(short.keyAt(i));
      expect(itemNames(long)[same]).toBe(itemNames(short)[i]);
    }
    expect(keys.map((key) => long.indexOfKey(key))).toEqual(keys.map((_, i) => i));
    expect(short.indexOfKey(keys[4] ?? 0)).toBe(-1);
    expect([short.closedFolds(), long.closedFolds()]).toEqual([[1, 5], [5]]);
  });
});

describe('segments in the thread', () => {
  it('end with the last turn that begins in them', () => {
    const s = skeleton('PRPRCRP');
    const starts = [0, 4, 6].map((row) => ({ row, id: `n${row}` }));
    expect(['n0', 'n4', 'n6', 'other'].map((id) => lastTurnIn(s, starts, id))).toEqual([1, -1, 2, -1]);
  });

  it('are found by row', () => {
    const starts = [0, 5, 9];
    expect([-1, 0, 4, 5, 8, 9, 99].map((row) => lastAt(starts, row))).toEqual([-1, 0, 0, 1, 1, 2, 2]);
    expect(lastAt([], 3)).toBe(-1);
  });
});

import { describe, expect, it } from 'vitest';
import type { ChatTree, Segment } from '../../lib/backend/types';
import { firstScale, forestOf, rowWith } from './forest';
import { SCALES, periodName, startOf, zoomed } from './forest-scale';

const segment = (id: string, parent: string | null, end: string, more: Partial<Segment> = {}) =>
  ({
    id,
    parent,
    end,
    session: id,
    edge: 'fork',
    superseded: false,
    title: id,
    turns: 1,
    ...more,
  }) as Segment;
const chat = (id: string, segments: Segment[]) => ({ id, title: id, segments }) as ChatTree;

describe('the forest', () => {
  const one = chat('one', [
    segment('a', null, '2026-01-01T10:00:00'),
    segment('b', 'a', '2026-01-05T10:00:00'),
    segment('c', 'a', '2026-01-01T11:00:00'),
    segment('d', 'b', '2026-02-03T11:00:00'),
  ]);
  const two = chat('two', [segment('x', null, '2026-01-02T10:00:00')]);
  const said = (scale: (typeof SCALES)[number]) =>
    forestOf([one, two], scale).rows.map((row) => row.segments.map((s) => s.id).join('+'));

  it('draws every node of every chat once, and says each chat and day once', () => {
    const { rows } = forestOf([one, two], 'branches');
    expect(rows.map((row) => row.item.id)).toEqual(['d', 'b', 'x', 'c', 'a']);
    expect(rows.filter((row) => row.head).map((row) => row.chat.id)).toEqual(['one', 'two']);
    expect(rows.filter((row) => row.begins !== null).map((row) => row.item.id)).toEqual(['d', 'b', 'x', 'c']);
    expect(rows.filter((row) => row.leaf).map((row) => row.item.id)).toEqual(['d', 'x', 'c']);
  });

  it('further out, what a chat did in one period is one row, on one line', () => {
    expect(said('day')).toEqual(['d', 'b', 'x', 'c+a']);
    expect(said('week')).toEqual(['d', 'b', 'x', 'c+a']);
    expect(said('month')).toEqual(['d', 'b+c+a', 'x']);
    const { rows, lanes } = forestOf([one, two], 'month');
    expect(rows.map((row) => row.place.lane)).toEqual([0, 0, 0]);
    expect(rows.map((row) => row.item.parent)).toEqual([rows[1]?.item.id, null, null]);
    expect(lanes).toBe(1);
  });

  it('finds the same segment again at every scale, so that zooming keeps the place', () => {
    for (const scale of SCALES) {
      const { rows } = forestOf([one, two], scale);
      for (const id of ['a', 'b', 'c', 'd', 'x'])
        expect(rows[rowWith(rows, id)]?.segments.some((s) => s.id === id)).toBe(true);
      expect(rowWith(rows, 'nothing')).toBe(-1);
    }
  });

  it('has one row a chat and month at 500 chats, however much was done', () => {
    const many = Array.from({ length: 500 }, (_, i) =>
      chat(
        `chat${String(i)}`,
        Array.from({ length: 40 }, (_, k) =>
          segment(
            `${String(i)}.${String(k)}`,
            k === 0 ? null : `${String(i)}.${String(k - 1)}`,
            new Date(Date.UTC(2026, 0, 2 + (i % 300), k % 20)).toISOString(),
          ),
        ),
      ),
    );
    expect(forestOf(many, 'branches').rows).toHaveLength(20_000);
    const { rows } = forestOf(many, 'month');
    expect(rows).toHaveLength(500);
    expect(rows.reduce((n, row) => n + row.segments.length, 0)).toBe(20_000);
    expect(rows.filter((row) => row.head)).toHaveLength(500);
    expect(firstScale(many)).toBe('month');
    expect(firstScale([one, two])).toBe('branches');
  });

  it('does not depend on the order in which the trees come', () => {
    for (const scale of SCALES) {
      const ids = (chats: ChatTree[]) => forestOf(chats, scale).rows.map((row) => row.item.id);
      expect(ids([two, one])).toEqual(ids([one, two]));
    }
  });

  it('is empty without chats', () => {
    expect(forestOf([], 'week').rows).toEqual([]);
  });
});

describe('the time axis', () => {
  const now = new Date(2026, 10, 20, 14).getTime();

  it('counts periods on the calendar', () => {
    expect(new Date(startOf('2026-11-22T23:00:00', 'week'))).toEqual(new Date(2026, 10, 16));
    expect(new Date(startOf('2026-11-23T00:00:00', 'week'))).toEqual(new Date(2026, 10, 23));
    expect(new Date(startOf('2026-11-23T00:00:00', 'month'))).toEqual(new Date(2026, 10, 1));
    expect(startOf('', 'day')).toBe(0);
  });

  it('calls them as people do', () => {
    const name = (time: string, period: 'day' | 'week' | 'month') =>
      periodName(startOf(time, period), period, now);
    expect(name('2026-11-20T01:00:00', 'day')).toBe('today');
    expect(name('2026-11-19T01:00:00', 'day')).toBe('19 Nov');
    expect(name('2026-11-19T01:00:00', 'week')).toBe('week of 16 Nov');
    expect(name('2025-03-19T01:00:00', 'day')).toBe('19 Mar 2025');
    expect(name('2026-03-19T01:00:00', 'month')).toBe('March 2026');
    expect(name('', 'month')).toBe('no date');
  });

  it('is zoomed step by step, and ends at both ends', () => {
    expect(zoomed('week', 1)).toBe('day');
    expect(zoomed('week', -1)).toBe('month');
    expect(zoomed('month', -1)).toBe('month');
    expect(zoomed('branches', 1)).toBe('branches');
  });
});

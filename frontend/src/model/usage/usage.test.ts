import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { BackendError } from '../../lib/backend/backend';
import { fakeUsage } from '../../lib/backend/fake-usage';
import type { UsageAsk, UsagePart, UsageReport, UsageRow } from '../../lib/backend/types';
import { chartOf, dayOf, firstDay, ticksOf } from './bars';
import { UsageState } from './usage.svelte';

const nothing: UsageReport = fakeUsage([], { by: 'day' });
const part = (key: string, tokens: number, cost = 0): UsagePart => ({
  key,
  tokens: { in: tokens, out: 0, cacheRead: 0, cacheWrite: 0 },
  cost,
});
const report = (days: Record<string, UsagePart[]>): UsageReport => ({
  ...nothing,
  rows: Object.entries(days).map(([key, parts]): UsageRow => ({ ...nothing.total, key, parts })),
});
const at = (y: number, month: number, d: number, h = 0) => +new Date(y, month - 1, d, h);
const now = at(2026, 11, 20, 14);
const values = (days: Record<string, UsagePart[]>, since?: string) =>
  chartOf(report(days), since, 'tokens', now).bars.map(({ value }) => value);

describe('the bars', () => {
  it('are one for each day of the period, also where nothing was done', () => {
    expect(firstDay(7, now)).toBe('2026-11-14');
    const bars = values(
      { '2026-11-15': [part('a', 3), part('b', 4)], '2026-11-20': [part('a', 1)] },
      '2026-11-14',
    );
    expect(bars).toEqual([0, 7, 0, 0, 0, 0, 1]);
  });

  it('begin with the first day, if the period has no beginning', () => {
    expect(values({ '2026-11-18': [part('a', 5)] })).toEqual([5, 0, 0]);
    expect(values({})).toEqual([]);
  });

  it('are weeks from Monday, then months, of long periods', () => {
    const weeks = chartOf(
      report({ '2026-06-03': [part('a', 1)], '2026-06-07': [part('a', 2)], '2026-06-08': [part('a', 4)] }),
      undefined,
      'tokens',
      now,
    ).bars;
    expect(weeks.slice(0, 3).map(({ value }) => value)).toEqual([3, 4, 0]);
    expect(weeks[0]).toMatchObject({ from: at(2026, 6, 1), to: at(2026, 6, 8) });
    const months = chartOf(
      report({ '2024-02-29': [part('a', 1)], '2024-03-01': [part('a', 2)] }),
      undefined,
      'tokens',
      now,
    ).bars;
    expect(months[0]).toMatchObject({ from: at(2024, 2, 1), to: at(2024, 3, 1), value: 1 });
    expect(months).toHaveLength(34);
  });

  it('end at the present and are not many, whatever years a broken clock has recorded', () => {
    const bars = values({
      '0001-01-01': [part('a', 9)],
      '2026-11-20': [part('a', 2)],
      '9999-01-01': [part('a', 9)],
    });
    expect(bars).toHaveLength(240);
    expect(bars.at(-1)).toBe(2);
    expect(values({ '': [part('a', 9)], '2026-13': [part('a', 1)] }), 'no time').toEqual([]);
  });

  it('have seven colors, and what spent less is one part on top', () => {
    const parts = Array.from({ length: 10 }, (_, i) => part(`m${i}`, i + 1));
    const chart = chartOf(report({ '2026-11-20': parts }), undefined, 'tokens', now);
    expect(chart.keys).toEqual(['m9', 'm8', 'm7', 'm6', 'm5', 'm4', 'm3']);
    expect(chart.others).toBe(true);
    expect(chart.bars[0]?.parts.at(-1)).toEqual({ key: -1, value: 1 + 2 + 3 });
    expect(chart.bars[0]?.value).toBe(55);
  });

  it('are as high as the cost, if that is wanted: what has no price has no part', () => {
    const chart = chartOf(
      report({ '2026-11-20': [part('a', 9e6, 2.5), part('b', 1)] }),
      undefined,
      'cost',
      now,
    );
    expect(chart.keys).toEqual(['a']);
    expect(chart.bars[0]?.value).toBe(2.5);
  });

  it('stand before even values', () => {
    expect(ticksOf(0)).toEqual([0]);
    expect(ticksOf(7)).toEqual([0, 2, 4, 6, 8]);
    expect(ticksOf(4)).toEqual([0, 1, 2, 3, 4]);
    for (const most of [0.003, 1, 99, 123_456_789, 4e12]) {
      const ticks = ticksOf(most);
      expect(ticks.length).toBeLessThanOrEqual(5);
      expect(ticks.at(-1)).toBeGreaterThanOrEqual(most);
    }
  });

  it('know a day by its key', () => {
    expect(dayOf('2026-01-31')).toEqual({ from: at(2026, 1, 31), to: at(2026, 2, 1) });
    expect(dayOf('2026-01')).toBeNull();
  });
});

describe('the figures', () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => vi.useRealTimers());

  function opened(usage = (ask: UsageAsk) => Promise.resolve({ ...nothing, by: ask.by })) {
    const asked = vi.fn(usage);
    const state = new UsageState({ usage: asked }, () => now);
    state.show();
    return { state, asked };
  }
  const settled = () => vi.advanceTimersByTimeAsync(0);

  it('are asked for once by day, and once more for rows about something else', async () => {
    const { state, asked } = opened();
    await settled();
    expect(asked.mock.calls.map(([ask]) => ask)).toEqual([
      { by: 'day', split: 'model', since: '2026-10-22' },
    ]);
    state.choose({ by: 'tool', days: null });
    expect(state.loading).toBe(true);
    expect(state.value?.by, 'the figures before stay until there are others').toBe('day');
    await settled();
    expect(asked.mock.calls.slice(1).map(([ask]) => ask)).toEqual([
      { by: 'day', split: 'model' },
      { by: 'tool' },
    ]);
    expect([state.value?.by, state.value?.rows.by, state.value?.days.by]).toEqual(['tool', 'tool', 'day']);
    state.choose({ height: 'cost' });
    expect(asked, 'the height is no other question').toHaveBeenCalledTimes(3);
  });

  it('follow the history every two seconds at most, and not when closed', async () => {
    const { state, asked } = opened();
    await settled();
    for (let i = 0; i < 40; i++) {
      state.heard();
      await vi.advanceTimersByTimeAsync(100);
    }
    await vi.advanceTimersByTimeAsync(2_000);
    expect(asked.mock.calls.length).toBeLessThanOrEqual(4);
    expect(asked.mock.calls.length).toBeGreaterThanOrEqual(3);
    const before = asked.mock.calls.length;
    state.heard();
    state.close();
    state.heard();
    await vi.advanceTimersByTimeAsync(10_000);
    expect(asked).toHaveBeenCalledTimes(before);
  });

  it('of another choice that fail are no figures of the one before', async () => {
    let fails = false;
    const { state } = opened((ask) =>
      fails
        ? Promise.reject(new BackendError('internal', 'no disk'))
        : Promise.resolve({ ...nothing, by: ask.by }),
    );
    await settled();
    fails = true;
    state.choose({ days: 7 });
    await settled();
    expect(state.error).toBe('no disk');
    fails = false;
    await state.read();
    expect([state.error, state.value?.since]).toEqual([null, '2026-11-14']);
  });
});

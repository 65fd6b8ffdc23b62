import { timeDay, timeMonday, timeMonth } from 'd3-time';
import type { Tokens, UsageReport } from '../../lib/backend/types';
import { DAY, type View } from '../timeline/scale';

/** What the height of a bar is. */
export type Height = 'tokens' | 'cost';

/** A part of a bar: of one model or project, or of all that have no color of their own. */
export interface Part {
  /** An index into the keys of the chart; -1 for the others. */
  key: number;
  value: number;
}

export interface Bar extends View {
  parts: readonly Part[];
  value: number;
}

export interface Chart {
  bars: readonly Bar[];
  /** The models or projects with a color, most first. */
  keys: readonly string[];
  /** Whether some have none. */
  others: boolean;
  /** The values of the axis: even, from 0 to above the highest bar. */
  ticks: readonly number[];
}

/** How many models or projects have a color of their own. */
const COLOURS = 7;
/** Longer periods have bars of weeks, or of months. */
const [MOST_DAYS, MOST_WEEKS] = [92, 105];
/** A broken clock can have recorded any year: so many bars before the present are drawn. */
const MOST_BARS = 240;

/** All tokens of a message. */
export const allTokens = (t: Tokens): number => t.in + t.out + t.cacheRead + t.cacheWrite;

/** The beginning of a day by its key, 2026-01-31, in Unix milliseconds; null for any other key. */
export function dayOf(key: string): View | null {
  const [, y, month, d] = /^(\d{4})-(\d\d)-(\d\d)$/.exec(key) ?? [];
  if (y === undefined) return null;
  const day = new Date(Number(y), Number(month) - 1, Number(d));
  return { from: +day, to: +timeDay.offset(day) };
}

const two = (n: number) => String(n).padStart(2, '0');

/** The first of the last `days` days, as the engine takes it; undefined for all time. */
export function firstDay(days: number | null, now: number): string | undefined {
  if (days === null) return undefined;
  const d = timeDay.offset(timeDay.floor(new Date(now)), 1 - days);
  return `${String(d.getFullYear())}-${two(d.getMonth() + 1)}-${two(d.getDate())}`;
}

/** The chart of a report by day: a bar for each day, week or month up to `now`, also if nothing was done in it. */
export function chartOf(report: UsageReport, since: string | undefined, height: Height, now: number): Chart {
  const valueOf = (of: { tokens: Tokens; cost: number }) =>
    height === 'cost' ? of.cost : allTokens(of.tokens);
  const days = report.rows.flatMap((row) => {
    const day = dayOf(row.key);
    return day && day.from <= now ? [{ at: day.from, parts: row.parts ?? [] }] : [];
  });
  const first = since === undefined ? days[0]?.at : dayOf(since)?.from;
  if (first === undefined) return { bars: [], keys: [], others: false, ticks: [0] };

  const long = (now - first) / DAY;
  const unit = long <= MOST_DAYS ? timeDay : long <= 7 * MOST_WEEKS ? timeMonday : timeMonth;
  const last = unit.floor(new Date(now));
  const begin = Math.max(+unit.floor(new Date(first)), +unit.offset(last, 1 - MOST_BARS));
  const sums = new Map(
    unit.range(new Date(begin), unit.offset(last)).map((d) => [+d, new Map<string, number>()]),
  );
  const all = new Map<string, number>();
  for (const { at, parts } of days) {
    const sum = sums.get(+unit.floor(new Date(at)));
    if (!sum) continue;
    for (const part of parts)
      for (const of of [sum, all]) of.set(part.key, (of.get(part.key) ?? 0) + valueOf(part));
  }
  const spent = [...all].filter(([, n]) => n > 0).sort(([, a], [, b]) => b - a);
  const keys = spent.slice(0, COLOURS).map(([key]) => key);
  const numbers = new Map(keys.map((key, i) => [key, i]));
  const bars = [...sums].map(([from, sum]) => ({
    from,
    to: +unit.offset(new Date(from)),
    ...partsOf(sum, numbers),
  }));
  return {
    bars,
    keys,
    others: spent.length > keys.length,
    ticks: ticksOf(Math.max(0, ...bars.map(({ value }) => value))),
  };
}

function partsOf(sum: ReadonlyMap<string, number>, numbers: ReadonlyMap<string, number>) {
  const values = new Map<number, number>();
  for (const [key, n] of sum) {
    const number = numbers.get(key) ?? -1;
    values.set(number, (values.get(number) ?? 0) + n);
  }
  // In the order of the legend; the others are on top.
  const parts = [...numbers.values(), -1].flatMap((key): Part[] => {
    const value = values.get(key) ?? 0;
    return value > 0 ? [{ key, value }] : [];
  });
  return { parts, value: parts.reduce((total, { value }) => total + value, 0) };
}

/** At most five even values from 0 to `most` or above. */
export function ticksOf(most: number): number[] {
  if (!(most > 0)) return [0];
  const power = 10 ** Math.floor(Math.log10(most / 4));
  const step = ([1, 2, 5].find((n) => n * power * 4 >= most) ?? 10) * power;
  return Array.from({ length: Math.ceil(most / step) + 1 }, (_, i) => i * step);
}

import { type TimeInterval, timeDay, timeHour, timeMinute, timeMonday, timeMonth, timeYear } from 'd3-time';
import { locale } from '../../lib/locale';
import { m } from '../../lib/messages';

/** A range of time, in Unix milliseconds. */
export interface View {
  from: number;
  to: number;
}

export const MINUTE = 60_000;
export const HOUR = 60 * MINUTE;
export const DAY = 24 * HOUR;

/** The shortest visible range. */
const NEAREST = 2 * HOUR;

/** The presets of the visible range. */
export const SPANS = [
  { id: 'hours', label: m.timeline_hours, ms: 12 * HOUR },
  { id: 'days', label: m.timeline_days, ms: 7 * DAY },
  { id: 'weeks', label: m.timeline_weeks, ms: 56 * DAY },
  { id: 'months', label: m.timeline_months, ms: 365 * DAY },
] as const;

export const widthOf = ({ from, to }: View): number => to - from;

/** Scales the view around `at`. */
export function zoomed(view: View, factor: number, at: number): View {
  const width = Math.max(NEAREST, widthOf(view) * factor);
  const share = (at - view.from) / widthOf(view);
  const from = at - share * width;
  return { from, to: from + width };
}

export function moved(view: View, by: number): View {
  return { from: view.from + by, to: view.to + by };
}

/** Moves the view so that it overlaps `all`. */
export function within(view: View, all: View): View {
  const room = widthOf(view) * 0.9;
  if (view.from > all.to - (widthOf(view) - room))
    return moved(view, all.to - (widthOf(view) - room) - view.from);
  if (view.to < all.from + (widthOf(view) - room))
    return moved(view, all.from + (widthOf(view) - room) - view.to);
  return view;
}

/** Moves a view in which nothing happened to the nearest range with activity. */
export function occupied(view: View, active: readonly View[]): View {
  let by = Infinity;
  for (const { from, to } of active) {
    if (from <= view.to && to >= view.from) return view;
    const away = from > view.to ? from - view.to : to - view.from;
    if (Math.abs(away) < Math.abs(by)) by = away;
  }
  return Number.isFinite(by) ? moved(view, by + Math.sign(by) * widthOf(view) * 0.1) : view;
}

/** The initial visible range: hour-long chats are too small to see in a year. */
const FIRST_VIEW = 56 * DAY;
/** The least number of chats in the initial range, even if they are months apart. */
const FIRST_CHATS = 24;

/** The length of the initial range before the last chat, from the ends of the chats. */
export function firstSpan(ends: readonly number[]): number {
  const newest = ends.toSorted((a, b) => b - a);
  const last = newest[Math.min(FIRST_CHATS, newest.length) - 1] ?? 0;
  return Math.max(FIRST_VIEW, (newest[0] ?? 0) - last + DAY);
}

/** Adds a margin on both sides. */
export function around(all: View): View {
  const air = Math.max(HOUR, widthOf(all) * 0.02);
  return { from: all.from - air, to: all.to + air };
}

export interface Tick {
  at: number;
  label: string;
  /** Starts a larger unit: a day among hours, a month among days, a year among months. */
  major: boolean;
}

interface Unit {
  /** Approximate length. */
  ms: number;
  every: TimeInterval;
  major: (d: Date) => boolean;
  label: Intl.DateTimeFormat;
  majorLabel: Intl.DateTimeFormat;
}

const clock = new Intl.DateTimeFormat(locale, { hour: '2-digit', minute: '2-digit' });
const weekday = new Intl.DateTimeFormat(locale, { weekday: 'short', day: 'numeric', month: 'short' });
const dayOnly = new Intl.DateTimeFormat(locale, { day: 'numeric' });
const dayMonth = new Intl.DateTimeFormat(locale, { day: 'numeric', month: 'short' });
const dayMonthYear = new Intl.DateTimeFormat(locale, { day: 'numeric', month: 'short', year: 'numeric' });
const dayClock = new Intl.DateTimeFormat(locale, {
  day: 'numeric',
  month: 'short',
  hour: '2-digit',
  minute: '2-digit',
});
const monthOnly = new Intl.DateTimeFormat(locale, { month: 'short' });
const year = new Intl.DateTimeFormat(locale, { year: 'numeric' });
const monthYear = new Intl.DateTimeFormat(locale, { month: 'short', year: 'numeric' });

const hours = (ms: number, every: TimeInterval): Unit => ({
  ms,
  every,
  major: (d) => d.getHours() === 0 && d.getMinutes() === 0,
  label: clock,
  majorLabel: weekday,
});

const months = (n: number, every: TimeInterval): Unit => ({
  ms: n * 30.4 * DAY,
  every,
  major: (d) => d.getMonth() === 0,
  label: monthOnly,
  majorLabel: monthYear,
});

const years = (n: number, every: TimeInterval): Unit => ({
  ms: n * 365 * DAY,
  every,
  major: () => false,
  label: year,
  majorLabel: year,
});

/** From the shortest to the longest. `every` gives null only for a step below one. */
const UNITS: readonly [Unit, ...Unit[]] = [
  hours(15 * MINUTE, timeMinute.every(15) ?? timeMinute),
  hours(HOUR, timeHour),
  ...[3, 6, 12].map((n) => hours(n * HOUR, timeHour.every(n) ?? timeHour)),
  { ms: DAY, every: timeDay, major: (d) => d.getDate() === 1, label: dayOnly, majorLabel: dayMonth },
  // The first week of a month has the month in its label.
  { ms: 7 * DAY, every: timeMonday, major: (d) => d.getDate() <= 7, label: dayOnly, majorLabel: dayMonth },
  months(1, timeMonth),
  months(3, timeMonth.every(3) ?? timeMonth),
  years(1, timeYear),
  years(5, timeYear.every(5) ?? timeYear),
];

/** The ticks of the axis, at least `apart` pixels from each other. */
export function ticks(view: View, width: number, apart = 56): Tick[] {
  const perPixel = widthOf(view) / Math.max(1, width);
  const unit = UNITS.find(({ ms }) => ms / perPixel >= apart) ?? UNITS[UNITS.length - 1];
  if (!unit || !(perPixel > 0)) return [];
  const { every } = unit;
  const out = every.range(every.floor(new Date(view.from)), new Date(view.to + 1)).map((d): Tick => {
    const major = unit.major(d);
    return { at: d.getTime(), label: (major ? unit.majorLabel : unit.label).format(d), major };
  });
  // Without a major tick near the start, the first visible tick has the full label.
  const first = out.find((tick) => tick.at >= view.from);
  if (
    first &&
    !out.some((tick) => tick.major && tick.at >= view.from && tick.at - view.from < widthOf(view) / 4)
  )
    first.label = unit.majorLabel.format(first.at);
  return out;
}

/** The days of the view, and whether they are at a weekend. */
export function dayBands(view: View): { from: number; to: number; weekend: boolean }[] {
  return timeDay.range(timeDay.floor(new Date(view.from)), new Date(view.to + 1)).map((d) => ({
    from: d.getTime(),
    to: timeDay.offset(d).getTime(),
    weekend: d.getDay() === 0 || d.getDay() === 6,
  }));
}

/** Extends a dragged range to whole quarters of an hour, hours or days, depending on its length. */
export function snapped({ from, to }: View): View {
  const unit = to - from >= 2 * DAY ? timeDay : to - from >= 6 * HOUR ? timeHour : UNITS[0].every;
  return { from: unit.floor(new Date(from)).getTime(), to: unit.ceil(new Date(to)).getTime() };
}

/** "3 – 12 Nov", "28 Oct – 3 Nov", "3 Nov, 14:00–18:00": the last day is part of the range. */
export function spanName({ from, to }: View): string {
  if (to - from < 2 * DAY && !isWholeDays({ from, to })) return dayClock.formatRange(from, to);
  const last = to - 1;
  const sameYear = new Date(from).getFullYear() === new Date(last).getFullYear();
  return (sameYear ? dayMonth : dayMonthYear).formatRange(from, last);
}

function isWholeDays({ from, to }: View): boolean {
  return +timeDay.floor(new Date(from)) === from && +timeDay.floor(new Date(to)) === to;
}

const two = (n: number) => String(n).padStart(2, '0');

/** The search filters for a range. */
export function spanQuery(span: View): string {
  const say = (ms: number) => {
    const d = new Date(ms);
    const day = `${String(d.getFullYear())}-${two(d.getMonth() + 1)}-${two(d.getDate())}`;
    return isWholeDays(span) ? day : `${day}T${two(d.getHours())}:${two(d.getMinutes())}`;
  };
  return `after:${say(span.from)} before:${say(span.to)}`;
}

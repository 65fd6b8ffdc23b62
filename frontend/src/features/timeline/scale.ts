import { locale } from '../../lib/locale';

/** What is in view of a time axis, in Unix milliseconds. */
export interface View {
  from: number;
  to: number;
}

export const MINUTE = 60_000;
export const HOUR = 60 * MINUTE;
export const DAY = 24 * HOUR;

/** Nearer than this nothing more is to be seen. */
const NEAREST = 2 * HOUR;

/** The spans that are offered by name. */
export const SPANS = [
  { id: 'hours', label: 'Hours', ms: 12 * HOUR },
  { id: 'days', label: 'Days', ms: 7 * DAY },
  { id: 'weeks', label: 'Weeks', ms: 56 * DAY },
  { id: 'months', label: 'Months', ms: 365 * DAY },
] as const;

export const widthOf = ({ from, to }: View): number => to - from;

/** The view with another width, in which `at` stands where it stood. */
export function zoomed(view: View, factor: number, at: number): View {
  const width = Math.max(NEAREST, widthOf(view) * factor);
  const share = (at - view.from) / widthOf(view);
  const from = at - share * width;
  return { from, to: from + width };
}

export function moved(view: View, by: number): View {
  return { from: view.from + by, to: view.to + by };
}

/** The view moved so that it shows something of what there is. */
export function within(view: View, all: View): View {
  const room = widthOf(view) * 0.9;
  if (view.from > all.to - (widthOf(view) - room))
    return moved(view, all.to - (widthOf(view) - room) - view.from);
  if (view.to < all.from + (widthOf(view) - room))
    return moved(view, all.from + (widthOf(view) - room) - view.to);
  return view;
}

/** The first look is at so much time: a year of chats of an hour each is dust. */
const FIRST_VIEW = 56 * DAY;
/** And at so many chats at least: a few that lie months apart are seen beside each other. */
const FIRST_CHATS = 24;

/** How much time is looked at first, back from the end, by when each chat ended. */
export function firstSpan(ends: readonly number[]): number {
  const newest = ends.toSorted((a, b) => b - a);
  const last = newest[Math.min(FIRST_CHATS, newest.length) - 1] ?? 0;
  return Math.max(FIRST_VIEW, (newest[0] ?? 0) - last + DAY);
}

/** All there is, with a little air on both sides. */
export function around(all: View): View {
  const air = Math.max(HOUR, widthOf(all) * 0.02);
  return { from: all.from - air, to: all.to + air };
}

export interface Tick {
  at: number;
  label: string;
  /** It begins a larger unit: a day among hours, a month among days, a year among months. */
  major: boolean;
}

interface Unit {
  /** About how long it is. */
  ms: number;
  next: (d: Date) => Date;
  floor: (d: Date) => Date;
  major: (d: Date) => boolean;
  label: Intl.DateTimeFormat;
  majorLabel: Intl.DateTimeFormat;
}

const clock = new Intl.DateTimeFormat(locale, { hour: '2-digit', minute: '2-digit' });
const weekday = new Intl.DateTimeFormat(locale, { weekday: 'short', day: 'numeric', month: 'short' });
const dayOnly = new Intl.DateTimeFormat(locale, { day: 'numeric' });
const dayMonth = new Intl.DateTimeFormat(locale, { day: 'numeric', month: 'short' });
const monthOnly = new Intl.DateTimeFormat(locale, { month: 'short' });
const year = new Intl.DateTimeFormat(locale, { year: 'numeric' });
const monthYear = new Intl.DateTimeFormat(locale, { month: 'short', year: 'numeric' });

const date = (d: Date) => [d.getFullYear(), d.getMonth(), d.getDate()] as const;

function minutes(n: number): Unit {
  const per = n * MINUTE;
  return {
    ms: per,
    floor: (d) => {
      const [y, m, day] = date(d);
      const midnight = new Date(y, m, day).getTime();
      return new Date(midnight + Math.floor((d.getTime() - midnight) / per) * per);
    },
    next: (d) => {
      const [y, m, day] = date(d);
      const tomorrow = new Date(y, m, day + 1).getTime();
      // Days with a change of the clock are an hour longer or shorter.
      return new Date(Math.min(d.getTime() + per, tomorrow));
    },
    major: (d) => d.getHours() === 0 && d.getMinutes() === 0,
    label: clock,
    majorLabel: weekday,
  };
}

const days: Unit = {
  ms: DAY,
  floor: (d) => new Date(...date(d)),
  next: (d) => new Date(d.getFullYear(), d.getMonth(), d.getDate() + 1),
  major: (d) => d.getDate() === 1,
  label: dayOnly,
  majorLabel: dayMonth,
};

/** They begin on Monday; the first of a month says the month. */
const weeks: Unit = {
  ms: 7 * DAY,
  floor: (d) => new Date(d.getFullYear(), d.getMonth(), d.getDate() - ((d.getDay() + 6) % 7)),
  next: (d) => new Date(d.getFullYear(), d.getMonth(), d.getDate() + 7),
  major: (d) => d.getDate() <= 7,
  label: dayOnly,
  majorLabel: dayMonth,
};

function months(n: number): Unit {
  return {
    ms: n * 30.4 * DAY,
    floor: (d) => new Date(d.getFullYear(), Math.floor(d.getMonth() / n) * n, 1),
    next: (d) => new Date(d.getFullYear(), d.getMonth() + n, 1),
    major: (d) => d.getMonth() === 0,
    label: monthOnly,
    majorLabel: monthYear,
  };
}

function years(n: number): Unit {
  return {
    ms: n * 365 * DAY,
    floor: (d) => new Date(Math.floor(d.getFullYear() / n) * n, 0, 1),
    next: (d) => new Date(d.getFullYear() + n, 0, 1),
    major: () => false,
    label: year,
    majorLabel: year,
  };
}

const UNITS: readonly Unit[] = [
  ...[15, 60, 180, 360, 720].map(minutes),
  days,
  weeks,
  months(1),
  months(3),
  years(1),
  years(5),
];

/** The marks of the axis, none nearer to the next than so many pixels. */
export function ticks(view: View, width: number, apart = 56): Tick[] {
  const perPixel = widthOf(view) / Math.max(1, width);
  const unit = UNITS.find(({ ms }) => ms / perPixel >= apart) ?? UNITS[UNITS.length - 1];
  if (!unit || !(perPixel > 0)) return [];
  const out: Tick[] = [];
  for (let d = unit.floor(new Date(view.from)); d.getTime() <= view.to; d = unit.next(d)) {
    const major = unit.major(d);
    out.push({ at: d.getTime(), label: (major ? unit.majorLabel : unit.label).format(d), major });
  }
  // The first mark that is read says where one is.
  const first = out.find((tick) => tick.at >= view.from);
  if (
    first &&
    !out.some((tick) => tick.major && tick.at >= view.from && tick.at - view.from < widthOf(view) / 4)
  )
    first.label = unit.majorLabel.format(first.at);
  return out;
}

/** Days and nights: where days begin, and which of them are at a weekend. */
export function dayBands(view: View): { from: number; to: number; weekend: boolean }[] {
  const out = [];
  for (let d = days.floor(new Date(view.from)); d.getTime() <= view.to; d = days.next(d)) {
    const weekend = d.getDay() === 0 || d.getDay() === 6;
    out.push({ from: d.getTime(), to: days.next(d).getTime(), weekend });
  }
  return out;
}

/** A span that was drawn with the pointer begins and ends with whole hours or days, as far as it is long. */
export function snapped({ from, to }: View): View {
  const unit = to - from >= 2 * DAY ? days : minutes(to - from >= 6 * HOUR ? 60 : 15);
  const start = unit.floor(new Date(from));
  let end = unit.floor(new Date(to));
  if (end.getTime() < to) end = unit.next(end);
  return { from: start.getTime(), to: end.getTime() };
}

/** "3 – 12 Nov", "28 Oct – 3 Nov", "3 Nov 14:00 – 18:00": the last day is the last that is in it. */
export function spanName({ from, to }: View): string {
  const last = to - 1;
  const [a, b] = [new Date(from), new Date(last)];
  const sameDay = a.toDateString() === b.toDateString();
  if (to - from < 2 * DAY && !isWholeDays({ from, to })) {
    const end = sameDay ? clock.format(to) : `${dayMonth.format(to)} ${clock.format(to)}`;
    return `${dayMonth.format(a)} ${clock.format(a)} – ${end}`;
  }
  if (sameDay) return dayMonth.format(a);
  if (a.getFullYear() !== b.getFullYear())
    return `${dayMonth.format(a)} ${year.format(a)} – ${dayMonth.format(b)} ${year.format(b)}`;
  if (a.getMonth() === b.getMonth()) return `${dayOnly.format(a)} – ${dayMonth.format(b)}`;
  return `${dayMonth.format(a)} – ${dayMonth.format(b)}`;
}

function isWholeDays({ from, to }: View): boolean {
  return days.floor(new Date(from)).getTime() === from && days.floor(new Date(to)).getTime() === to;
}

const two = (n: number) => String(n).padStart(2, '0');

/** The filters of a search that keep to a span. */
export function spanQuery(span: View): string {
  const say = (ms: number) => {
    const d = new Date(ms);
    const day = `${String(d.getFullYear())}-${two(d.getMonth() + 1)}-${two(d.getDate())}`;
    return isWholeDays(span) ? day : `${day}T${two(d.getHours())}:${two(d.getMinutes())}`;
  };
  return `after:${say(span.from)} before:${say(span.to)}`;
}

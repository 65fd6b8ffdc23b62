import { locale } from '../locale';
import { m } from '../messages';

const MINUTE = 60_000;
const DAY = 86_400_000;

const clockTime = new Intl.DateTimeFormat(locale, { hour: '2-digit', minute: '2-digit' });
const clockSeconds = new Intl.DateTimeFormat(locale, {
  hour: '2-digit',
  minute: '2-digit',
  second: '2-digit',
});
const weekdayMonth = new Intl.DateTimeFormat(locale, { weekday: 'short', day: 'numeric', month: 'short' });
const weekdayYear = new Intl.DateTimeFormat(locale, {
  weekday: 'short',
  day: 'numeric',
  month: 'short',
  year: 'numeric',
});
const dayMonth = new Intl.DateTimeFormat(locale, { day: 'numeric', month: 'short' });
const dayMonthYear = new Intl.DateTimeFormat(locale, { day: 'numeric', month: 'short', year: 'numeric' });
const monthYear = new Intl.DateTimeFormat(locale, { month: 'short', year: 'numeric' });
const full = new Intl.DateTimeFormat(locale, { dateStyle: 'full', timeStyle: 'medium' });

function startOfDay(ms: number): number {
  const d = new Date(ms);
  return new Date(d.getFullYear(), d.getMonth(), d.getDate()).getTime();
}

/** "now", "25 m", "3 h", "2 d", "3 w": the age of a time; after four weeks its date, "15 Feb" or "Feb 2024". */
export function age(time: string, now: number): string {
  const ms = now - Date.parse(time);
  if (Number.isNaN(ms)) return '';
  const minutes = ms / MINUTE;
  const days = ms / DAY;
  if (minutes < 5) return m.age_now();
  if (minutes < 60) return m.word_n_m({ n: Math.floor(minutes / 5) * 5 });
  if (days < 1) return m.word_n_h({ n: Math.floor(minutes / 60) });
  if (days < 14) return m.word_n_d({ n: Math.floor(days) });
  if (days < 28) return m.age_weeks({ n: Math.floor(days / 7) });
  return (sameYear(Date.parse(time), now) ? dayMonth : monthYear).format(Date.parse(time));
}

const sameYear = (a: number, b: number) => new Date(a).getFullYear() === new Date(b).getFullYear();

/** "4 Nov", "4 Nov 2024": with the year unless it is the current one. */
export function dateOf(ms: number, now: number): string {
  return (sameYear(ms, now) ? dayMonth : dayMonthYear).format(ms);
}

/** "4 Nov", "16 – 22 Nov": the days from one on, to the one before `to`, with the year unless it is the current one. */
export function daysOf({ from, to }: { from: Date; to: Date }, now: number): string {
  const last = new Date(to.getFullYear(), to.getMonth(), to.getDate() - 1);
  const days = sameYear(from.getTime(), now) && sameYear(last.getTime(), now) ? dayMonth : dayMonthYear;
  return days.formatRange(from, last);
}

/** The full local date and time, for tooltips. */
export function absoluteTime(time: string): string {
  const ms = Date.parse(time);
  return Number.isNaN(ms) ? '' : full.format(ms);
}

/** "14:02", with the date before it unless it is today. */
export function timeOfDay(time: string, now: number): string {
  const ms = Date.parse(time);
  if (Number.isNaN(ms)) return '';
  const clock = clockTime.format(ms);
  return startOfDay(ms) === startOfDay(now) ? clock : `${dateOf(ms, now)} ${clock}`;
}

/** "Today", "Yesterday", "Sat 14 Nov": the heading of a day's group. */
export function dayName(time: string, now: number): string {
  const ms = Date.parse(time);
  if (Number.isNaN(ms)) return m.day_none();
  const days = Math.round((startOfDay(now) - startOfDay(ms)) / DAY);
  if (days === 0) return m.word_today();
  if (days === 1) return m.day_yesterday();
  return (sameYear(ms, now) ? weekdayMonth : weekdayYear).format(ms);
}

/** "14:02": for a list with separate headings for days. */
export function clockOf(time: string): string {
  const ms = Date.parse(time);
  return Number.isNaN(ms) ? '' : clockTime.format(ms);
}

/** "14 Feb" if a time is on another day than the one before it, else "". */
export function newDay(time: string, before: string | undefined, now: number): string {
  const ms = Date.parse(time);
  const same = before !== undefined && startOfDay(Date.parse(before)) === startOfDay(ms);
  return Number.isNaN(ms) || same ? '' : dateOf(ms, now);
}

export function clock(time: string): string {
  const ms = Date.parse(time);
  return Number.isNaN(ms) ? '' : clockSeconds.format(ms);
}

/** "3 Nov", "today, 14:02": the start of something. */
export function dayOf(time: string, now: number): string {
  const ms = Date.parse(time);
  if (Number.isNaN(ms)) return '';
  if (startOfDay(ms) === startOfDay(now)) return m.day_today_at({ time: clockTime.format(ms) });
  return dateOf(ms, now);
}

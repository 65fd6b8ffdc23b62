import { locale } from '../locale';

const MINUTE = 60_000;
const DAY = 86_400_000;

const clockTime = new Intl.DateTimeFormat(locale, { hour: '2-digit', minute: '2-digit' });
const clockSeconds = new Intl.DateTimeFormat(locale, {
  hour: '2-digit',
  minute: '2-digit',
  second: '2-digit',
});
const weekday = new Intl.DateTimeFormat(locale, { weekday: 'short' });
const dayMonth = new Intl.DateTimeFormat(locale, { day: 'numeric', month: 'short' });
const dayMonthYear = new Intl.DateTimeFormat(locale, { day: 'numeric', month: 'short', year: 'numeric' });
const full = new Intl.DateTimeFormat(locale, { dateStyle: 'full', timeStyle: 'medium' });

function startOfDay(ms: number): number {
  const d = new Date(ms);
  return new Date(d.getFullYear(), d.getMonth(), d.getDate()).getTime();
}

/** "now", "13:40", "Tue", "4 Nov", "4 Nov 2024": as short as it can be said. */
export function relativeTime(time: string, now: number): string {
  const ms = Date.parse(time);
  if (Number.isNaN(ms)) return '';
  if (Math.abs(now - ms) < MINUTE) return 'now';
  const days = Math.round((startOfDay(now) - startOfDay(ms)) / DAY);
  if (days === 0) return clockTime.format(ms);
  if (days > 0 && days < 7) return weekday.format(ms);
  return dateOf(ms, now);
}

/** "4 Nov", "4 Nov 2024": the year where it is another. */
export function dateOf(ms: number, now: number): string {
  const thisYear = new Date(ms).getFullYear() === new Date(now).getFullYear();
  return (thisYear ? dayMonth : dayMonthYear).format(ms);
}

/** For tooltips: the whole date and time, in this machine's zone. */
export function absoluteTime(time: string): string {
  const ms = Date.parse(time);
  return Number.isNaN(ms) ? '' : full.format(ms);
}

/** "14:02", with the day before it when it was not today. */
export function timeOfDay(time: string, now: number): string {
  const ms = Date.parse(time);
  if (Number.isNaN(ms)) return '';
  const clock = clockTime.format(ms);
  return startOfDay(ms) === startOfDay(now) ? clock : `${relativeTime(time, now)} ${clock}`;
}

/** "14:02" within a list that goes through days: the first of each day says "14 Feb" instead. */
export function clockOrDay(time: string, before: string | undefined): string {
  const ms = Date.parse(time);
  if (Number.isNaN(ms)) return '';
  const last = before === undefined ? NaN : Date.parse(before);
  return startOfDay(ms) === startOfDay(last) ? clockTime.format(ms) : dayMonth.format(ms);
}

export function clock(time: string): string {
  const ms = Date.parse(time);
  return Number.isNaN(ms) ? '' : clockSeconds.format(ms);
}

/** "3 Nov": since when something has been going on. */
export function dayOf(time: string, now: number): string {
  const ms = Date.parse(time);
  if (Number.isNaN(ms)) return '';
  if (startOfDay(ms) === startOfDay(now)) return `today, ${clockTime.format(ms)}`;
  return dateOf(ms, now);
}

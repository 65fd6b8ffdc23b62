import { locale } from '../../lib/locale';
import { dateOf } from '../../lib/time/relative';

/** How far the forest is zoomed out: what one row of it stands for. */
export const SCALES = ['month', 'week', 'day', 'branches'] as const;
export type Scale = (typeof SCALES)[number];

/** What a chat did in one period of time is one row, at every scale but the last. */
export type Period = Exclude<Scale, 'branches'>;

const monthYear = new Intl.DateTimeFormat(locale, { month: 'long', year: 'numeric' });

/** The start of the period that a time lies in, on this machine's calendar; weeks begin on Monday. */
export function startOf(time: string, period: Period): number {
  const d = new Date(time);
  if (Number.isNaN(d.getTime())) return 0;
  const [year, month, date] = [d.getFullYear(), d.getMonth(), d.getDate()];
  if (period === 'month') return new Date(year, month, 1).getTime();
  if (period === 'week') return new Date(year, month, date - ((d.getDay() + 6) % 7)).getTime();
  return new Date(year, month, date).getTime();
}

/** "today", "3 Nov", "week of 2 Nov", "November 2026". */
export function periodName(start: number, period: Period, now: number): string {
  if (start === 0) return 'no date';
  if (period === 'month') return monthYear.format(start);
  if (period === 'day' && start === startOf(new Date(now).toISOString(), 'day')) return 'today';
  const day = dateOf(start, now);
  return period === 'week' ? `week of ${day}` : day;
}

/** One step nearer or further; at the last one it stays. */
export function zoomed(scale: Scale, by: 1 | -1): Scale {
  return SCALES[Math.max(0, Math.min(SCALES.length - 1, SCALES.indexOf(scale) + by))] ?? scale;
}

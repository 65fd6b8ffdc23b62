import type { SkeletonRows } from '../../lib/backend/types';
import { Flag } from '../../lib/backend/types';

/** Estimates the height of a row, without a turn's header above it. */
export function heightOfRow(rows: SkeletonRows, row: number, width: number, showThinking: boolean): number {
  // An agent started on a row that is no call adds a line below it.
  const agent = rows.has(row, Flag.sidechain) && rows.kindOf(row) !== 'tool' ? 30 : 0;
  return agent + heightOf(rows, row, width, showThinking);
}

function heightOf(rows: SkeletonRows, row: number, width: number, showThinking: boolean): number {
  const lines = rows.lines[row] ?? 1;
  const chars = rows.chars[row] ?? 0;
  // Fitted to prose in real threads: half of its lines separate paragraphs, and the last line of each
  // is not full.
  const prose = (inner: number) => {
    const perLine = Math.max(20, Math.floor(inner / 7));
    return Math.max(22, 11.6 * lines + (27 * chars) / perLine);
  };
  const limit = (height: number, most: number) => (height > 24 * most ? 22 * most + 28 : height);
  const images = rows.has(row, Flag.images) ? 188 : 0;
  switch (rows.kindOf(row)) {
    case 'prompt':
      return 20 + limit(prose(width - 30), PROMPT_LINES) + images;
    case 'message':
      return 46 + limit(prose(width - 30), PROMPT_LINES) + images;
    case 'command':
      return 42;
    case 'reply':
      return 9 + limit(prose(width), REPLY_LINES);
    case 'thinking':
      return showThinking ? 28 + 0.9 * limit(prose(width - 24), REPLY_LINES) : 28;
    case 'compaction':
      return 50;
    case 'notice':
      return 10 + 18 * Math.min(Math.max(1, Math.ceil((7 * chars) / (width - 24)), lines), NOTICE_LINES);
    case 'tool':
      return 30;
  }
}

/** Longer texts are truncated until expanded, so that no row is higher than a few screens. */
export const PROMPT_LINES = 24;
export const REPLY_LINES = 400;
export const NOTICE_LINES = 6;

import type { Segment, TurnInfo } from '../../lib/backend/types';
import { duration, shortId } from '../../lib/text';

/** From how long a silence on it is told, in milliseconds. */
const IDLE = 30 * 60_000;

/** How long nothing happened before a turn, in words; '' where that is not worth a line. */
export function idleBefore(before: TurnInfo | undefined, turn: TurnInfo | undefined): string {
  if (!before || !turn) return '';
  const gap = Date.parse(turn.time) - Date.parse(before.time) - (before.ms ?? 0);
  if (!(gap >= IDLE)) return '';
  const hours = gap / 3_600_000;
  if (hours < 1.5) return `${Math.round(gap / 60_000)} minutes later`;
  if (hours < 36) return `${Math.round(hours)} hours later`;
  return `${Math.round(hours / 24)} days later`;
}

/** What a line says where another session, or another way through it, goes on. */
export function goesOn(segment: Segment | null): string {
  switch (segment?.edge) {
    case 'resume':
      return `resumed as ${shortId(segment.session)}`;
    case 'fork':
      return `forked as ${shortId(segment.session)}`;
    case 'rewind':
      return 'went back, and asked again';
    default:
      return '';
  }
}

/** "2 m 10 s · 3.1k tokens": what a turn took. */
export function took(turn: TurnInfo, tokens: (n: number) => string): string {
  const parts: string[] = [];
  if ((turn.ms ?? 0) >= 1000) parts.push(duration(turn.ms ?? 0));
  if ((turn.tokens ?? 0) > 0) parts.push(`${tokens(turn.tokens ?? 0)} tokens`);
  return parts.join(' · ');
}

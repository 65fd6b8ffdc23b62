import type { Segment, TurnInfo } from '../../lib/backend/types';
import { m } from '../../lib/messages';
import { duration, percent, shortId } from '../../lib/text';

/** The shortest pause that is shown, in milliseconds. */
const IDLE = 30 * 60_000;

/** The pause before a turn; '' if it is too short to be shown. */
export function idleBefore(before: TurnInfo | undefined, turn: TurnInfo | undefined): string {
  if (!before || !turn) return '';
  const gap = Date.parse(turn.time) - Date.parse(before.time) - (before.ms ?? 0);
  if (!(gap >= IDLE)) return '';
  const hours = gap / 3_600_000;
  if (hours < 1.5) return m.outline_minutes_later({ count: Math.round(gap / 60_000) });
  if (hours < 36) return m.outline_hours_later({ count: Math.round(hours) });
  return m.outline_days_later({ count: Math.round(hours / 24) });
}

/** The text of the divider where another session, or a rewound part of one, starts. */
export function goesOn(segment: Segment | null): string {
  switch (segment?.edge) {
    case 'resume':
      return m.outline_resumed({ session: shortId(segment.session) });
    case 'fork':
      return m.outline_forked({ session: shortId(segment.session) });
    case 'rewind':
      return m.word_rewound();
    default:
      return '';
  }
}

/** "Context: 84k of 200k tokens (42 %)": how full the model's context is after a turn; '' if unknown. */
export function contextAfter({ context = 0, window = 0 }: TurnInfo, tokens: (n: number) => string): string {
  if (context === 0) return '';
  if (window === 0) return m.outline_context({ n: tokens(context) });
  return m.outline_context_of({ n: tokens(context), all: tokens(window), share: percent(context / window) });
}

/** "2 m 10 s · 3.1k tokens": the time and tokens of a turn. */
export function took(turn: TurnInfo, tokens: (n: number) => string): string {
  const parts: string[] = [];
  if ((turn.ms ?? 0) >= 1000) parts.push(duration(turn.ms ?? 0));
  if ((turn.tokens ?? 0) > 0) parts.push(m.word_n_new_tokens({ n: tokens(turn.tokens ?? 0) }));
  return parts.join(' · ');
}

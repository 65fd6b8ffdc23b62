import type { QuerySpan } from '../../lib/backend/types';
import { patternOf } from '../../lib/found/mark';

/**
 * What of a query is marked in a text: its words and phrases. Regular expressions are the engine's,
 * which never runs away with one; here one could.
 */
export function patternsOf(query: string, spans: readonly QuerySpan[]): RegExp[] {
  const runes = [...query];
  return spans.flatMap((span, i) => {
    // What is not to be found cannot be marked.
    const before = spans[i - 1];
    if (before?.kind === 'not' && before.to === span.from) return [];
    const text = runes.slice(span.from, span.to).join('');
    if (span.kind === 'word') return patternOf(text) ?? [];
    if (span.kind === 'phrase') return patternOf(text.replace(/^"|"$/g, '')) ?? [];
    return [];
  });
}

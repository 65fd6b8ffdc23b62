import type { QuerySpan, SearchHit } from '../../lib/backend/types';
import { patternOf } from '../../lib/found/mark';

/** The most texts matched by regular expressions that are highlighted. */
const MATCHED = 60;

/**
 * The patterns that highlight a query in the thread: its words and phrases. Regular expressions run in the engine
 * only, whose syntax cannot backtrack; here, the texts that they matched are highlighted.
 */
export function patternsOf(
  query: string,
  spans: readonly QuerySpan[],
  hits: readonly SearchHit[] = [],
): RegExp[] {
  const runes = [...query];
  const marked = spans.some((span) => span.kind === 'regex') ? matched(hits) : [];
  return [...wordsOf(runes, spans), ...marked];
}

function matched(hits: readonly SearchHit[]): RegExp[] {
  const texts = new Set<string>();
  for (const hit of hits) {
    const runes = [...hit.snippet];
    for (const [from, to] of hit.ranges) texts.add(runes.slice(from, to).join('').trim());
    if (texts.size >= MATCHED) break;
  }
  return [...texts].flatMap((text) => patternOf(text) ?? []);
}

function wordsOf(runes: readonly string[], spans: readonly QuerySpan[]): RegExp[] {
  return spans.flatMap((span, i) => {
    // Excluded words have no matches.
    const before = spans[i - 1];
    if (before?.kind === 'not' && before.to === span.from) return [];
    const text = runes.slice(span.from, span.to).join('');
    if (span.kind === 'word') return patternOf(text) ?? [];
    if (span.kind === 'phrase') return patternOf(text.replace(/^"|"$/g, '')) ?? [];
    return [];
  });
}

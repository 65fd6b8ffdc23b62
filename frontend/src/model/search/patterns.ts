import type { QuerySpan, SearchHit } from '../../lib/backend/types';
import { patternOf } from '../../lib/found/mark';

/** The most texts matched by regular expressions that are highlighted. */
const MATCHED = 60;

/**
 * The patterns that highlight a query in the thread: its words and phrases. Regular expressions run in the engine
 * only, whose syntax cannot backtrack; here, the texts that they matched are highlighted. Unless `words` is empty,
 * only these words count.
 */
export function patternsOf(
  query: string,
  spans: readonly QuerySpan[],
  hits: readonly SearchHit[] = [],
  words: ReadonlySet<string> = new Set(),
): RegExp[] {
  const runes = [...query];
  const marked = spans.some((span) => span.kind === 'regex') ? matched(hits) : [];
  return [...wordsOf(runes, spans, words), ...marked];
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

/** A word is marked where a word starts: "art" is not meant by "start". Scripts without spaces have no such places. */
function atWordStart(pattern: RegExp | null): RegExp | null {
  if (
    !pattern ||
    !/^[\p{L}\p{N}]/u.test(pattern.source) ||
    /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}]/u.test(pattern.source)
  )
    return pattern;
  return new RegExp(`(?<![\\p{L}\\p{N}])${pattern.source}`, pattern.flags);
}

function wordsOf(
  runes: readonly string[],
  spans: readonly QuerySpan[],
  words: ReadonlySet<string>,
): RegExp[] {
  return spans.flatMap((span, i) => {
    // Excluded words have no matches.
    const before = spans[i - 1];
    if (before?.kind === 'not' && before.to === span.from) return [];
    const text = runes.slice(span.from, span.to).join('');
    if (span.kind === 'word')
      return words.size > 0 && !words.has(text) ? [] : (atWordStart(patternOf(text)) ?? []);
    if (span.kind === 'phrase') return patternOf(text.replace(/^"|"$/g, '')) ?? [];
    return [];
  });
}

import type { QuerySpan } from '../../lib/backend/types';

/**
 * The known spans of a query. Between a keystroke and its answer, the previous spans apply up to the first change,
 * and a word that grows keeps its color.
 */
export function spansOf(
  query: string,
  known: { query: string; spans: readonly QuerySpan[] } | null,
): readonly QuerySpan[] {
  if (!known || known.query === query) return known?.spans ?? [];
  const runes = [...query];
  const before = [...known.query];
  let same = 0;
  while (same < runes.length && runes[same] === before[same]) same++;
  let end = same;
  while (end < runes.length && !/\s/.test(runes[end] ?? '')) end++;
  return known.spans
    .filter((span) => span.from < same)
    .map((span) => (span.to < same ? span : { ...span, to: end }));
}

export interface Piece {
  text: string;
  kind: QuerySpan['kind'] | '';
}

/** Splits the query into highlighted and plain pieces. */
export function piecesOf(query: string, spans: readonly QuerySpan[]): Piece[] {
  const runes = [...query];
  const out: Piece[] = [];
  let at = 0;
  for (const span of spans) {
    out.push({ text: runes.slice(at, span.from).join(''), kind: '' });
    out.push({ text: runes.slice(span.from, span.to).join(''), kind: span.kind });
    at = span.to;
  }
  out.push({ text: runes.slice(at).join(''), kind: '' });
  return out.filter((piece) => piece.text !== '');
}

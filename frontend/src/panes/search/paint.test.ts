import { describe, expect, it } from 'vitest';
import type { QuerySpan } from '../../lib/backend/types';
import { piecesOf, spansOf } from './paint';

const spans: QuerySpan[] = [
  { from: 0, to: 3, kind: 'key' },
  { from: 3, to: 10, kind: 'value' },
  { from: 11, to: 15, kind: 'word' },
];
const known = { query: 'in:prompts rate', spans };
const painted = (query: string) =>
  piecesOf(query, spansOf(query, known)).map((piece) => `${piece.kind}=${piece.text}`);

describe('the colours of a query', () => {
  it('are those of its answer', () => {
    expect(painted('in:prompts rate')).toEqual(['key=in:', 'value=prompts', '= ', 'word=rate']);
    expect(piecesOf('rate', spansOf('rate', null))).toEqual([{ text: 'rate', kind: '' }]);
  });

  it('stay while a word grows or shrinks, until the next answer', () => {
    expect(painted('in:prompts rate-limit x')).toEqual([
      'key=in:',
      'value=prompts',
      '= ',
      'word=rate-limit',
      '= x',
    ]);
    expect(painted('in:pro')).toEqual(['key=in:', 'value=pro']);
    expect(painted('other')).toEqual(['=other']);
  });

  it('count letters, not code units', () => {
    const face = { query: '\u{1f600} "a b"', spans: [{ from: 2, to: 7, kind: 'phrase' as const }] };
    expect(piecesOf(face.query, spansOf(face.query, face))[1]).toEqual({ text: '"a b"', kind: 'phrase' });
  });
});

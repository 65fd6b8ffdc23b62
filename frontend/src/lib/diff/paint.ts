import type { Token } from '../highlight/protocol';
import { tokenClass } from '../highlight/protocol';
import type { DiffLine, DiffPart } from './lines';

/** A part of a line in one colour. */
export interface PaintedPart extends DiffPart {
  /** The CSS class of its colour; '' for none. */
  tok: string;
}

type Side = 'old' | 'new';

const shows = (line: DiffLine, side: Side) =>
  line.kind === 'same' || line.kind === (side === 'old' ? 'del' : 'add');

const textOf = (line: DiffLine) => line.parts.map((p) => p.text).join('');

/** The text of one side of the diff, to be coloured; its line k is the k-th line that the side shows. */
export function sideText(lines: readonly DiffLine[], side: Side): string {
  return lines
    .filter((line) => shows(line, side))
    .map(textOf)
    .join('\n');
}

/**
 * Combines the colours of both sides with the word marks. Unchanged lines have the colours of the new side.
 * Tokens are offsets in sideText; text outside of tokens has no colour.
 */
export function paint(
  lines: readonly DiffLine[],
  before: readonly Token[],
  after: readonly Token[],
): PaintedPart[][] {
  const sides = { old: reader(before), new: reader(after) };
  return lines.map((line) => {
    const length = textOf(line).length;
    const old = shows(line, 'old') ? sides.old(length) : [];
    const fresh = shows(line, 'new') ? sides.new(length) : [];
    return merge(line.parts, line.kind === 'del' ? old : fresh);
  });
}

/** Returns a function that yields the tokens line by line, with offsets in the line. */
function reader(tokens: readonly Token[]): (length: number) => Token[] {
  let at = 0;
  let next = 0;
  return (length) => {
    const end = at + length;
    const out: Token[] = [];
    for (let token = tokens[next]; token && token[0] < end; token = tokens[next]) {
      const from = Math.max(token[0], at);
      const to = Math.min(token[0] + token[1], end);
      if (to > from) out.push([from - at, to - from, token[2]]);
      // A token may span several lines.
      if (token[0] + token[1] > end) break;
      next++;
    }
    at = end + 1;
    return out;
  };
}

function merge(parts: readonly DiffPart[], tokens: readonly Token[]): PaintedPart[] {
  const out: PaintedPart[] = [];
  let at = 0;
  let next = 0;
  for (const part of parts) {
    const end = at + part.text.length;
    while (at < end) {
      let token = tokens[next];
      while (token && token[0] + token[1] <= at) token = tokens[++next];
      const inside = token && token[0] <= at;
      const to = Math.min(end, token ? (inside ? token[0] + token[1] : token[0]) : end);
      const text = part.text.slice(part.text.length - (end - at), part.text.length - (end - to));
      out.push({ text, mark: part.mark, tok: inside && token ? tokenClass(token) : '' });
      at = to;
    }
  }
  return out;
}

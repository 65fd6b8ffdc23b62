import type { Row } from '../../lib/backend/types';

/** A selected row, whole or in part. */
export type Part = ({ row: Row; whole: true } | { row: Row; whole: false; text: string }) & {
  /** Index in the list; -1 outside of it. */
  item: number;
};

/** Selected rows [from, to) that are not mounted. */
export interface Gap {
  from: number;
  to: number;
}

/** Returns the index of the list item that contains a node; -1 if there is none. */
export function itemIndexAt(list: Element, node: Node | null | undefined): number {
  const element = node instanceof Element ? node : node?.parentElement;
  const item = element?.closest<HTMLElement>('.item');
  return item && list.contains(item) ? Number(item.dataset.index) : -1;
}

/**
 * Adds the selected rows that are not mounted. rowOf returns the row of an item, or null: the
 * contents of folds are not selected.
 */
export function withGaps(
  range: Range,
  parts: readonly Part[],
  rowOf: (item: number) => number | null,
): (Part | Gap)[] {
  const within = elementAt(range.commonAncestorContainer);
  const [from, to] = [range.startContainer, range.endContainer].map((node) =>
    within ? itemIndexAt(within, node) : -1,
  );
  if (!within || from === undefined || to === undefined || from < 0 || to < 0) return [...parts];
  const drawn = new Set(
    [...within.querySelectorAll<HTMLElement>('.item')].map((item) => Number(item.dataset.index)),
  );
  const out: (Part | Gap)[] = [];
  for (let i = from; i <= to; i++) {
    if (drawn.has(i)) {
      out.push(...parts.filter((part) => part.item === i));
      continue;
    }
    const row = rowOf(i);
    const last = out.at(-1);
    if (row === null) continue;
    if (last && 'from' in last && last.to === row) last.to++;
    else out.push({ from: row, to: row + 1 });
  }
  return out;
}

const elementAt = (node: Node) => (node instanceof Element ? node : node.parentElement);

/** Returns the innermost selected rows, in order. */
export function selectedParts(range: Range, rowAt: (element: Element) => Row | null): Part[] {
  const within = elementAt(range.commonAncestorContainer);
  const around = within?.closest('.row');
  const rows = [...(within?.querySelectorAll('.row') ?? [])].filter((row) => range.intersectsNode(row));
  if (rows.length === 0 && around) rows.push(around);
  return rows.flatMap((element): Part[] => {
    if (rows.some((other) => other !== element && element.contains(other))) return [];
    const row = rowAt(element);
    if (!row) return [];
    const item = itemIndexAt(document.documentElement, element);
    const piece = clipped(range, element);
    if (piece.toString().trim() === '') return [];
    if (piece.toString().trim() === element.textContent.trim()) return [{ row, whole: true, item }];
    return [{ row, whole: false, text: markdownOf(piece.cloneContents()), item }];
  });
}

function clipped(range: Range, element: Element): Range {
  const all = document.createRange();
  all.selectNodeContents(element);
  const piece = all.cloneRange();
  if (range.compareBoundaryPoints(Range.START_TO_START, all) > 0)
    piece.setStart(range.startContainer, range.startOffset);
  if (range.compareBoundaryPoints(Range.END_TO_END, all) < 0)
    piece.setEnd(range.endContainer, range.endOffset);
  return piece;
}

const marks: Record<string, string> = { STRONG: '**', B: '**', EM: '_', I: '_', S: '~~' };

/** Converts rendered HTML back to Markdown, as far as partial rows need it. */
export function markdownOf(node: Node): string {
  return blocks(node)
    .replace(/[ \t]+\n/g, '\n')
    .replace(/\n{3,}/g, '\n\n')
    .trim();
}

function blocks(node: Node, list = '- '): string {
  return [...node.childNodes].map((child) => one(child, list)).join('');
}

function one(node: Node, list: string): string {
  if (!(node instanceof Element)) return node instanceof Text ? node.data : '';
  const inner = () => blocks(node, list);
  const { tagName } = node;
  const heading = /^H([1-6])$/.exec(tagName);
  if (heading) return `\n\n${'#'.repeat(Number(heading[1]))} ${inner().trim()}\n\n`;
  if (node.classList.contains('unfollowed')) return `[${inner()}](${node.getAttribute('data-tip') ?? ''})`;
  const mark = marks[tagName];
  if (mark !== undefined && inner().trim() !== '') return `${mark}${inner()}${mark}`;
  switch (tagName) {
    case 'BUTTON':
    case 'SVG':
    case 'svg':
    case 'HEADER':
      return '';
    case 'BR':
      return '\n';
    case 'PRE':
      return `\n\n\`\`\`${node.querySelector('code')?.dataset.lang ?? ''}\n${node.textContent.replace(/\n$/, '')}\n\`\`\`\n\n`;
    case 'CODE':
      return `\`${node.textContent}\``;
    case 'A':
      return `[${inner()}](${node.getAttribute('href') ?? ''})`;
    case 'UL':
      return `\n${blocks(node, '- ')}\n`;
    case 'OL':
      return `\n${blocks(node, '1. ')}\n`;
    case 'LI':
      return `\n${list}${inner()
        .trim()
        .replaceAll('\n', `\n${' '.repeat(list.length)}`)}`;
    case 'BLOCKQUOTE':
      return `\n\n${inner().trim().replace(/^/gm, '> ')}\n\n`;
    case 'TR':
      return `\n|${inner()}`;
    case 'TH':
    case 'TD':
      return ` ${inner().trim()} |`;
    case 'THEAD':
      return `${inner()}\n|${' --- |'.repeat(node.querySelectorAll('th').length)}`;
    case 'P':
    case 'DIV':
    case 'TABLE':
    case 'DL':
    case 'DT':
    case 'DD':
      return `\n\n${inner()}\n\n`;
  }
  return inner();
}

import type { ChatTree, Segment } from '../../lib/backend/types';
import type { Scale } from './forest-scale';
import { SCALES, startOf } from './forest-scale';
import type { TreeItem } from './fold';
import { foldTree, noFilter } from './fold';
import type { LayoutRow } from './layout';
import { layout } from './layout';

/** One node of one of many trees, or all that a chat did in one period. */
export interface ForestRow {
  place: LayoutRow;
  item: TreeItem;
  chat: ChatTree;
  /** What the row stands for, the newest first. */
  segments: readonly Segment[];
  leaf: boolean;
  /** The first row of its chat, from above: it says the chat's name. */
  head: boolean;
  /** The period that begins with this row, from above; null where it has begun. */
  begins: number | null;
}

export interface Forest {
  rows: ForestRow[];
  lanes: number;
}

interface Piece {
  item: TreeItem;
  segments: readonly Segment[];
}

/** Many trees on one time axis, the newest at the top; superseded runs are folded as in the tree. */
export function forestOf(chats: readonly ChatTree[], scale: Scale): Forest {
  const of = new Map<string, Piece & { chat: ChatTree }>();
  const items = chats.flatMap((chat) =>
    piecesOf(chat, scale).map((piece) => {
      of.set(piece.item.id, { ...piece, chat });
      return piece.item;
    }),
  );
  const drawn = layout(items);
  const period = scale === 'branches' ? 'day' : scale;
  const seen = new Set<string>();
  let last: number | null = null;
  const rows = drawn.rows.flatMap((place): ForestRow[] => {
    const found = of.get(place.id);
    if (!found) return [];
    const { item, chat, segments } = found;
    const head = !seen.has(chat.id);
    seen.add(chat.id);
    const start = startOf(item.segment.end, period);
    const begins = start === last ? null : start;
    last = start;
    return [
      {
        place,
        item,
        chat,
        segments,
        leaf: place.up === null && place.joins.length === 0,
        head,
        begins,
      },
    ];
  });
  return { rows, lanes: drawn.lanes };
}

/** The rows of one chat. */
function piecesOf(chat: ChatTree, scale: Scale): Piece[] {
  if (scale === 'branches') {
    return foldTree(chat.segments, noFilter, new Set()).map((item) => ({
      item,
      segments: item.folded.length > 0 ? item.folded : [item.segment],
    }));
  }
  const periods = new Map<number, Segment[]>();
  for (const segment of chat.segments) {
    const start = startOf(segment.end, scale);
    const list = periods.get(start);
    if (list) list.push(segment);
    else periods.set(start, [segment]);
  }
  let before: string | null = null;
  return [...periods]
    .sort(([a], [b]) => a - b)
    .flatMap(([start, segments]): Piece[] => {
      segments.sort((a, b) => Date.parse(b.end) - Date.parse(a.end));
      const [segment] = segments;
      if (!segment) return [];
      const item: TreeItem = {
        id: `${chat.id}@${String(start)}`,
        parent: before,
        time: Date.parse(segment.end) || 0,
        style: 'solid',
        segment,
        folded: [],
        unfoldedFrom: null,
      };
      before = item.id;
      return [{ item, segments }];
    });
}

/** The row that shows a segment, -1 where none does. */
export function rowWith(rows: readonly ForestRow[], segment: string): number {
  return rows.findIndex((row) => row.segments.some((s) => s.id === segment));
}

/** A picture of more rows than this is not taken in at a glance. */
const GLANCE = 200;

/** The scale that a forest is shown at first: the nearest at which it can be taken in. */
export function firstScale(chats: readonly ChatTree[]): Scale {
  const near = [...SCALES].reverse();
  const rows = (scale: Scale) => chats.reduce((n, chat) => n + piecesOf(chat, scale).length, 0);
  return near.find((scale) => rows(scale) <= GLANCE) ?? SCALES[0];
}

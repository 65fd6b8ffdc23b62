import type { ChatTree } from '../../lib/backend/types';
import type { TreeItem } from './fold';
import { foldTree, noFilter } from './fold';
import type { LayoutRow } from './layout';
import { layout } from './layout';

/** One node of one of many trees. */
export interface ForestRow {
  place: LayoutRow;
  item: TreeItem;
  chat: ChatTree;
  leaf: boolean;
  /** The first row of its chat, from above: it says the chat's name. */
  head: boolean;
  /** The first row of its day. */
  day: boolean;
}

export interface Forest {
  rows: ForestRow[];
  lanes: number;
}

/** Many trees on one time axis, the newest at the top; superseded runs are folded as in the tree. */
export function forestOf(chats: readonly ChatTree[], dayOf: (time: string) => string): Forest {
  const of = new Map<string, { item: TreeItem; chat: ChatTree }>();
  const items = chats.flatMap((chat) => {
    const list = foldTree(chat.segments, noFilter, new Set());
    for (const item of list) of.set(item.id, { item, chat });
    return list;
  });
  const drawn = layout(items);
  const seen = new Set<string>();
  let last = '';
  const rows = drawn.rows.flatMap((place): ForestRow[] => {
    const found = of.get(place.id);
    if (!found) return [];
    const { item, chat } = found;
    const head = !seen.has(chat.id);
    seen.add(chat.id);
    const today = dayOf(item.segment.end);
    const day = today !== last;
    last = today;
    return [{ place, item, chat, leaf: place.up === null && place.joins.length === 0, head, day }];
  });
  return { rows, lanes: drawn.lanes };
}

import type { ChatTree, HitPlace, SearchHit, Segment } from '../../lib/backend/types';
import { m } from '../../lib/messages';
import { foldTree, noFilter } from '../tree/fold';
import { layout } from '../tree/layout';

/** The position of a match in the tree of its chat. */
export interface InTree {
  /** 1 to 8: the hue of its branch, as the tree draws it. */
  color: number;
  /** It is on an abandoned branch of its session. */
  aside: boolean;
}

/** Returns a function that locates matches in a tree; it returns null for unknown sessions. */
export function treePlaces(tree: ChatTree): (hit: Pick<SearchHit, 'session' | 'time'>) => InTree | null {
  const items = foldTree(tree.segments, noFilter, new Set());
  const rowOf = new Map<string, string>();
  for (const item of items) for (const s of [item.segment, ...item.folded]) rowOf.set(s.id, item.id);
  const colors = new Map(layout(items).rows.map((row) => [row.id, row.color]));
  const of = new Map<string, Segment[]>();
  for (const s of tree.segments) of.set(s.session, [...(of.get(s.session) ?? []), s]);
  for (const list of of.values()) list.sort((a, b) => Date.parse(a.start) - Date.parse(b.start));
  return (hit) => {
    const list = of.get(hit.session);
    if (!list) return null;
    // A session writes to one branch at a time: the one that started last.
    const at = Date.parse(hit.time ?? '');
    const segment = list.findLast((s) => Date.parse(s.start) <= at) ?? list[0];
    if (!segment) return null;
    return { color: colors.get(rowOf.get(segment.id) ?? '') ?? 1, aside: !segment.active };
  };
}

/** Names the copies of a match: "Also in 3 branches" (of its chat) "and 1 other chat"; '' if there are none. */
export function alsoName(
  hit: Pick<SearchHit, 'session' | 'chat' | 'alsoIn'>,
  places: Readonly<Record<string, HitPlace>>,
): string {
  const chat = hit.chat ?? hit.session;
  const others = new Set(hit.alsoIn.map((id) => places[id]?.chat ?? chat).filter((other) => other !== chat));
  const here = hit.alsoIn.filter((id) => !others.has(places[id]?.chat ?? '')).length;
  if (here > 0 && others.size > 0) return m.search_also_both({ branches: here, chats: others.size });
  if (here > 0) return m.search_also_branches({ count: here });
  return others.size > 0 ? m.search_also_chats({ count: others.size }) : '';
}

/** "Session 2 of 4 · Superseded"; '' if the chat has one session and branch. */
export function placeName(place: HitPlace | undefined, aside: boolean): string {
  const parts: string[] = [];
  if (place && place.of > 1) {
    parts.push(m.search_place_session({ at: place.at, of: place.of }));
    if (place.superseded) parts.push(m.search_place_superseded());
    else if (place.copyOf) parts.push(m.search_place_copy());
    else if (place.relation === 'forked') parts.push(m.search_place_fork());
  }
  if (aside && place?.superseded !== true) parts.push(m.search_place_abandoned());
  return parts.join(' · ');
}

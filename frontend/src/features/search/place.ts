import type { ChatTree, HitPlace, SearchHit, Segment } from '../../lib/backend/types';
import { plural } from '../../lib/text';
import { foldTree, noFilter } from '../tree/fold';
import { layout } from '../tree/layout';

/** What the tree of its chat says of a hit. */
export interface InTree {
  /** 1 to 8: the hue of its branch, as the tree draws it. */
  color: number;
  /** It lies on a branch that its session has left. */
  aside: boolean;
}

/** Says of the hits of a chat where they lie in its tree, null of those that it does not know. */
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
    // What a session says goes on one branch at a time: the one that began last.
    const at = Date.parse(hit.time ?? '');
    const segment = list.findLast((s) => Date.parse(s.start) <= at) ?? list[0];
    if (!segment) return null;
    return { color: colors.get(rowOf.get(segment.id) ?? '') ?? 1, aside: !segment.active };
  };
}

/** "also in 3 branches", of the hit's chat, "and 1 other chat"; '' where it stands nowhere else. */
export function alsoName(
  hit: Pick<SearchHit, 'session' | 'chat' | 'alsoIn'>,
  places: Readonly<Record<string, HitPlace>>,
): string {
  const chat = hit.chat ?? hit.session;
  const others = new Set(hit.alsoIn.map((id) => places[id]?.chat ?? chat).filter((other) => other !== chat));
  const here = hit.alsoIn.filter((id) => !others.has(places[id]?.chat ?? '')).length;
  const parts = [
    here > 0 ? plural(here, 'branch', 'branches') : '',
    others.size > 0 ? plural(others.size, 'other chat') : '',
  ].filter((part) => part !== '');
  return parts.length > 0 ? `also in ${parts.join(' and ')}` : '';
}

/** "session 2 of 4 · superseded"; '' where there is nothing to tell apart. */
export function placeName(place: HitPlace | undefined, aside: boolean): string {
  const parts: string[] = [];
  if (place && place.of > 1) {
    parts.push(`session ${place.at} of ${place.of}`);
    if (place.superseded) parts.push('superseded');
    else if (place.copyOf) parts.push('copy');
    else if (place.relation === 'forked') parts.push('fork');
  }
  if (aside && place?.superseded !== true) parts.push('set aside');
  return parts.join(' · ');
}

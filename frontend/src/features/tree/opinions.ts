import type { ChatTree, Segment, SessionInfo } from '../../lib/backend/types';

/** The turns of a session that stand on no path that a resume would load. */
export interface Stranded {
  session: SessionInfo;
  turns: number;
  /** Where they begin. */
  segments: Segment[];
}

export function strandedIn(tree: ChatTree): Stranded[] {
  return tree.sessions.flatMap((session): Stranded[] => {
    const turns = session.stranded ?? 0;
    if (turns === 0) return [];
    const at = new Set(session.strandedTurns ?? []);
    const segments = tree.segments.filter((s) => s.session === session.id && at.has(s.first));
    return [{ session, turns, segments }];
  });
}

/** Where a session's own last-prompt record says that it ended, when that is not where Claude resumes. */
export interface Opinion {
  session: SessionInfo;
  segment: Segment;
  /** The record that is named. */
  record: string;
  /** It lies within the segment, not at its end. */
  inside: boolean;
}

/**
 * The opinions of a chat's sessions that differ from what a resume would do. A record on the way to
 * the leaf is a stale note: it says nothing else than the leaf does.
 */
export function secondOpinions(tree: ChatTree): Opinion[] {
  const byId = new Map(tree.segments.map((s) => [s.id, s]));
  const resumed = new Map(tree.segments.filter((s) => s.resumesHere).map((s) => [s.session, s]));
  return tree.sessions.flatMap((session): Opinion[] => {
    const record = session.lastPromptLeaf ?? '';
    const segment = byId.get(session.lastPromptSegment ?? '');
    if (record === '' || record === session.activeLeaf || !segment) return [];
    const own = resumed.get(session.id);
    const way = new Set<string>();
    for (let at = own; at && !way.has(at.id); at = byId.get(at.parent ?? '')) way.add(at.id);
    if (way.has(segment.id) || (segment.session === session.id && segment.active)) return [];
    return [{ session, segment, record, inside: segment.tip !== record }];
  });
}

import type { ChatTree, Segment, SessionInfo } from '../../lib/backend/types';

/** The turns of a session that no resume would load. */
export interface Stranded {
  session: SessionInfo;
  turns: number;
  /** The segments that start with them. */
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

/** A session's own last-prompt record, if it names another place than the one Claude resumes. */
export interface LastPromptNote {
  session: SessionInfo;
  segment: Segment;
  /** The uuid of the named record. */
  record: string;
  /** True if the record is inside the segment, not at its end. */
  inside: boolean;
}

/**
 * Returns the last-prompt records of a chat that contradict a resume. A record on the path to the resumed
 * leaf is only outdated, and left out.
 */
export function lastPromptNotes(tree: ChatTree): LastPromptNote[] {
  const byId = new Map(tree.segments.map((s) => [s.id, s]));
  const resumed = new Map(tree.segments.filter((s) => s.resumesHere).map((s) => [s.session, s]));
  return tree.sessions.flatMap((session): LastPromptNote[] => {
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

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

/**
 * The end of another branch that the session's own last-prompt record names. A record that is no
 * branch's end is a stale note on the way to the leaf, or one of the records behind it: it says
 * nothing else than the leaf does.
 */
export function secondOpinion(tree: ChatTree, segment: Segment): Segment | null {
  const session = tree.sessions.find((s) => s.id === segment.session);
  const named = session?.lastPromptLeaf ?? '';
  if (!session || named === '' || named === session.activeLeaf) return null;
  const end = tree.segments.find((s) => s.session === session.id && s.tip === named);
  return end && !end.active ? end : null;
}

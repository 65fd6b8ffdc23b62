import type { ChatTree, Segment } from '../../lib/backend/types';
import { m } from '../../lib/messages';

/** A session that was started here and has no file yet. */
export interface Begun {
  session: string;
  from: string;
  /** The record that it continues from. */
  record: string;
  time: string;
}

/** How long a session without a file is shown, in milliseconds: its terminal may have been closed. */
const WAITS = 3_600_000;

/** Adds the sessions that were started in this window and have no file yet, below the record they continue. */
export function withPendingSessions(tree: ChatTree, begun: readonly Begun[], now: number): ChatTree {
  const waiting = begun.flatMap((b): Segment[] => {
    if (tree.sessions.some((s) => s.id === b.session) || now - Date.parse(b.time) > WAITS) return [];
    const parent = parentOf(tree, b);
    return parent ? [segmentOf(b, parent)] : [];
  });
  return waiting.length === 0 ? tree : { ...tree, segments: [...tree.segments, ...waiting] };
}

/** The node that ends at the record, else the session's last one: a record inside a node splits it later. */
function parentOf(tree: ChatTree, { from, record }: Begun): Segment | undefined {
  const own = tree.segments.filter((s) => s.session === from);
  return own.find((s) => s.tip === record) ?? own.find((s) => s.first === record) ?? own.at(-1);
}

function segmentOf({ session, record, time }: Begun, parent: Segment): Segment {
  return {
    ...parent,
    id: `${session}:`,
    session,
    parent: parent.id,
    edge: 'fork',
    at: record,
    first: '',
    tip: '',
    title: m.tree_waiting(),
    ...{ turns: 0, start: time, end: time, compactions: 0, agents: 0, shared: 0 },
    ...{ leaf: true, superseded: false, active: false, resumesHere: false, newerElsewhere: false },
    live: true,
    waiting: true,
    evidence: ['begun'],
    confidence: 'certain',
    forkTurn: 0,
  };
}

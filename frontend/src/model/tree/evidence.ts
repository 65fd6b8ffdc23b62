import type { LeftOut, Segment } from '../../lib/backend/types';
import { m } from '../../lib/messages';
import { clientId, listed, shortId } from '../../lib/text';
import type { MessagePart } from '../../paraglide/runtime.js';

export interface Evidence {
  /** How the segment is connected to its parent, and the same with markup (lib/ui/Rich.svelte). */
  text: string;
  parts: readonly MessagePart[];
  /** How many records both files hold; '' for none. */
  shared: string;
  /** The parts of the parent that the session was started without; '' for none. */
  without: string;
  /** How sure that is; '' where it cannot be wrong. */
  confidence: string;
  /** The findings that it is based on. */
  why: string[];
}

/** The reasons by the names that the engine gives them (backend/chattree). */
const reasons: Readonly<Record<string, () => string>> = {
  'shared-uuids': m.tree_why_shared_uuids,
  forkedFrom: m.tree_why_forked_from,
  sessionId: m.tree_why_session_id,
  sessionKind: m.tree_why_session_kind,
  parentUuid: m.tree_why_parent_uuid,
  logicalParentUuid: m.tree_why_logical_parent,
  leafUuid: m.tree_why_leaf_uuid,
  'continued-in': m.tree_why_continued_in,
  'plan-transcript': m.tree_why_plan,
  'summary-transcript': m.tree_why_summary,
  'job-state': m.tree_why_job,
  'desktop-card': m.tree_why_desktop,
  'message-id': m.tree_why_message_id,
  promptId: m.tree_why_prompt_id,
  'queue-operation': m.tree_why_queue,
  'written-at-once': m.tree_why_written_at_once,
  'last-prompt': m.tree_why_last_prompt,
  'history-suppression': m.tree_why_history,
  begun: m.tree_why_begun,
  requestSessionId: m.tree_why_request,
};

/** "2 turns, 12 outputs". */
export function leftOutText({ turns, steps, outputs, pictures }: LeftOut): string {
  return listed([
    ...(turns > 0 ? [m.count_turns({ count: turns })] : []),
    ...(steps > 0 ? [m.leave_left_steps({ count: steps })] : []),
    ...(outputs > 0 ? [m.count_outputs({ count: outputs })] : []),
    ...(pictures > 0 ? [m.count_pictures({ count: pictures })] : []),
  ]);
}

type Sentence = Pick<Evidence, 'text' | 'parts'>;

interface WithMarkup<Inputs> {
  (inputs: Inputs): string;
  parts: (inputs: Inputs) => MessagePart[];
}

const both = <Inputs>(message: WithMarkup<Inputs>, inputs: Inputs): Sentence => ({
  text: message(inputs),
  parts: message.parts(inputs),
});

/** Why a segment is connected to its parent the way it is. */
export function evidenceFor(segment: Segment, parent: Segment | null): Evidence {
  const isCertain = segment.edge === 'root' || segment.edge === 'continue';
  const isCopied = segment.edge === 'fork' || segment.edge === 'resume';
  return {
    ...edgeOf(segment, parent),
    shared: isCopied && segment.shared > 0 ? m.tree_shared({ count: segment.shared }) : '',
    without: segment.without ? m.tree_edge_without({ parts: leftOutText(segment.without) }) : '',
    confidence: isCertain ? '' : confidenceOf(segment),
    why: isCertain ? [] : segment.evidence.map((e) => reasons[e]?.() ?? e),
  };
}

function edgeOf(segment: Segment, parent: Segment | null): Sentence {
  const session = parent ? shortId(parent.session) : '';
  const turn = segment.forkTurn;
  switch (segment.edge) {
    case 'fork':
      if (segment.apart) return apartFrom(segment, session);
      if (parent && isCopyOf(segment, parent)) return both(m.tree_edge_copy, { session });
      return turn > 0 ? both(m.tree_edge_fork_at, { turn, session }) : both(m.tree_edge_fork, { session });
    case 'resume':
      if (segment.apart) return apartFrom(segment, session);
      return both(m.tree_edge_resume, { session });
    case 'rewind':
      return turn > 0 ? both(m.tree_edge_rewind_after, { turn }) : both(m.tree_edge_rewind, {});
    case 'continue':
      if (segment.active)
        return turn > 0 ? both(m.tree_edge_continue_after, { turn }) : both(m.tree_edge_continue, {});
      return turn > 0 ? both(m.tree_edge_abandoned_after, { turn }) : both(m.tree_edge_abandoned, {});
    case 'compaction':
      return both(m.tree_edge_compaction, {});
    case 'missing':
      return segment.missingParent === ''
        ? both(m.tree_edge_deleted, {})
        : both(m.tree_edge_missing, { id: shortId(segment.missingParent) });
    case 'root':
      return both(segment.superseded ? m.tree_edge_root_superseded : m.tree_edge_root, {});
  }
}

/** Whether a segment carries out a plan that was made in its parent's session. */
export const carriesOut = (segment: Segment) => segment.evidence.includes('plan-transcript');

/** Its session began without the parent's messages. */
const apartFrom = (segment: Segment, session: string): Sentence =>
  both(carriesOut(segment) ? m.tree_edge_planned : m.tree_edge_apart, { session });

/** Both files have the same session id. */
const isCopyOf = (segment: Segment, parent: Segment) =>
  segment.session !== parent.session && clientId(segment.session) === clientId(parent.session);

const confidenceOf = ({ confidence }: Segment) =>
  confidence === 'certain' ? m.tree_certain() : m.tree_inferred();

/** The lines for tooltips and screen readers. */
export function evidenceLines(segment: Segment, parent: Segment | null): string[] {
  const { text, without, shared, confidence, why } = evidenceFor(segment, parent);
  return [text, without, shared, confidence, ...why].filter((line) => line !== '');
}

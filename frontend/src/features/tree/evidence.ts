import type { Segment } from '../../lib/backend/types';
import { clientId, plural, shortId } from '../../lib/text';

export interface EvidenceText {
  /** The sentence's beginning, said loud. */
  lead: string;
  /** What stands before the id: " of ", " from ". */
  link: string;
  /** A session id that the sentence names; empty where it names none. */
  session: string;
  rest: string;
  /** What it was found by. */
  why: string;
}

const reasons: Record<string, string> = {
  'shared-uuids': 'both files hold the same records',
  forkedFrom: 'the file names its parent',
  sessionId: 'records have the other session’s id',
  sessionKind: 'the file says that it is a fork',
  parentUuid: 'a record names a parent in the other file',
  logicalParentUuid: 'the compaction names a parent in the other file',
  leafUuid: 'a summary names the other file’s last record',
  'continued-in': 'the older file names its successor',
  'plan-transcript': 'its plan was made in the other session',
  'job-state': 'the background job says where it was forked from',
  'desktop-card': 'the desktop app names it as an earlier session of the chat',
  'message-id': 'both files hold the same replies, under other ids',
  promptId: 'its copied prompts have the id of its first own one',
  'queue-operation': 'it was begun after all that was copied',
  'written-at-once': 'what is shared was written at once there',
  'last-prompt': 'the other file stood at what is shared',
  'history-suppression': 'the file says that its history is inherited',
  dendro: 'continued by Dendro',
  requestSessionId: 'its records name the session they were made in',
};

/** Why a segment hangs where it hangs, as a person would say it. */
export function evidenceFor(segment: Segment, parent: Segment | null): EvidenceText {
  const why = segment.evidence.map((e) => reasons[e] ?? e).join('; ');
  const session = parent ? shortId(parent.session) : '';
  const shared = segment.shared > 0 ? `: ${plural(segment.shared, 'record')} shared` : '';
  const say = (lead: string, link: string, id: string, rest: string): EvidenceText => ({
    lead,
    link,
    session: id,
    rest,
    why,
  });
  const at = (lead: string, word: string) =>
    segment.forkTurn > 0 ? `${lead} ${word} turn ${segment.forkTurn}` : lead;
  switch (segment.edge) {
    case 'fork':
      if (
        parent &&
        segment.session !== parent.session &&
        clientId(segment.session) === clientId(parent.session)
      )
        return say('A copy', ' of ', session, `${shared}, then each went on.`);
      return say(at('Forked', 'at'), ' of ', session, `${shared}, then both went on.`);
    case 'resume':
      return say('Resumed', ' from ', session, `${shared}.`);
    case 'rewind':
      return say(at('Asked again', 'after'), '', '', ': a person went back in the same session.');
    case 'continue': {
      const how = segment.active ? 'where another branch leaves' : 'until a person asked again there';
      return { ...say(at('Went on', 'after'), '', '', `, in the same session, ${how}.`), why: '' };
    }
    case 'compaction':
      return say('Compacted', '', '', ': it goes on from a summary of what stood before.');
    case 'missing':
      if (segment.missingParent === '')
        return say(
          'What came before is gone',
          '',
          '',
          ': its first record goes on from one that is in no file.',
        );
      return say(
        'Parent not found',
        ': ',
        shortId(segment.missingParent),
        ' is gone; what was shared can no longer be seen.',
      );
    case 'root':
      return say('The chat starts here', '', '', segment.superseded ? '; it goes on above.' : '.');
  }
}

/** One sentence for tooltips and screen readers. */
export function evidenceSentence(segment: Segment, parent: Segment | null): string {
  const e = evidenceFor(segment, parent);
  const sure =
    segment.edge === 'root' || segment.edge === 'continue'
      ? ''
      : ` (${segment.confidence}${e.why === '' ? '' : `: ${e.why}`})`;
  return `${e.lead}${e.link}${e.session}${e.rest}${sure}`;
}

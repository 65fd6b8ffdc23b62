import { describe, expect, it } from 'vitest';
import type { ChatTree, Segment, SessionInfo } from '../../lib/backend/types';
import { lastPromptNotes, strandedIn } from './last-prompt-notes';

const segment = (first: string, tip: string, parent: string | null, more: Partial<Segment> = {}) =>
  ({ id: `s:${first}`, session: 's', first, tip, parent, active: true, ...more }) as Segment;
const chat = (session: Partial<SessionInfo>) =>
  ({
    sessions: [{ id: 's', activeLeaf: 'a9', ...session } as SessionInfo],
    segments: [
      segment('u1', 'a1', null),
      segment('u2', 'a2', 's:u1', { active: false }),
      segment('u3', 'a9', 's:u1', { resumesHere: true }),
    ],
  }) as ChatTree;
const asked = (lastPromptLeaf: string | undefined, lastPromptSegment?: string) =>
  lastPromptNotes(chat({ lastPromptLeaf, lastPromptSegment })).map(({ segment, record, inside }) => [
    segment.id,
    record,
    inside,
  ]);

describe('second opinions', () => {
  it('lists what no resume loads, by session, with where it begins', () => {
    const [found] = strandedIn(chat({ stranded: 2, strandedTurns: ['u2', 'u2b'] }));
    expect([found?.turns, found?.segments.map((s) => s.id)]).toEqual([2, ['s:u2']]);
    expect(strandedIn(chat({ stranded: 0 }))).toEqual([]);
  });

  it('tells when the last-prompt record names the end of another branch', () => {
    expect(asked('a2', 's:u2')).toEqual([['s:u2', 'a2', false]]);
  });

  it('tells when it names a place within another branch', () => {
    expect(asked('a1b', 's:u2')).toEqual([['s:u2', 'a1b', true]]);
  });

  it('says nothing of an agreeing or a stale record', () => {
    expect(asked('a9')).toEqual([]);
    expect(asked('a1', 's:u1')).toEqual([]);
    expect(asked('a8', 's:u3')).toEqual([]);
    expect(asked('x')).toEqual([]);
    expect(asked(undefined)).toEqual([]);
  });
});

import { describe, expect, it } from 'vitest';
import type { ChatTree, Segment, SessionInfo } from '../../lib/backend/types';
import { secondOpinion, strandedIn } from './opinions';

const segment = (first: string, tip: string, active: boolean) =>
  ({ id: `s:${first}`, session: 's', first, tip, active }) as Segment;
const chat = (session: Partial<SessionInfo>) =>
  ({
    sessions: [{ id: 's', activeLeaf: 'a9', ...session } as SessionInfo],
    segments: [segment('u1', 'a1', true), segment('u2', 'a2', false), segment('u3', 'a9', true)],
  }) as ChatTree;
const asked = (session: Partial<SessionInfo>) => {
  const tree = chat(session);
  return secondOpinion(tree, tree.segments[0] as Segment)?.id;
};

describe('second opinions', () => {
  it('lists what no resume loads, by session, with where it begins', () => {
    const [found] = strandedIn(chat({ stranded: 2, strandedTurns: ['u2', 'u2b'] }));
    expect([found?.turns, found?.segments.map((s) => s.id)]).toEqual([2, ['s:u2']]);
    expect(strandedIn(chat({ stranded: 0 }))).toEqual([]);
  });

  it('tells when the last-prompt record names the end of another branch', () => {
    expect(asked({ lastPromptLeaf: 'a2' })).toBe('s:u2');
  });

  it('says nothing of an agreeing or a stale record', () => {
    expect(asked({ lastPromptLeaf: 'a9' })).toBeUndefined();
    expect(asked({ lastPromptLeaf: 'a1' })).toBeUndefined();
    expect(asked({ lastPromptLeaf: 'x' })).toBeUndefined();
    expect(asked({})).toBeUndefined();
  });
});

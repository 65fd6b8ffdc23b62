import { expect, it } from 'vitest';
import { fakeChats } from '../../lib/backend/fake-chats';
import type { Segment } from '../../lib/backend/types';
import { evidenceSentence } from './evidence';

const chat = fakeChats(Date.parse('2026-11-20T14:00:00Z'))[0];
const [root, compare] = chat?.segments ?? [];
if (!root || !compare) throw new Error('the fake history is empty');

const cases: [string, Partial<Segment>, string][] = [
  ['root', { edge: 'root' }, 'The chat starts here.'],
  [
    'fork',
    { edge: 'fork', forkTurn: 9, shared: 61, evidence: ['forkedFrom'], confidence: 'certain' },
    'Forked at turn 9 of ce66e75e: 61 records shared, then both went on. (certain: the file names its parent)',
  ],
  [
    'resume',
    { edge: 'resume', shared: 1, evidence: ['shared-uuids'], confidence: 'inferred' },
    'Resumed from ce66e75e: 1 record shared. (inferred: both files hold the same records)',
  ],
  [
    'rewind',
    { edge: 'rewind', forkTurn: 3, evidence: [] },
    'Asked again after turn 3: a person went back in the same session. (certain)',
  ],
  [
    'continue',
    { edge: 'continue', forkTurn: 3, active: false },
    'Went on after turn 3, in the same session, until a person asked again there.',
  ],
  [
    'compaction',
    { edge: 'compaction', evidence: [] },
    'Compacted: it goes on from a summary of what stood before. (certain)',
  ],
  [
    'missing',
    { edge: 'missing', missingParent: 'aaaaaaaa-0000-4000-8000-000000000000', evidence: ['tomorrow'] },
    'Parent not found: aaaaaaaa is gone; what was shared can no longer be seen. (certain: tomorrow)',
  ],
];

for (const [name, more, want] of cases) {
  it(`says what a ${name} edge is`, () => {
    expect(evidenceSentence({ ...compare, superseded: false, ...more }, root)).toBe(want);
  });
}

it('says that a copy has the session id of its parent', () => {
  const copy = { ...compare, edge: 'fork' as const, session: `${root.session}~2`, shared: 4, forkTurn: 2 };
  expect(evidenceSentence({ ...copy, evidence: ['sessionId'], confidence: 'certain' }, root)).toBe(
    'A copy of ce66e75e: 4 records shared, then each went on. (certain: records have the other session’s id)',
  );
});

import { expect, it } from 'vitest';
import { fakeChats } from '../../lib/backend/fake-chats';
import type { Segment } from '../../lib/backend/types';
import { evidenceFor, evidenceLines } from './evidence';

const chat = fakeChats(Date.parse('2026-11-20T14:00:00Z'))[0];
const [root, compare] = chat?.segments ?? [];
if (!root || !compare) throw new Error('the fake history is empty');

const cases: [string, Partial<Segment>, string[]][] = [
  ['root', { edge: 'root' }, ['The chat starts here']],
  [
    'fork',
    { edge: 'fork', forkTurn: 9, shared: 61, evidence: ['forkedFrom'], confidence: 'certain' },
    ['Forked at turn 9 from ce66e75e', '61 shared records', 'certain', 'The file names its parent'],
  ],
  [
    'session without parts of its parent',
    {
      edge: 'fork',
      forkTurn: 0,
      shared: 2,
      evidence: ['begun'],
      confidence: 'certain',
      without: { turns: 2, steps: 1, outputs: 12, pictures: 0 },
    },
    [
      'Forked from ce66e75e',
      'without 2 turns, the steps of 1 turn, 12 outputs',
      '2 shared records',
      'certain',
      'Continued by Dendro',
    ],
  ],
  [
    'plan',
    { edge: 'fork', apart: true, shared: 0, evidence: ['plan-transcript'], confidence: 'certain' },
    ['Carries out the plan made in ce66e75e', 'certain', 'Its plan was made in the other session'],
  ],
  [
    'session without its predecessor’s messages',
    { edge: 'resume', apart: true, shared: 0, evidence: ['continued-in'], confidence: 'certain' },
    [
      'Continues ce66e75e in a new session, without its messages',
      'certain',
      'The older file names its successor',
    ],
  ],
  [
    'resume',
    { edge: 'resume', shared: 1, evidence: ['shared-uuids'], confidence: 'inferred' },
    ['Resumed from ce66e75e', '1 shared record', 'inferred', 'Both files contain the same records'],
  ],
  [
    'rewind',
    { edge: 'rewind', forkTurn: 3, evidence: [] },
    ['Rewound after turn 3 in the same session', 'certain'],
  ],
  [
    'continue',
    { edge: 'continue', forkTurn: 3, active: false },
    ['Continued after turn 3 in the same session, later abandoned by a rewind'],
  ],
  [
    'compaction',
    { edge: 'compaction', evidence: [] },
    ['Compacted: continues from a summary of the earlier messages', 'certain'],
  ],
  [
    'missing',
    { edge: 'missing', missingParent: 'aaaaaaaa-0000-4000-8000-000000000000', evidence: ['tomorrow'] },
    ['Parent not found: aaaaaaaa has been deleted, so shared records are unknown', 'certain', 'tomorrow'],
  ],
];

for (const [name, more, want] of cases) {
  it(`says what a ${name} edge is`, () => {
    expect(evidenceLines({ ...compare, superseded: false, ...more }, root)).toEqual(want);
  });
}

it('says that a copy has the session id of its parent', () => {
  const copy = { ...compare, edge: 'fork' as const, session: `${root.session}~2`, shared: 4, forkTurn: 2 };
  expect(evidenceLines({ ...copy, evidence: ['sessionId'], confidence: 'certain' }, root)).toEqual([
    'Copy of ce66e75e',
    '4 shared records',
    'certain',
    'Records have the ID of the other session',
  ]);
});

it('has the same text with markup', () => {
  const { parts, text } = evidenceFor({ ...compare, edge: 'fork', forkTurn: 9 }, root);
  const words = parts.flatMap((part) => (part.type === 'text' ? [part.value] : []));
  expect(words.join('')).toBe(text);
  expect(parts.filter(({ type }) => type === 'markup-start')).toHaveLength(2);
});

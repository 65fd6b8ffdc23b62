import { expect, it } from 'vitest';
import type { ChatSummary, ChatTree } from '../lib/backend/types';
import { reasons } from '../model/reasons';
import { windowTitle } from './titles';

type Of = Parameters<typeof windowTitle>[0];

function window(tree: Partial<ChatTree> | null, listed: Partial<ChatSummary> | null): Of {
  const byId = new Map(listed ? [['c', listed]] : []);
  return { tree: { tree }, sidebar: { byId, titleOf: () => listed?.title ?? 'Untitled' } } as unknown as Of;
}

it.each([
  [
    'both know it',
    { id: 'c', title: 'Tree', projectDisplay: '~/p' },
    { title: 'List', projectName: 'p' },
    'Tree: p – Dendro',
  ],
  [
    'the tree is another chat’s still',
    { id: 'b', title: 'Before' },
    { title: 'List', projectName: 'p' },
    'List: p – Dendro',
  ],
  ['it is in no list', { id: 'c', title: 'Tree', projectDisplay: '~/p' }, null, 'Tree: ~/p – Dendro'],
  ['it has no title', { id: 'c', title: '' }, { title: 'List', projectName: '' }, 'List – Dendro'],
  ['nothing is known', null, null, 'Untitled – Dendro'],
] as const)('names the window where %s', (_, tree, listed, title) => {
  expect(windowTitle(window(tree, listed), 'c')).toBe(title);
});

it('says why a command cannot be given', () => {
  type Host = Parameters<typeof reasons>[0];
  const of = (session: object | null, skeleton: object | null) =>
    reasons({ branch: { session }, thread: { skeleton } } as unknown as Host);
  const none = of(null, null);
  expect([none.noThread(), none.noSession(), none.notPossible()]).toEqual([
    'No thread is open',
    'No session is open',
    'No session is open',
  ]);
  const gone = of({ resume: { possible: false, why: 'its directory is gone' } }, {});
  expect([gone.noThread(), gone.noSession(), gone.notPossible()]).toEqual([
    undefined,
    undefined,
    'its directory is gone',
  ]);
  expect(of({ resume: { possible: true, why: '' } }, {}).notPossible()).toBeUndefined();
});

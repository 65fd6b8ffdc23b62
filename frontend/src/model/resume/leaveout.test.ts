import { expect, it } from 'vitest';
import type { LoadTurn, ResumeLoad } from '../../lib/backend/types';
import { canLeave, isLoaded, itemsOf, loadRows, toggled, toggledSteps } from './leaveout';

const output = { tool: 'Bash', about: 'ls', agent: false, bytes: 9, pictures: 0, tokens: 3 };
const turn = (record: string, more: Partial<LoadTurn> = {}): LoadTurn => ({
  ...{ record, text: record, kind: 'prompt', time: '', tokens: 9, after: 9, state: 'whole' },
  ...{ stays: false, steps: true, outputs: [] },
  ...more,
});
const left = { turns: 0, steps: 0, outputs: 0, pictures: 0 };
const load: ResumeLoad = {
  ...{ before: 9, after: 9, limit: 0, left, note: '' },
  turns: [
    turn('a', {
      outputs: [
        { ...output, record: 'o1', out: true, picturesOut: false },
        { ...output, record: 'o2', out: false, picturesOut: false },
        { ...output, record: 'p1', tool: '', pictures: 1, out: false, picturesOut: true },
      ],
    }),
    turn('b', { state: 'out' }),
    turn('c', { state: 'steps' }),
    turn('d', { stays: true }),
  ],
};
const all = loadRows(load, new Set(['a']));
const row = (record: string) => {
  const found = all.find((r) => (r.output?.record ?? r.turn.record) === record);
  if (!found) throw new Error(record);
  return found;
};

it('lists turns, and the outputs of those that are unfolded', () => {
  expect(loadRows(load, new Set()).map((r) => r.turn.record)).toEqual(['a', 'b', 'c', 'd']);
  expect(all.map((r) => r.output?.record ?? r.turn.record)).toEqual(['a', 'o1', 'o2', 'p1', 'b', 'c', 'd']);
  expect(all.map((r) => r.number)).toEqual([1, 1, 1, 1, 2, 3, 4]);
});

it('spells the choice that is shown', () => {
  expect(itemsOf(load)).toEqual(['output:o1', 'picture:p1', 'turn:b', 'steps:c']);
});

it.each([
  ['a', ['output:o1', 'picture:p1', 'turn:b', 'steps:c', 'turn:a']],
  ['b', ['output:o1', 'picture:p1', 'steps:c']],
  ['c', ['output:o1', 'picture:p1', 'turn:b']],
  ['o1', ['picture:p1', 'turn:b', 'steps:c']],
  ['o2', ['output:o1', 'picture:p1', 'turn:b', 'steps:c', 'output:o2']],
  ['p1', ['output:o1', 'turn:b', 'steps:c']],
])('changes one line: %s', (record, want) => {
  expect(toggled(load, row(record))).toEqual(want);
});

it('leaves out the steps of a turn, and loads them again', () => {
  expect(toggledSteps(load, row('b'))).toEqual(['output:o1', 'picture:p1', 'steps:c', 'steps:b']);
  expect(toggledSteps(load, row('c'))).toEqual(['output:o1', 'picture:p1', 'turn:b']);
});

it('knows which lines are loaded, and which can be left out', () => {
  expect(all.filter(isLoaded).map((r) => r.output?.record ?? r.turn.record)).toEqual(['a', 'o2', 'd']);
  expect(all.filter((r) => !canLeave(r)).map((r) => r.turn.record)).toEqual(['d']);
});

import { describe, expect, it } from 'vitest';
import type { Segment } from '../../lib/backend/types';
import { foldTree, isFiltering, noFilter, onlyAgents } from './fold';

function segment(id: string, parent: string | null, more: Partial<Segment> = {}): Segment {
  return {
    id,
    session: id,
    parent,
    edge: parent === null ? 'root' : 'resume',
    at: null,
    first: id,
    tip: id,
    title: id,
    turns: 1,
    start: '2026-01-01T10:00:00Z',
    end: '2026-01-01T10:00:00Z',
    leaf: false,
    superseded: false,
    active: true,
    resumesHere: false,
    newerElsewhere: false,
    compactions: 0,
    agents: 0,
    model: '',
    gitBranch: 'main',
    live: false,
    missingParent: '',
    evidence: [],
    confidence: 'certain',
    shared: 0,
    forkTurn: 0,
    ...more,
  };
}

const old = { superseded: true };
const chain = [
  segment('root', null, old),
  segment('a', 'root', old),
  segment('b', 'a', old),
  segment('c', 'b', old),
  segment('leaf', 'c', { leaf: true }),
];

const said = (segments: Segment[], unfolded: ReadonlySet<string> | 'all' = new Set(), filter = noFilter) =>
  foldTree(segments, filter, unfolded)
    .map(
      (i) =>
        `${i.id}${i.folded.length > 0 ? `(${i.folded.map((s) => s.id).join('')})` : ''}<${i.parent ?? ''}`,
    )
    .sort();

describe('folding', () => {
  it('makes one row of a run of superseded segments; the root stays', () => {
    expect(said(chain)).toEqual(['fold:a(cba)<root', 'leaf<fold:a', 'root<']);
  });

  it('shows them all when asked', () => {
    expect(said(chain, 'all')).toEqual(['a<root', 'b<a', 'c<b', 'leaf<c', 'root<']);
  });

  it('unfolds one run', () => {
    const items = foldTree(chain, noFilter, new Set(['fold:a']));
    expect(items.filter((i) => i.unfoldedFrom === 'fold:a').map((i) => i.id)).toEqual(['c', 'b', 'a']);
  });

  it('never hides a fork, a running session, or a newer prompt', () => {
    const forked = [...chain, segment('side', 'b', { leaf: true })];
    expect(said(forked)).toEqual(['a<root', 'b<a', 'c<b', 'leaf<c', 'root<', 'side<b']);
    const running = chain.map((s) => (s.id === 'b' ? { ...s, live: true } : s));
    expect(said(running)).toContain('b<a');
    const newer = chain.map((s) => (s.id === 'b' ? { ...s, newerElsewhere: true } : s));
    expect(said(newer)).toContain('b<a');
  });

  it('leaves a single superseded segment as it is', () => {
    const short = [
      segment('root', null, old),
      segment('a', 'root', old),
      segment('leaf', 'a', { leaf: true }),
    ];
    expect(said(short)).toEqual(['a<root', 'leaf<a', 'root<']);
  });

  it('joins two folds that meet', () => {
    const two = [
      segment('r', null),
      segment('a', 'r', old),
      segment('b', 'a', old),
      segment('x', 'b'),
      segment('c', 'x', old),
      segment('d', 'c', old),
      segment('l', 'd', { leaf: true }),
    ];
    expect(said(two)).toEqual(['fold:a(ba)<r', 'fold:c(dc)<x', 'l<fold:c', 'r<', 'x<fold:a']);
  });
});

describe('the filter', () => {
  it('bridges what it leaves out', () => {
    const forked = [...chain, segment('side', 'b', { leaf: true, agents: 2, gitBranch: 'x' })];
    expect(said(forked, 'all', { ...noFilter, leavesOnly: true })).toEqual(['leaf<', 'side<']);
    expect(said(forked, 'all', { ...noFilter, hideSuperseded: true })).toEqual(['leaf<', 'side<']);
    expect(said(forked, 'all', { ...noFilter, withAgents: true })).toEqual(['side<']);
    expect(said(forked, 'all', { ...noFilter, gitBranch: 'main' })).toContain('leaf<c');
  });

  it('knows whether it is on', () => {
    expect(isFiltering(noFilter)).toBe(false);
    expect(isFiltering({ ...noFilter, gitBranch: 'main' })).toBe(true);
  });

  it('survives parents that run in a circle', () => {
    const circle = [segment('a', 'b'), segment('b', 'a')];
    expect(said(circle, 'all', { ...noFilter, withAgents: true })).toEqual([]);
    expect(foldTree(circle, noFilter, new Set())).toHaveLength(2);
  });
});

describe('what the filter keeps', () => {
  const rows = [
    segment('root', null, { model: 'claude-opus-5', title: 'Where to begin' }),
    segment('a', 'root', { model: 'claude-haiku-5', title: 'A token bucket' }),
    segment('b', 'a', { model: 'claude-opus-5', title: 'Leaky bucket', gitBranch: 'limits' }),
  ];
  const ids = (filter: Partial<typeof noFilter>, nameOf?: (s: Segment) => string) =>
    foldTree(rows, { ...noFilter, ...filter }, 'all', nameOf).map((i) => [i.id, i.parent]);

  it('one model, with what is left bridged to what is kept', () => {
    expect(ids({ model: 'claude-opus-5' })).toEqual([
      ['root', null],
      ['b', 'root'],
    ]);
  });

  it('every typed word, in the name, the git branch or the model', () => {
    expect(ids({ text: 'bucket' })).toHaveLength(2);
    expect(ids({ text: ' BUCKET  limits ' })).toEqual([['b', null]]);
    expect(ids({ text: 'haiku' })).toEqual([['a', null]]);
    expect(ids({ text: 'renamed' }, (s) => (s.id === 'a' ? 'Renamed' : s.title))).toEqual([['a', null]]);
    expect(isFiltering({ ...noFilter, text: '  ' })).toBe(false);
  });
});

it('a session of agents alone has no prompt and no answer of its own', () => {
  expect(onlyAgents(segment('a', null, { first: '', agents: 1 }))).toBe(true);
  expect(onlyAgents(segment('a', null, { agents: 1 }))).toBe(false);
  // A copy with nothing of its own is a resume.
  expect(onlyAgents(segment('a', 'b', { first: '', agents: 1 }))).toBe(false);
});

import type { Segment } from '../../lib/backend/types';
import { Family } from './family';
import type { EdgeStyle, LayoutNode } from './layout';
import { must, NONE } from './int-arrays';

/** A row of the tree: one segment, or a folded run of superseded ones. */
export interface TreeItem extends LayoutNode {
  segment: Segment;
  /** The segments of a folded run, newest first; else empty. */
  folded: Segment[];
  /** The id of the expanded fold that this segment belongs to; null for none. */
  unfoldedFrom: string | null;
}

export interface TreeFilter {
  leavesOnly: boolean;
  hideSuperseded: boolean;
  withAgents: boolean;
  gitBranch: string;
  model: string;
  /** The ids of the segments that read or change the chosen file; null without such a filter. */
  touching: ReadonlySet<string> | null;
  /** The typed text: a row must contain every word. */
  text: string;
}

export const noFilter: TreeFilter = {
  leavesOnly: false,
  hideSuperseded: false,
  withAgents: false,
  gitBranch: '',
  model: '',
  touching: null,
  text: '',
};

export function isFiltering(filter: TreeFilter): boolean {
  return (
    filter.leavesOnly ||
    filter.hideSuperseded ||
    filter.withAgents ||
    filter.gitBranch !== '' ||
    filter.model !== '' ||
    filter.touching !== null ||
    filter.text.trim() !== ''
  );
}

/** Whether a segment passes the filter; `name` is the title of its row. */
function keeps(filter: TreeFilter, segment: Segment, name = segment.title): boolean {
  if (filter.leavesOnly && !segment.leaf) return false;
  if (filter.hideSuperseded && segment.superseded) return false;
  if (filter.withAgents && segment.agents === 0) return false;
  if (filter.model !== '' && segment.model !== filter.model) return false;
  if (filter.touching?.has(segment.id) === false) return false;
  if (filter.gitBranch !== '' && segment.gitBranch !== filter.gitBranch) return false;
  const typed = filter.text.trim();
  if (typed === '') return true;
  const words = typed.toLowerCase().split(/\s+/);
  const said =
    `${name} ${segment.title} ${segment.session} ${segment.gitBranch} ${segment.model}`.toLowerCase();
  return words.every((word) => said.includes(word));
}

/** Whether a session consists of agents only, without a prompt or an answer of its own. */
export function onlyAgents(segment: Segment): boolean {
  return segment.edge === 'root' && segment.first === '' && segment.agents > 0;
}

function edgeStyle(segment: Segment): EdgeStyle {
  if (segment.edge === 'compaction' || segment.apart) return 'dashed';
  return segment.edge === 'missing' ? 'dotted' : 'solid';
}

/**
 * Converts segments to rows. Filtered segments are bridged: the parent of a kept segment is its nearest kept
 * ancestor. Runs of at least two superseded segments without a fork become one row, unless expanded.
 */
export function foldTree(
  segments: readonly Segment[],
  filter: TreeFilter,
  unfolded: ReadonlySet<string> | 'all',
  nameOf: (segment: Segment) => string = (s) => s.title,
): TreeItem[] {
  const family = new Family(segments, isFiltering(filter) ? (s) => keeps(filter, s, nameOf(s)) : 'all');
  const foldable = (i: number) => {
    if (i === NONE || family.above(i) === NONE || family.onlyChild(i) === NONE) return false;
    const s = family.segment(i);
    return s.superseded && !s.newerElsewhere && !s.live;
  };
  const runs: number[][] = [];
  const plain: [at: number, unfoldedFrom: string | null][] = [];
  /** The oldest segment of the run by folded segment; the run's id is derived from it. */
  const home = new Int32Array(segments.length).fill(NONE);
  const rowId = (i: number) => {
    const oldest = must(home[i]);
    return oldest === NONE ? family.segment(i).id : foldId(family.segment(oldest));
  };
  for (let i = 0; i < segments.length; i++) {
    if (!family.keeps(i)) continue;
    if (!foldable(i)) {
      plain.push([i, null]);
      continue;
    }
    // A run is collected from its oldest segment upwards.
    if (foldable(family.above(i))) continue;
    const run = [i];
    for (let up = family.onlyChild(i); foldable(up); up = family.onlyChild(up)) run.push(up);
    run.reverse();
    const id = foldId(family.segment(i));
    if (run.length < 2 || unfolded === 'all' || unfolded.has(id)) {
      for (const at of run) plain.push([at, run.length < 2 ? null : id]);
      continue;
    }
    for (const at of run) home[at] = i;
    runs.push(run);
  }

  const row = (newest: number, oldest: number, run: number[], unfoldedFrom: string | null): TreeItem => {
    const segment = family.segment(newest);
    const above = family.above(oldest);
    return {
      id: rowId(newest),
      parent: above === NONE ? null : rowId(above),
      time: Date.parse(segment.end) || 0,
      style: edgeStyle(family.segment(oldest)),
      segment,
      folded: run.map((at) => family.segment(at)),
      unfoldedFrom,
    };
  };
  const items = runs.map((run) => row(must(run[0]), must(run.at(-1)), run, null));
  for (const [at, from] of plain) items.push(row(at, at, [], from));
  return items;
}

function foldId(oldest: Segment): string {
  return `fold:${oldest.id}`;
}

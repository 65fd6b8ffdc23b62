import type { Segment } from '../../lib/backend/types';
import type { EdgeStyle, LayoutNode } from './layout';

/** What a row of the tree stands for: one segment, or a run of superseded ones folded into a count. */
export interface TreeItem extends LayoutNode {
  segment: Segment;
  /** More than one where a run is folded; newest first. */
  folded: Segment[];
  /** The run that this segment belongs to when it was unfolded, by the fold's id. */
  unfoldedFrom: string | null;
}

export interface TreeFilter {
  leavesOnly: boolean;
  hideSuperseded: boolean;
  withAgents: boolean;
  gitBranch: string;
  model: string;
  /** The segments that touch the file which was asked for; null where none was. */
  touching: ReadonlySet<string> | null;
  /** What was typed: every word must stand in what the row says. */
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

/** Whether a segment passes; `name` is what its row is called. */
export function keeps(filter: TreeFilter, segment: Segment, name = segment.title): boolean {
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

/** A session that holds nothing but what agents did: no prompt and no answer of its own. */
export function onlyAgents(segment: Segment): boolean {
  return segment.edge === 'root' && segment.first === '' && segment.agents > 0;
}

function edgeStyle(segment: Segment): EdgeStyle {
  if (segment.edge === 'compaction') return 'dashed';
  return segment.edge === 'missing' ? 'dotted' : 'solid';
}

/**
 * Segments to rows. What the filter leaves out is bridged: a kept segment hangs on its nearest kept
 * ancestor. Runs of at least two superseded segments without a fork become one row, unless unfolded.
 */
export function foldTree(
  segments: readonly Segment[],
  filter: TreeFilter,
  unfolded: ReadonlySet<string> | 'all',
  nameOf: (segment: Segment) => string = (s) => s.title,
): TreeItem[] {
  const byId = new Map(segments.map((s) => [s.id, s]));
  const kept = new Map<string, Segment>();
  for (const s of segments) if (keeps(filter, s, nameOf(s))) kept.set(s.id, s);

  const parentOf = keptParents(byId, kept);
  const childrenOf = new Map<string, Segment[]>();
  for (const s of kept.values()) {
    const parent = parentOf.get(s.id);
    if (!parent) continue;
    const siblings = childrenOf.get(parent.id);
    if (siblings) siblings.push(s);
    else childrenOf.set(parent.id, [s]);
  }

  const foldable = (s: Segment | null | undefined): s is Segment =>
    !!s &&
    s.superseded &&
    !s.newerElsewhere &&
    !s.live &&
    !!parentOf.get(s.id) &&
    childrenOf.get(s.id)?.length === 1;

  const home = new Map<string, string>();
  const items: TreeItem[] = [];
  const plain: { segment: Segment; from: string | null }[] = [];
  for (const s of kept.values()) {
    if (!foldable(s)) {
      plain.push({ segment: s, from: null });
      continue;
    }
    // A run is gathered from its oldest segment upwards.
    if (foldable(parentOf.get(s.id))) continue;
    const run = [s];
    for (let up = childrenOf.get(s.id)?.[0]; foldable(up); up = childrenOf.get(up.id)?.[0]) run.push(up);
    run.reverse();
    const id = `fold:${s.id}`;
    if (run.length < 2 || unfolded === 'all' || unfolded.has(id)) {
      for (const segment of run) plain.push({ segment, from: run.length < 2 ? null : id });
      continue;
    }
    for (const segment of run) home.set(segment.id, id);
    const newest = run[0] ?? s;
    const parent = parentOf.get(s.id);
    items.push({
      id,
      parent: parent?.id ?? null,
      time: Date.parse(newest.end) || 0,
      style: edgeStyle(s),
      segment: newest,
      folded: run,
      unfoldedFrom: null,
    });
  }
  for (const { segment, from } of plain) {
    const parent = parentOf.get(segment.id);
    items.push({
      id: segment.id,
      parent: parent ? (home.get(parent.id) ?? parent.id) : null,
      time: Date.parse(segment.end) || 0,
      style: edgeStyle(segment),
      segment,
      folded: [],
      unfoldedFrom: from,
    });
  }
  for (const item of items) if (item.parent !== null) item.parent = home.get(item.parent) ?? item.parent;
  return items;
}

/** The nearest kept ancestor of every kept segment. What was found on the way is not looked for again. */
function keptParents(byId: Map<string, Segment>, kept: Map<string, Segment>): Map<string, Segment | null> {
  const above = new Map<string, Segment | null>();
  for (const s of kept.values()) {
    const next = s.parent === null ? null : kept.get(s.parent);
    if (next !== undefined && s.parent !== s.id) {
      above.set(s.id, next);
      continue;
    }
    const way = [s.id];
    const seen = new Set(way);
    let found: Segment | null = null;
    for (let id = s.parent; id !== null && !seen.has(id); id = byId.get(id)?.parent ?? null) {
      const parent = kept.get(id) ?? above.get(id);
      if (parent !== undefined) {
        found = parent;
        break;
      }
      way.push(id);
      seen.add(id);
    }
    for (const id of way) above.set(id, found);
  }
  return above;
}

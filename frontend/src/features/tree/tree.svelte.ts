import type { Backend } from '../../lib/backend/backend';
import type { ChatTree, Segment } from '../../lib/backend/types';
import { Resource } from '../../lib/resource.svelte';
import type { TreeFilter, TreeItem } from './fold';
import { foldTree, noFilter, onlyAgents } from './fold';
import type { LayoutRow } from './layout';
import { layout, MAX_LANES } from './layout';
import { secondOpinions } from './opinions';
import { TouchedState } from './touched.svelte';

/** A row as the window draws it: where it stands and what it says. */
export interface TreeRow {
  place: LayoutRow;
  item: TreeItem;
  leaf: boolean;
  /** 1 for a root; counts what stands below. */
  level: number;
  /** Where it stands among the children of its parent, from the top, and how many these are. */
  among: [position: number, of: number];
  /** A session that came after it holds all of it, and nothing leaves it here: it is drawn small. */
  quiet: boolean;
}

/** The tree of the open chat. */
export class TreeState {
  filter = $state.raw<TreeFilter>(noFilter);
  showSuperseded = $state(false);
  private unfolded = $state.raw<ReadonlySet<string>>(new Set());
  /** The row that the keyboard stands on, and the thread shows. */
  selected = $state<string | null>(null);
  hovered = $state<string | null>(null);
  /** The keys lead through the tree: what they stand on is lit as what is pointed at. */
  walked = $state(false);
  /** The field for typing ahead is open. */
  finding = $state(false);
  /** Narrows the tree to the segments that touch a file. */
  readonly touched: TouchedState;
  /** For every split, the branch last taken: segment id to child segment id. */
  private readonly taken = new Map<string, string>();
  private readonly trees = new Resource<ChatTree>(undefined, () => {
    this.touched.follow();
    this.onread();
  });
  /** Hears of a tree that was read. */
  onread: () => void = () => undefined;

  constructor(private readonly backend: Backend) {
    this.touched = new TouchedState(backend, this);
  }

  get tree(): ChatTree | null {
    return this.trees.value;
  }

  get loading(): boolean {
    return this.trees.loading;
  }

  /** Why there is no tree. One that stands already stays: its chat may have been deleted while it is read. */
  get error(): string | null {
    return this.tree === null ? this.trees.error : null;
  }

  readonly items = $derived(
    foldTree(
      this.tree?.segments ?? [],
      this.filter,
      // What was looked for by name is shown, and not counted in a fold.
      this.showSuperseded || this.filter.text.trim() !== '' ? 'all' : this.unfolded,
      (segment) => this.titleOf(segment),
    ),
  );
  private readonly drawn = $derived(layout(this.items));
  readonly lanes = $derived(this.drawn.lanes);
  /** How many rows hang on the same one. */
  private readonly sets = $derived.by(() => {
    const sets = new Map<string | null, number>();
    for (const { parent } of this.items) sets.set(parent, (sets.get(parent) ?? 0) + 1);
    return sets;
  });
  readonly rows = $derived.by((): TreeRow[] => {
    const items = new Map(this.items.map((item) => [item.id, item]));
    const levels = new Map<string, number>();
    const rows = this.drawn.rows;
    const told = new Map<string | null, number>();
    for (let i = rows.length - 1; i >= 0; i--) {
      const item = items.get(rows[i]?.id ?? '');
      if (item) levels.set(item.id, (levels.get(item.parent ?? '') ?? 0) + 1);
    }
    return rows.flatMap((place): TreeRow[] => {
      const item = items.get(place.id);
      if (!item) return [];
      const position = (told.get(item.parent) ?? 0) + 1;
      told.set(item.parent, position);
      const { superseded, newerElsewhere } = item.segment;
      const alone = place.up !== null && place.joins.length === 0 && item.parent !== null;
      return [
        {
          place,
          item,
          leaf: place.up === null && place.joins.length === 0,
          level: levels.get(place.id) ?? 1,
          among: [position, this.sets.get(item.parent) ?? 1],
          quiet: superseded && !newerElsewhere && alone && item.folded.length === 0,
        },
      ];
    });
  });
  /** Where sessions say themselves that they ended, when a resume goes on elsewhere. */
  readonly opinions = $derived(this.tree ? secondOpinions(this.tree) : []);
  readonly noted = $derived(new Set(this.opinions.map((o) => o.segment.id)));
  private readonly segments = $derived(new Map((this.tree?.segments ?? []).map((s) => [s.id, s])));
  private readonly sessions = $derived(new Map((this.tree?.sessions ?? []).map((s) => [s.id, s])));
  /** Sessions with more than one end: there it matters which of them Claude goes on from. */
  private readonly ends = $derived.by(() => {
    const ends = new Map<string, number>();
    for (const s of this.tree?.segments ?? [])
      if (s.leaf) ends.set(s.session, (ends.get(s.session) ?? 0) + 1);
    return ends;
  });
  /** The ways on from every segment, the newest first. */
  private readonly below = $derived.by(() => {
    const below = new Map<string, Segment[]>();
    for (const s of this.tree?.segments ?? []) {
      if (s.parent === null) continue;
      const list = below.get(s.parent);
      if (list) list.push(s);
      else below.set(s.parent, [s]);
    }
    for (const list of below.values()) list.sort((a, b) => Date.parse(b.end) - Date.parse(a.end));
    return below;
  });
  /** When somebody last went on below a segment. */
  private readonly newestEnd = $derived.by(() => {
    const out = new Map<string, number>();
    const ends = (this.tree?.segments ?? []).map((s) => ({ s, end: Date.parse(s.end) || 0 }));
    // The newest first, so that every segment is told once.
    ends.sort((a, b) => b.end - a.end);
    for (const { s, end } of ends)
      for (let up: Segment | null = s; up && !out.has(up.id); up = this.parentOf(up)) out.set(up.id, end);
    return out;
  });
  /** The row of every segment that is folded away. */
  private readonly foldOf = $derived(
    new Map(this.items.flatMap((item) => item.folded.map((s) => [s.id, item.id] as const))),
  );
  private readonly at = $derived(new Map(this.rows.map((row, i) => [row.item.id, i])));
  readonly hiddenByFilter = $derived.by(() => {
    let shown = 0;
    for (const item of this.items) shown += Math.max(1, item.folded.length);
    return (this.tree?.segments.length ?? 0) - shown;
  });
  readonly supersededCount = $derived((this.tree?.segments ?? []).filter((s) => s.superseded).length);
  readonly gitBranches = $derived([
    ...new Set((this.tree?.segments ?? []).map((s) => s.gitBranch).filter((b) => b !== '')),
  ]);
  readonly models = $derived([
    ...new Set((this.tree?.segments ?? []).map((s) => s.model).filter((m) => m !== '')),
  ]);
  readonly leafCount = $derived((this.tree?.segments ?? []).filter((s) => s.leaf).length);

  /** The hovered row, else the selected one: what the footer speaks of. */
  readonly spoken = $derived(this.row(this.hovered) ?? this.row(this.selected));

  private readonly parents = $derived(new Map(this.items.map((item) => [item.id, item.parent])));
  /** What stays bright while a row is pointed at, or reached by the keys: its ancestors and its descendants. */
  readonly lit = $derived.by((): ReadonlySet<string> | null => {
    if (this.rows.length < 2) return null;
    const start = this.index(this.hovered ?? (this.walked ? this.selected : null));
    const from = this.rows[start]?.item.id;
    if (from === undefined) return null;
    const lit = new Set<string>([from]);
    const { parents } = this;
    for (let id = parents.get(from); id; id = parents.get(id)) lit.add(id);
    const below = new Set<string>([from]);
    // Children always stand above their parents.
    for (let i = start - 1; i >= 0; i--) {
      const item = this.rows[i]?.item;
      if (item?.parent && below.has(item.parent)) {
        below.add(item.id);
        lit.add(item.id);
      }
    }
    return lit;
  });

  /** How many bright branches run in the bundle below each row, while a row is pointed at. */
  readonly litBundle = $derived.by((): Int32Array | null => {
    const { lit, rows } = this;
    if (lit === null || this.lanes <= MAX_LANES) return null;
    const bright = new Int32Array(rows.length + 1);
    rows.forEach((row, at) => {
      const { parent } = row.item;
      if (row.place.lane < MAX_LANES || parent === null || !lit.has(row.item.id) || !lit.has(parent)) return;
      bright[at] = (bright[at] ?? 0) + 1;
      const end = this.index(parent);
      bright[end] = (bright[end] ?? 0) - 1;
    });
    for (let at = 1; at < bright.length; at++) bright[at] = (bright[at] ?? 0) + (bright[at - 1] ?? 0);
    return bright;
  });

  segment(id: string | null): Segment | null {
    return id === null ? null : (this.segments.get(id) ?? null);
  }

  /**
   * What a node is called: a session that was given a title gives it to the first of its nodes,
   * every other node is called by the prompt that opens it.
   */
  titleOf(segment: Segment): string {
    const session = this.sessions.get(segment.session);
    const given =
      session !== undefined && ['custom-title', 'ai-title', 'summary'].includes(session.titleFrom);
    const opens = this.parentOf(segment)?.session !== segment.session;
    // The chat's own title stands above the tree already; a lone session may say it again.
    const said = session?.title === this.tree?.title && this.sessions.size > 1;
    if (given && opens && session.title !== '' && !said) return session.title;
    if (segment.edge === 'rewind' && segment.title !== '') return `“${segment.title.replace(/^“|”$/g, '')}”`;
    if (segment.title !== '') return segment.title;
    return onlyAgents(segment) ? 'Agents only' : 'Untitled';
  }

  parentOf(segment: Segment): Segment | null {
    return this.segment(segment.parent);
  }

  row(id: string | null): TreeRow | null {
    return id === null ? null : (this.rows[this.index(id)] ?? null);
  }

  index(id: string | null): number {
    return id === null ? -1 : (this.at.get(this.rowIdOf(id)) ?? -1);
  }

  /** The row that shows a segment: its own, or the fold it lies in. */
  rowIdOf(id: string): string {
    if (this.at.has(id)) return id;
    return this.foldOf.get(id) ?? id;
  }

  async open(chat: string): Promise<void> {
    if (this.trees.value?.id !== chat) {
      this.trees.forget();
      this.unfolded = new Set();
      this.showAll();
      this.selected = null;
      this.hovered = null;
      this.walked = false;
    }
    await this.trees.load(chat, (signal) => this.backend.chat(chat, signal));
  }

  /** No filter any more. */
  showAll(): void {
    this.filter = noFilter;
    this.finding = false;
    this.touched.clear();
  }

  toggleFold(id: string): void {
    const next = new Set(this.unfolded);
    if (!next.delete(id)) next.add(id);
    this.unfolded = next;
  }

  /** Whether a node should say that Claude resumes there: the newest leaf, and where there is a choice. */
  saysResume(row: TreeRow): boolean {
    const { segment } = row.item;
    if (!segment.resumesHere || !row.leaf || this.rows.length < 2) return false;
    return this.rows[0] === row || (this.ends.get(segment.session) ?? 0) > 1;
  }

  children(segment: Segment): Segment[] {
    return this.below.get(segment.id) ?? [];
  }

  /** A person goes on along this branch: from its split on it is meant from now on. */
  take(child: Segment): void {
    if (child.parent !== null) this.taken.set(child.parent, child.id);
  }

  /** The leaf that a person means by a segment: the way last taken, else the newest. It is shown, compared and resumed. */
  leafBelow(segment: Segment): Segment {
    const newest = this.newestEnd;
    let at = segment;
    const seen = new Set<string>();
    while (!seen.has(at.id)) {
      seen.add(at.id);
      const next = this.children(at);
      const chosen = next.find((s) => s.id === this.taken.get(at.id));
      const best = chosen ?? [...next].sort((a, b) => (newest.get(b.id) ?? 0) - (newest.get(a.id) ?? 0))[0];
      if (!best) return at;
      at = best;
    }
    return at;
  }

  /** The node at which a branch ends; while a session grows, the branch is ahead of the tree. */
  leafOf(branch: { session: string; tip: string } | null): Segment | null {
    const segments = this.tree?.segments ?? [];
    return (
      segments.find((s) => s.tip === branch?.tip) ??
      segments.find((s) => s.session === branch?.session && s.leaf && s.active) ??
      null
    );
  }

  /** The node at which a session goes on. */
  endOf(session: string): Segment | null {
    const own = this.tree?.segments.filter((s) => s.session === session) ?? [];
    return own.find((s) => s.resumesHere) ?? own.findLast((s) => s.active) ?? own.at(-1) ?? null;
  }

  /** The nodes from the root to a leaf. */
  pathTo(leaf: Segment | null): string[] {
    const path: string[] = [];
    const seen = new Set<string>();
    for (let s = leaf; s && !seen.has(s.id); s = this.parentOf(s)) {
      seen.add(s.id);
      path.unshift(s.id);
    }
    return path;
  }

  newestLeaf(): Segment | null {
    const leaves = (this.tree?.segments ?? []).filter((s) => s.leaf);
    return leaves.sort((a, b) => Date.parse(b.end) - Date.parse(a.end))[0] ?? this.tree?.segments[0] ?? null;
  }

  /** How many ways lead on from a row. */
  waysOn(id: string): number {
    return this.sets.get(id) ?? 0;
  }

  /** Where a key leads from a row; null when it leads nowhere. */
  step(from: string | null, to: TreeStep): TreeRow | null {
    const rows = this.rows;
    const at = this.index(from);
    const here = rows[at];
    if (!here) return rows[0] ?? null;
    switch (to) {
      case 'up':
        return rows[at - 1] ?? null;
      case 'down':
        return rows[at + 1] ?? null;
      case 'first':
        return rows[0] ?? null;
      case 'last':
        return rows.at(-1) ?? null;
      case 'parent':
        return this.row(here.item.parent);
      case 'child':
        return this.row(here.place.up?.edge ?? here.place.joins[0]?.edge ?? null);
      case 'branchUp':
        return this.sameBranch(rows.slice(0, at).reverse(), here);
      case 'branchDown':
        return this.sameBranch(rows.slice(at + 1), here);
      case 'nextLeaf':
        return rows.slice(at + 1).find((r) => r.leaf) ?? null;
      case 'previousLeaf':
        return rows.slice(0, at).findLast((r) => r.leaf) ?? null;
    }
  }

  private sameBranch(rows: TreeRow[], here: TreeRow): TreeRow | null {
    return rows.find((r) => r.place.branch === here.place.branch) ?? null;
  }
}

export type TreeStep =
  | 'up'
  | 'down'
  | 'first'
  | 'last'
  | 'parent'
  | 'child'
  | 'branchUp'
  | 'branchDown'
  | 'nextLeaf'
  | 'previousLeaf';

import type { Backend } from '../../lib/backend/backend';
import type { ChatTree, Segment, SessionInfo } from '../../lib/backend/types';
import { nextTask } from '../../lib/frames';
import { Resource } from '../../lib/resource.svelte';
import type { TreeFilter } from './fold';
import { foldTree, isFiltering, noFilter, onlyAgents } from './fold';
import { layout, MAX_LANES, SPREAD_LANES, type LayoutRow } from './layout';
import { litFrom, litInBundle } from './lit';
import { nearLanes, spansOf } from './near';
import { secondOpinions } from './opinions';
import type { TreeRow } from './rows';
import { TouchedState } from './touched.svelte';
import type { Begun } from '../resume/resume.svelte';
import { withWaiting } from './waiting';

/** A tree of so many rows takes longer than a frame to be laid out. */
const LARGE = 500;

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

  /** Its rows may stand in the page. */
  shown = $state(true);

  /** The sessions that were begun in this window. */
  private begun = $state.raw<readonly Begun[]>([]);

  /** A session was begun: it stands in the tree until its file does. */
  begin(begun: Begun): void {
    this.begun = [...this.begun.filter((b) => b.session !== begun.session), begun];
  }

  private readonly whole = $derived(
    this.trees.value && this.begun.length > 0
      ? withWaiting(this.trees.value, this.begun, Date.now())
      : this.trees.value,
  );

  get tree(): ChatTree | null {
    return this.whole;
  }

  get loading(): boolean {
    return this.trees.loading;
  }

  /** Why there is no tree. One that stands already stays: its chat may have been deleted while it is read. */
  get error(): string | null {
    return this.tree === null ? this.trees.error : null;
  }

  /** The chat that was asked for is not there any more. */
  get gone(): boolean {
    return this.tree === null && this.trees.failure?.code === 'not-found';
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
  /** The bundle is opened: each of its branches has a lane, and the graph is scrolled sideways. */
  spread = $state(false);
  /** How many lanes there are beside the bundle. */
  readonly maxLanes = $derived(this.spread ? SPREAD_LANES : MAX_LANES);
  private readonly drawn = $derived(layout(this.items));
  /** Of the rows in view the first one, and the one after the last; they decide who has a lane where these are few. */
  seen = $state.raw<readonly [from: number, to: number]>([0, 0]);
  private readonly spans = $derived(
    this.drawn.lanes > MAX_LANES ? spansOf(this.drawn.rows, this.items) : null,
  );
  private readonly near = $derived(this.spans && nearLanes(this.spans, ...this.seen, this.maxLanes));
  readonly lanes = $derived(Math.max(this.drawn.lanes, this.spread ? (this.near?.lanes ?? 0) : 0));
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
  /** When every segment ended. */
  private readonly ended = $derived(
    new Map((this.tree?.segments ?? []).map((s) => [s, Date.parse(s.end) || 0] as const)),
  );
  private readonly byEnd = (a: Segment, b: Segment) => (this.ended.get(b) ?? 0) - (this.ended.get(a) ?? 0);
  /** The ways on from every segment, the newest first. */
  private readonly below = $derived.by(() => {
    const below = new Map<string, Segment[]>();
    for (const s of this.tree?.segments ?? []) {
      if (s.parent === null) continue;
      const list = below.get(s.parent);
      if (list) list.push(s);
      else below.set(s.parent, [s]);
    }
    for (const list of below.values()) list.sort(this.byEnd);
    return below;
  });
  /** When somebody last went on below a segment. */
  private readonly newestEnd = $derived.by(() => {
    const out = new Map<string, number>();
    // The newest first, so that every segment is told once.
    for (const [s, end] of [...this.ended].sort((a, b) => b[1] - a[1]))
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
  /** There is one way through the chat, and something was asked on it. */
  readonly outlined = $derived.by(() => {
    const segments = this.tree?.segments ?? [];
    const asked = segments.some((s) => s.turns > 0);
    return asked && this.leafCount <= 1 && !this.showSuperseded && !isFiltering(this.filter);
  });
  readonly leafCount = $derived((this.tree?.segments ?? []).filter((s) => s.leaf).length);

  /** The hovered row, else the selected one: what the footer speaks of. */
  readonly spoken = $derived(this.row(this.hovered) ?? this.row(this.selected));

  /** What stays bright while a row is pointed at, or reached by the keys. */
  readonly lit = $derived(
    litFrom(this.rows, this.index(this.hovered ?? (this.walked ? this.selected : null))),
  );
  /** How many bright branches run in the bundle below each row, while a row is pointed at. */
  readonly litBundle = $derived(
    this.lit === null || this.lanes <= this.maxLanes
      ? null
      : litInBundle(
          this.rows,
          this.lit,
          (row) => this.inBundle(row),
          (id) => this.index(id),
        ),
  );

  /** How a row is drawn while it is in view. */
  place({ item, place }: TreeRow): LayoutRow {
    return this.near?.rows.get(item.id) ?? place;
  }

  /** The edge to its parent has no lane of its own. */
  private inBundle({ item, place }: TreeRow): boolean {
    return (this.near?.lane(item.id) ?? place.lane) >= this.maxLanes;
  }

  /** The branches that run in the bundle above or below the node of a row: what they are called, the newest first. */
  bundled(at: number, above: boolean): string[] {
    const names: string[] = [];
    for (let i = 0; i < this.rows.length; i++) {
      const row = this.rows[i] as TreeRow;
      const { item } = row;
      const end = item.parent === null ? -1 : this.index(item.parent);
      if (i > (above ? at - 1 : at) || end < (above ? at : at + 1) || !this.inBundle(row)) continue;
      names.push(this.titleOf(item.segment));
    }
    return names;
  }

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

  /** The session that begins with a segment, where it is a copy: another file is the primary one with its id. */
  copyAt(segment: Segment): SessionInfo | null {
    const session = this.sessions.get(segment.session);
    const opens = this.parentOf(segment)?.session !== segment.session;
    return session?.copyOf && opens ? session : null;
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
      this.spread = this.shown = false;
    }
    await this.trees.load(chat, (signal) => this.backend.chat(chat, signal));
    // To lay out a large tree, and to go to a place in it and to draw it, are tasks of their own.
    if (this.items.length > LARGE) await nextTask();
    this.shown = true;
  }

  /** Marks a node that was gone to; a filter that hides it is taken away. */
  reveal(id: string): void {
    this.selected = id;
    if (this.segment(id) && this.index(id) < 0) this.showAll();
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
    const segments = this.tree?.segments ?? [];
    return segments.filter((s) => s.leaf).sort(this.byEnd)[0] ?? segments[0] ?? null;
  }

  /** How many ways lead on from a row. */
  waysOn(id: string): number {
    return this.sets.get(id) ?? 0;
  }
}

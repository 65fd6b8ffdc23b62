import type { Backend } from '../../lib/backend/backend';
import type { ChatTree, Segment, SessionInfo } from '../../lib/backend/types';
import { nextTask } from '../../lib/frames';
import { clockNow } from '../../lib/time/clock.svelte';
import { m } from '../../lib/messages';
import { Resource } from '../../lib/resource.svelte';
import type { TreeFilter } from './fold';
import { foldTree, isFiltering, noFilter, onlyAgents } from './fold';
import { layout, MAX_LANES, SPREAD_LANES, type LayoutRow } from './layout';
import { highlightFrom, highlightedInBundle } from './highlight';
import { viewportLanes, spansOf } from './viewport-lanes';
import { lastPromptNotes } from './last-prompt-notes';
import type { TreeRow } from './rows';
import { TouchedState } from './touched.svelte';
import { type Begun, withPendingSessions } from './pending-sessions';
import type { Location } from '../place/location';
import type { Place } from '../place/place.svelte';

/** From this many rows on the layout takes longer than a frame. */
const LARGE = 500;

/** The tree of the open chat. */
export class TreeState {
  filter = $state.raw<TreeFilter>(noFilter);
  showSuperseded = $state(false);
  private unfolded = $state.raw<ReadonlySet<string>>(new Set());
  /** The row that the keys selected, until the thread follows; null if they rest. */
  walking = $state<string | null>(null);
  /** The selected row: the one that the thread shows, or where the keys are. */
  readonly selected = $derived.by(() => this.walking ?? this.location.here?.segment ?? null);
  hovered = $state<string | null>(null);
  /** True while the keys move the selection: the selected row is highlighted like a hovered one. */
  walked = $state(false);
  /** True while the field of "Find in tree" is shown. */
  finding = $state(false);
  /** The filter by file. */
  readonly touched: TouchedState;
  /** The branch last chosen at each fork: segment id to child segment id. */
  private readonly taken = new Map<string, string>();
  /** The chat whose tree is loaded or loading. */
  private chat: string | null = null;
  /** Resolves when the last requested tree was loaded, or failed. */
  protected reading = Promise.resolve();
  private readonly trees = new Resource<ChatTree>(undefined, () => {
    this.touched.follow();
    this.onread();
  });
  /** Called after a tree was loaded. */
  onread: () => void = () => undefined;

  constructor(
    private readonly backend: Backend,
    private readonly location: Place,
  ) {
    this.touched = new TouchedState(backend, this);
  }

  /** False while the rows must not be rendered yet. */
  shown = $state(true);

  /** The sessions that were started in this window. */
  private begun = $state.raw<readonly Begun[]>([]);

  /** Adds a session that was started; it is shown until its file exists. */
  begin(begun: Begun): void {
    this.begun = [...this.begun.filter((b) => b.session !== begun.session), begun];
  }

  private readonly whole = $derived(
    this.trees.value && this.begun.length > 0
      ? withPendingSessions(this.trees.value, this.begun, clockNow.now)
      : this.trees.value,
  );

  get tree(): ChatTree | null {
    return this.whole;
  }

  get loading(): boolean {
    return this.trees.loading;
  }

  /** Why there is no tree; null while an older tree is shown, whose chat may have been deleted. */
  get error(): string | null {
    return this.tree === null ? this.trees.error : null;
  }

  /** True if the chat no longer exists. */
  get gone(): boolean {
    return this.tree === null && this.trees.failure?.code === 'not-found';
  }

  readonly items = $derived(
    foldTree(
      this.tree?.segments ?? [],
      this.filter,
      // Rows found by name are shown, not folded.
      this.showSuperseded || this.filter.text.trim() !== '' ? 'all' : this.unfolded,
      (segment) => this.titleOf(segment),
    ),
  );
  /** True if the bundle is expanded: each of its branches has a lane, and the graph scrolls sideways. */
  spread = $state(false);
  /** The number of lanes without the bundle. */
  readonly maxLanes = $derived(this.spread ? SPREAD_LANES : MAX_LANES);
  private readonly drawn = $derived(layout(this.items));
  /** The half-open range of the rows in view, which get lanes first if there are too few. */
  seen = $state.raw<readonly [from: number, to: number]>([0, 0]);
  /** Whether branches share a line, or would without `spread`. */
  readonly bundles = $derived(this.drawn.lanes > MAX_LANES);
  private readonly spans = $derived(this.bundles ? spansOf(this.drawn.rows, this.items) : null);
  private readonly viewport = $derived(this.spans && viewportLanes(this.spans, ...this.seen, this.maxLanes));
  readonly lanes = $derived(Math.max(this.drawn.lanes, this.spread ? (this.viewport?.lanes ?? 0) : 0));
  /** The number of children by row id. */
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
          leaf: item.segment.leaf || (place.up === null && place.joins.length === 0),
          level: levels.get(place.id) ?? 1,
          among: [position, this.sets.get(item.parent) ?? 1],
          quiet: superseded && !newerElsewhere && alone && item.folded.length === 0,
        },
      ];
    });
  });
  /** The last-prompt records of sessions that contradict where a resume continues. */
  readonly lastPromptNotes = $derived(this.tree ? lastPromptNotes(this.tree) : []);
  readonly noted = $derived(new Set(this.lastPromptNotes.map((o) => o.segment.id)));
  private readonly segments = $derived(new Map((this.tree?.segments ?? []).map((s) => [s.id, s])));
  private readonly sessions = $derived(new Map((this.tree?.sessions ?? []).map((s) => [s.id, s])));
  /** The number of leaves by session: with more than one it matters which one Claude resumes. */
  private readonly ends = $derived.by(() => {
    const ends = new Map<string, number>();
    for (const s of this.tree?.segments ?? [])
      if (s.leaf) ends.set(s.session, (ends.get(s.session) ?? 0) + 1);
    return ends;
  });
  /** The end of every segment, in Unix milliseconds. */
  private readonly ended = $derived(
    new Map((this.tree?.segments ?? []).map((s) => [s, Date.parse(s.end) || 0] as const)),
  );
  private readonly byEnd = (a: Segment, b: Segment) => (this.ended.get(b) ?? 0) - (this.ended.get(a) ?? 0);
  /** The children of every segment, newest first. */
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
  /** The newest end below every segment, in Unix milliseconds. */
  private readonly newestEnd = $derived.by(() => {
    const out = new Map<string, number>();
    // Newest first, so that every segment is visited once.
    for (const [s, end] of [...this.ended].sort((a, b) => b[1] - a[1]))
      for (let up: Segment | null = s; up && !out.has(up.id); up = this.parentOf(up)) out.set(up.id, end);
    return out;
  });
  /** The row id of every folded segment. */
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
  /** True for a chat with a single branch and at least one turn. */
  readonly outlined = $derived.by(() => {
    const segments = this.tree?.segments ?? [];
    const asked = segments.some((s) => s.turns > 0);
    return asked && this.leafCount <= 1 && !this.showSuperseded && !isFiltering(this.filter);
  });
  readonly leafCount = $derived((this.tree?.segments ?? []).filter((s) => s.leaf).length);

  /** The row that the footer explains: the hovered one, else the selected one. */
  readonly spoken = $derived(this.row(this.hovered) ?? this.row(this.selected));

  /** The ids that stay bright while a row is hovered, or selected by the keys; null for all. */
  readonly highlighted = $derived(
    highlightFrom(this.rows, this.index(this.hovered ?? (this.walked ? this.selected : null))),
  );
  /** How many highlighted branches run in the bundle below each row; null if nothing is highlighted. */
  readonly highlightedInBundle = $derived(
    this.highlighted === null || this.lanes <= this.maxLanes
      ? null
      : highlightedInBundle(
          this.rows,
          this.highlighted,
          (row) => this.inBundle(row),
          (id) => this.index(id),
        ),
  );

  /** How a row is drawn while it is in view. */
  place({ item, place }: TreeRow): LayoutRow {
    return this.viewport?.rows.get(item.id) ?? place;
  }

  /** True if the edge to its parent runs in the bundle. */
  private inBundle({ item, place }: TreeRow): boolean {
    return (this.viewport?.lane(item.id) ?? place.lane) >= this.maxLanes;
  }

  /** The titles of the branches in the bundle above or below the node of a row, newest first. */
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

  /** The names that the person gave to branches, by the node with which they begin. */
  private readonly named = $derived(
    new Map(
      (this.tree?.notes ?? []).flatMap(({ of, segment, name }) =>
        of === 'branch' && segment && name !== '' ? [[segment, name] as const] : [],
      ),
    ),
  );

  segment(id: string | null): Segment | null {
    return id === null ? null : (this.segments.get(id) ?? null);
  }

  /**
   * The title of a node: the name that the person gave its branch. Else the first node of a session with a title has that title, all others have their first
   * prompt.
   */
  titleOf(segment: Segment): string {
    const own = this.named.get(segment.id);
    if (own !== undefined) return own;
    const session = this.sessions.get(segment.session);
    const given =
      session !== undefined && ['custom-title', 'ai-title', 'summary'].includes(session.titleFrom);
    const opens = this.parentOf(segment)?.session !== segment.session;
    // The chat's own title is already shown above the tree; a single session may repeat it.
    const said = session?.title === this.tree?.title && this.sessions.size > 1;
    if (given && opens && session.title !== '' && !said) return session.title;
    if (segment.edge === 'rewind' && segment.title !== '')
      return m.tree_quoted({ text: segment.title.replace(/^“|”$/g, '') });
    if (segment.title !== '') return segment.title;
    return onlyAgents(segment) ? m.chat_agents_only() : m.chat_untitled();
  }

  /** The session that starts with a segment, if it is a copy: another file is the primary one with its id. */
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

  /** The id of the row that shows a segment: its own, or its fold's. */
  rowIdOf(id: string): string {
    if (this.at.has(id)) return id;
    return this.foldOf.get(id) ?? id;
  }

  /**
   * Loads the tree of the current location's chat, and clears filters that hide its node. Must be called after
   * every move, with the location before it: a jump within the thread, whose node may be hidden, leaves the
   * filters alone.
   */
  follow(before: Pick<Location, 'segment'> | null): void {
    const { chat, here } = this.location;
    if (chat !== this.chat) {
      this.chat = chat;
      this.trees.forget();
      this.unfolded = new Set();
      this.showAll();
      this.hovered = this.walking = null;
      this.walked = this.spread = this.shown = false;
      if (chat !== null) this.reading = this.reload();
    } else if (this.error !== null && !this.loading) this.reading = this.reload();
    if (before === null || before.segment !== here?.segment) this.reveal();
  }

  /** Loads the tree again. */
  async reload(): Promise<void> {
    const { chat } = this;
    if (chat === null) return;
    await this.trees.follow(chat, (signal) => this.backend.chat(chat, signal));
    // Layout and rendering of a large tree run in separate tasks.
    if (this.items.length > LARGE) await nextTask();
    if (chat === this.chat) this.shown = true;
  }

  retry(): void {
    void this.trees.retry();
  }

  /** Clears the filters if they hide the selected node. */
  private reveal(): void {
    if (this.segment(this.selected) && this.index(this.selected) < 0) this.showAll();
  }

  /** Clears all filters. */
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

  /** Whether to mark a node as the one Claude resumes: the newest leaf, and leaves of sessions with several. */
  saysResume(row: TreeRow): boolean {
    const { segment } = row.item;
    if (!segment.resumesHere || !row.leaf || this.rows.length < 2) return false;
    return this.rows[0] === row || (this.ends.get(segment.session) ?? 0) > 1;
  }

  children(segment: Segment): Segment[] {
    return this.below.get(segment.id) ?? [];
  }

  /** Remembers a branch as the chosen one of its fork. */
  take(child: Segment): void {
    if (child.parent !== null) this.taken.set(child.parent, child.id);
  }

  /**
   * The leaf to show, compare and resume for a segment: along the chosen branches, else the newest. A session that
   * began without the segment's messages is on no branch of it.
   */
  leafBelow(segment: Segment): Segment {
    const newest = this.newestEnd;
    let at = segment;
    const seen = new Set<string>();
    while (!seen.has(at.id)) {
      seen.add(at.id);
      const next = this.children(at).filter((s) => !s.apart);
      const chosen = next.find((s) => s.id === this.taken.get(at.id));
      const best = chosen ?? [...next].sort((a, b) => (newest.get(b.id) ?? 0) - (newest.get(a.id) ?? 0))[0];
      if (!best) return at;
      at = best;
    }
    return at;
  }

  /** The last node of a branch; while a session grows, its tip may be newer than the tree. */
  leafOf(branch: { session: string; tip: string } | null): Segment | null {
    const segments = this.tree?.segments ?? [];
    return (
      segments.find((s) => s.tip === branch?.tip) ??
      segments.find((s) => s.session === branch?.session && s.leaf && s.active) ??
      null
    );
  }

  /** Whether the branch that ends at a record is the one on which its session continues. */
  isActive({ session, tip }: { session: string; tip: string }): boolean {
    return (this.tree?.segments ?? []).some(
      (s) => s.session === session && s.tip === tip && s.leaf && s.active,
    );
  }

  /** The node from which a session continues. */
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

  /** The nodes that begin without the messages of a branch that ends at a leaf, oldest first. */
  apartFrom(leaf: Segment | null): Segment[] {
    const found: Segment[] = [];
    const seen = new Set<string>();
    for (let at = leaf; at && !seen.has(at.id); at = at.apart ? null : this.parentOf(at)) {
      seen.add(at.id);
      found.push(...this.children(at).filter((s) => s.apart));
    }
    return found.reverse();
  }

  /** The node whose messages the branch that ends at a leaf began without; null for none. */
  apartOf(leaf: Segment | null): { from: Segment; by: Segment } | null {
    const seen = new Set<string>();
    for (let at = leaf; at && !seen.has(at.id); at = this.parentOf(at)) {
      seen.add(at.id);
      const from = at.apart ? this.parentOf(at) : null;
      if (from) return { from, by: at };
    }
    return null;
  }

  newestLeaf(): Segment | null {
    const segments = this.tree?.segments ?? [];
    return segments.filter((s) => s.leaf).sort(this.byEnd)[0] ?? segments[0] ?? null;
  }

  /** The number of children of a row. */
  waysOn(id: string): number {
    return this.sets.get(id) ?? 0;
  }
}

import type { Branches } from './branches';
import { foldTree, isFiltering, noFilter, type TreeFilter } from './fold';
import { highlightedInBundle, highlightFrom } from './highlight';
import { layout, type LayoutRow, MAX_LANES, SPREAD_LANES } from './layout';
import type { TreeRow } from './rows';
import { spansOf, viewportLanes } from './viewport-lanes';

/** The rows of a tree: filtered, folded, and laid out on lanes. */
export class TreeView {
  filter = $state.raw<TreeFilter>(noFilter);
  showSuperseded = $state(false);
  private unfolded = $state.raw<ReadonlySet<string>>(new Set());
  hovered = $state<string | null>(null);
  /** True while the keys move the selection: the selected row is highlighted like a hovered one. */
  walked = $state(false);
  /** True if the bundle is expanded: each of its branches has a lane, and the graph scrolls sideways. */
  spread = $state(false);
  /** The half-open range of the rows in view, which get lanes first if there are too few. */
  seen = $state.raw<readonly [from: number, to: number]>([0, 0]);

  constructor(private readonly of: { readonly branches: Branches; readonly selected: string | null }) {}

  readonly items = $derived.by(() =>
    foldTree(
      this.of.branches.segments,
      this.filter,
      // Rows found by name are shown, not folded.
      this.showSuperseded || this.filter.text.trim() !== '' ? 'all' : this.unfolded,
      (segment) => this.of.branches.titleOf(segment),
    ),
  );
  /** The number of lanes without the bundle. */
  readonly maxLanes = $derived(this.spread ? SPREAD_LANES : MAX_LANES);
  private readonly drawn = $derived(layout(this.items));
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
  /** The row id of every folded segment. */
  private readonly foldOf = $derived(
    new Map(this.items.flatMap((item) => item.folded.map((s) => [s.id, item.id] as const))),
  );
  private readonly at = $derived(new Map(this.rows.map((row, i) => [row.item.id, i])));
  readonly hiddenByFilter = $derived.by(() => {
    let shown = 0;
    for (const item of this.items) shown += Math.max(1, item.folded.length);
    return this.of.branches.segments.length - shown;
  });
  /** True for a chat with a single branch and at least one turn. */
  readonly outlined = $derived.by(() => {
    const { segments, leafCount } = this.of.branches;
    const asked = segments.some((s) => s.turns > 0);
    return asked && leafCount <= 1 && !this.showSuperseded && !isFiltering(this.filter);
  });

  /** The row that the footer explains: the hovered one, else the selected one. */
  readonly spoken = $derived.by(() => this.row(this.hovered) ?? this.row(this.of.selected));

  /** The ids that stay bright while a row is hovered, or selected by the keys; null for all. */
  readonly highlighted = $derived.by(() =>
    highlightFrom(this.rows, this.index(this.hovered ?? (this.walked ? this.of.selected : null))),
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
      names.push(this.of.branches.titleOf(item.segment));
    }
    return names;
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

  /** The number of children of a row. */
  waysOn(id: string): number {
    return this.sets.get(id) ?? 0;
  }

  /** Whether to mark a node as the one Claude resumes: the newest leaf, and leaves of sessions with several. */
  saysResume(row: TreeRow): boolean {
    const { segment } = row.item;
    if (!segment.resumesHere || !row.leaf || this.rows.length < 2) return false;
    return this.rows[0] === row || this.of.branches.hasLeaves(segment.session);
  }

  toggleFold(id: string): void {
    const next = new Set(this.unfolded);
    if (!next.delete(id)) next.add(id);
    this.unfolded = next;
  }

  /** Collapses and highlights nothing, for another chat. */
  reset(): void {
    this.unfolded = new Set();
    this.hovered = null;
    this.walked = this.spread = false;
  }
}

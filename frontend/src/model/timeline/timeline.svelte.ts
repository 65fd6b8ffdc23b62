import type { Backend } from '../../lib/backend/backend';
import type { Activity, ChatSummary } from '../../lib/backend/types';
import { Resource } from '../../lib/resource.svelte';
import type { SettingsState } from '../settings/settings.svelte';
import type { SidebarState } from '../chats/sidebar.svelte';
import type { Lane, LaneChat, TimelineRow } from './lanes';
import { chatsIn, extent, lanesOf, rowsOf } from './lanes';
import { parseView, viewText } from './kept';
import type { View } from './scale';
import { around, firstSpan, moved, occupied, snapped, spanName, within, widthOf, zoomed } from './scale';

/** The height of a row, in pixels. */
export const ROW = 26;
/** The initial cursor is scrolled into view if more rows than this are above it. */
const BELOW = 12;

/** The timeline: its visible range, and the selected one. */
export class TimelineState {
  open = $state(false);
  /** The visible range; null for all time. */
  view = $state.raw<View | null>(null);
  span = $state.raw<View | null>(null);
  /** Keys of collapsed projects, and of chats with all branches visible. */
  turned = $state.raw<ReadonlySet<string>>(new Set());
  /** The key of the row with the cursor. */
  cursor = $state<string | null>(null);
  /** The scroll offset. */
  top = 0;
  private readonly found = new Resource<Activity>(undefined, () => this.arrive());
  private remembered = false;
  /** Before the first activity is visible. */
  private first = true;
  /** It was opened, and its activity has not arrived yet. */
  private opening = false;
  /** The chat that was open when the cursor was last set. */
  private begunAt: string | null = null;

  constructor(
    private readonly backend: Backend,
    private readonly settings: SettingsState,
    private readonly sidebar: SidebarState,
    /** The chat that is open. */
    private readonly chat: () => string | null = () => null,
  ) {}

  readonly chats = $derived.by((): readonly LaneChat[] =>
    this.found.value ? lanesOf(this.found.value, this.sidebar.byId) : [],
  );
  readonly rows = $derived.by((): readonly TimelineRow[] => rowsOf(this.chats, this.turned));
  readonly all = $derived.by((): View | null => {
    const all = extent(this.chats);
    return all && around(all);
  });
  /** The visible range, resolved. */
  readonly visible = $derived.by((): View | null => this.view ?? this.all);
  /** The chats in the selected range. */
  readonly chosen = $derived.by((): readonly ChatSummary[] =>
    this.span ? chatsIn(this.chats, this.span).map(({ chat }) => chat) : [],
  );

  /** The ranges of all branches. */
  private get active(): readonly View[] {
    return this.chats.flatMap(({ lanes }) => lanes);
  }

  /** The height of a row, in pixels. */
  get rowHeight(): number {
    return ROW * this.settings.textScale;
  }

  get loading(): boolean {
    return this.found.loading && this.found.value === null;
  }

  get loaded(): boolean {
    return this.found.value !== null;
  }

  get error(): string | null {
    return this.found.value === null ? this.found.error : null;
  }

  show(): void {
    if (!this.remembered) this.remember();
    this.open = true;
    this.opening = true;
    void this.read();
  }

  close(): void {
    this.open = false;
    this.found.stop();
    this.keep();
  }

  /** Loads the activity; the old one is visible until then. */
  async read(): Promise<void> {
    await this.found.follow('', (signal) => this.backend.activity(signal));
  }

  /** Sets the initial range and cursor. */
  private arrive(): void {
    const first = firstSpan(this.chats.map(({ to }) => to));
    const chosen = this.first && this.all !== null && widthOf(this.all) > first * 1.25;
    if (chosen) this.spanOf(first);
    this.first = false;
    const open = this.chat();
    if (this.cursor === null || (this.opening && open !== this.begunAt)) this.begin(open, chosen);
    if (this.opening && this.view) this.view = occupied(this.view, this.active);
    this.opening = false;
  }

  /** Puts the cursor on the open chat, and scrolls its row and its time into view. */
  private begin(open: string | null, chosen: boolean): void {
    this.begunAt = open;
    const own = this.rows.findIndex((row) => row.type === 'lane' && row.lane.chat.id === open);
    const at = own >= 0 ? own : this.rows.findIndex((row) => row.type === 'lane');
    const row = this.rows[at];
    this.cursor = row?.key ?? null;
    if (at > BELOW) this.top = (at - BELOW / 2) * this.rowHeight;
    // A range that was left is kept if no chat is open.
    if (own < 0 && !chosen) return;
    this.bringIntoView(row);
  }

  /** Moves the cursor to a row, and the view to its time. */
  goTo(row: TimelineRow | undefined): void {
    this.cursor = row?.key ?? null;
    this.bringIntoView(row);
  }

  private bringIntoView(row: TimelineRow | undefined): void {
    const { visible } = this;
    if (row?.type === 'lane' && visible && (row.lane.to < visible.from || row.lane.from > visible.to))
      this.spanOf(widthOf(visible), row.lane);
  }

  /** Called when the history changed: reloads an open timeline. */
  heard(): void {
    if (this.open) void this.read();
  }

  /** The index of a row by its key; -1 if it is hidden. */
  at(key: string | null): number {
    return key === null ? -1 : this.rows.findIndex((row) => row.key === key);
  }

  /** Zooms around `at`; a factor below 1 zooms in. */
  zoom(factor: number, at: number): void {
    const { visible, all } = this;
    if (!visible || !all) return;
    const view = zoomed(visible, factor, at);
    // Zooming out is limited to all time.
    if (factor > 1 && widthOf(view) >= widthOf(all)) this.view = null;
    else this.view = occupied(within(view, all), this.active);
  }

  /** Moves the view by a share of its width. */
  pan(share: number): void {
    const { visible, all } = this;
    if (visible && all) this.view = within(moved(visible, (visible.to - visible.from) * share), all);
  }

  /** Shows a range of `ms`, around a lane or at the end. */
  spanOf(ms: number, near?: Lane): void {
    const { visible, all } = this;
    if (!visible || !all) return;
    const at = near
      ? Math.min(near.to, Math.max(near.from, (visible.from + visible.to) / 2))
      : (extent(this.chats)?.to ?? all.to);
    const view = near ? { from: at - ms / 2, to: at + ms / 2 } : { from: at - ms * 0.98, to: at + ms * 0.02 };
    this.view = occupied(within(view, all), this.active);
  }

  /** Shows all time. */
  fit(): void {
    this.view = null;
  }

  toggle(key: string): void {
    const next = new Set(this.turned);
    if (!next.delete(key)) next.add(key);
    this.turned = next;
  }

  /** Collapses all projects, or expands them if all are collapsed. */
  foldAll(): void {
    const keys = this.rows.flatMap((row) => (row.type === 'project' ? [row.key] : []));
    const next = new Set(this.turned);
    const folds = keys.some((key) => !next.has(key));
    for (const key of keys)
      if (folds) next.add(key);
      else next.delete(key);
    this.turned = next;
    this.cursor = keys[0] ?? this.cursor;
  }

  /** Selects a range, or none: the chat list is limited to it. */
  choose(span: View | null): void {
    this.span = span && snapped(span);
    this.sidebar.span = this.span
      ? { name: spanName(this.span), chats: new Set(this.chosen.map((chat) => chat.id)) }
      : null;
  }

  private remember(): void {
    this.remembered = true;
    const { timeline } = this.settings.value;
    if (timeline === '') return;
    this.first = false;
    this.view = parseView(timeline);
  }

  private keep(): void {
    const timeline = viewText(this.view);
    if (timeline !== this.settings.value.timeline) this.settings.set({ timeline });
  }
}

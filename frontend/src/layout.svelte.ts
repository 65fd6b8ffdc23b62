import { paneLimits, type SettingsState } from './features/settings/settings.svelte';

/** Below this width in pixels the chats stand aside, until they are asked for. */
const NARROW = 940;
/** Below this width there is room for the chats or for the tree beside a thread, not for both. */
const TIGHT = 820;
/** From this width in pixels the inspector stands beside the thread; below it lies over the thread. */
const WIDE = 1180;

/** The width of a window in which panes are as wide as usual. */
const USUAL = 1440;
/**
 * How many times as wide a pane gets by itself in a wide window. A thread keeps its measure and leaves its
 * room over; an outline and a tree have lines to fill it with, the names of chats have not.
 */
const GROWS = { sidebar: 1.5, tree: 2.25, inspector: 1.5 };

export type SidePane = 'sidebar' | 'tree';

/** Which panes are open, and how wide each is in a window of this width. */
export class LayoutState {
  /** The inner width of the window in pixels. */
  width = $state(1440);
  /** In a narrow window: the chats were asked for. */
  private asked = $state(false);
  /** What a pane was wide before it was closed; the settings keep 0 for a closed one. */
  private readonly before: Partial<Record<SidePane, number>> = {};

  constructor(private readonly settings: SettingsState) {}

  private readonly panes = $derived.by(() => this.settings.value.panes);
  readonly narrow = $derived(this.width < NARROW);
  readonly wide = $derived(this.width >= WIDE);
  readonly sidebarOpen = $derived(this.narrow ? this.asked : this.panes.sidebar > 0);
  /** The chats that were asked for stand where the tree would be. */
  private readonly instead = $derived(this.width < TIGHT && this.asked);
  readonly treeOpen = $derived(this.panes.tree > 0 && !this.instead);
  // A narrow window takes from the panes, never from the thread alone.
  readonly sidebar = $derived(this.fit('sidebar', 0.26));
  readonly tree = $derived(this.fit('tree', this.narrow && !this.sidebarOpen ? 0.42 : 0.36));
  /** What a search takes beside the width of the tree. */
  readonly search = $derived(this.narrow ? Math.max(0, this.width * 0.54 - this.tree) : this.sidebar);
  readonly inspector = $derived(this.fit('inspector', 0.26));

  isOpen(pane: SidePane): boolean {
    return pane === 'sidebar' ? this.sidebarOpen : this.treeOpen;
  }

  toggle(pane: SidePane): void {
    if (pane === 'sidebar' && this.narrow) {
      this.asked = !this.asked;
      return;
    }
    if (pane === 'tree' && this.instead) {
      this.asked = false;
      if (this.treeOpen) return;
    }
    const width = this.panes[pane];
    if (width > 0) this.before[pane] = width;
    this.settings.setPane(pane, width > 0 ? 0 : (this.before[pane] ?? paneLimits[pane].usual));
  }

  show(pane: SidePane): void {
    if (!this.isOpen(pane)) this.toggle(pane);
  }

  private fit(pane: keyof typeof paneLimits, share: number): number {
    const { min, usual } = paneLimits[pane];
    const wished = this.panes[pane] || usual;
    // A pane that nobody has moved grows with a wide window, and one that somebody has moved may have half of it.
    const width =
      wished === usual
        ? Math.min(usual * GROWS[pane], Math.max(usual, (usual * this.width) / USUAL))
        : wished;
    return Math.round(Math.min(width, Math.max(min, this.width * (this.width >= WIDE ? 0.5 : share))));
  }
}

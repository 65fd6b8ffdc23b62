import { paneLimits, type SettingsState } from '../settings/settings.svelte';

/** Below this width in pixels the chats are hidden until they are toggled. */
const NARROW = 940;
/** Below this width only one of chats and tree fits beside a thread. */
const TIGHT = 820;
/** From this width in pixels on the inspector is beside the thread; below, it overlaps the thread. */
const WIDE = 1180;

/** The width of a window in which panes have their default width. */
const USUAL = 1440;
/**
 * By which factor a pane may grow in a wide window. A thread keeps its line length and leaves room; an outline
 * and a tree have long lines to fill it, the titles of chats are shorter.
 */
const GROWS = { sidebar: 1.5, tree: 2.25, inspector: 1.5 };

export type SidePane = 'sidebar' | 'tree';

/** The open panes and their widths in a window of this width. */
export class LayoutState {
  /** The inner width of the window in pixels. */
  width = $state(1440);
  /** True if the chats were opened in a narrow window. */
  private asked = $state(false);
  /** The width of each pane before it was closed; the settings have 0 for a closed pane. */
  private readonly before: Partial<Record<SidePane, number>> = {};

  constructor(private readonly settings: SettingsState) {}

  private readonly panes = $derived.by(() => this.settings.value.panes);
  readonly narrow = $derived(this.width < NARROW);
  readonly wide = $derived(this.width >= WIDE);
  readonly sidebarOpen = $derived(this.narrow ? this.asked : this.panes.sidebar > 0);
  /** True if the chats replace the tree. */
  private readonly instead = $derived(this.width < TIGHT && this.asked);
  readonly treeOpen = $derived(this.panes.tree > 0 && !this.instead);
  // In a narrow window the panes shrink too, not only the thread.
  readonly sidebar = $derived(this.fit('sidebar', 0.26));
  readonly tree = $derived(this.fit('tree', this.narrow && !this.sidebarOpen ? 0.42 : 0.36));
  /** The width of search results in addition to that of the tree. */
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
    // A pane with its default width grows with a wide window; a resized one may take half of it.
    const width =
      wished === usual
        ? Math.min(usual * GROWS[pane], Math.max(usual, (usual * this.width) / USUAL))
        : wished;
    return Math.round(Math.min(width, Math.max(min, this.width * (this.width >= WIDE ? 0.5 : share))));
  }
}

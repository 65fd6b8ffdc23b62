import { isWritten } from '../keys/press';

export type PaneName = 'search' | 'find' | 'sidebar' | 'tree' | 'thread' | 'inspector';

/** The panes and boxes that can be focused. Each registers its own function for it. */
export class Panes {
  private readonly ways = new Map<PaneName, (written: string, keep: boolean) => void>();
  /** The number of focus requests, including those for panes that do not exist yet. */
  private focusRequest = 0;

  /** The pane to focus when it registers. */
  private pendingPane: PaneName | null = null;
  /** The keys typed for the box that is focused when it registers; null if a pane is awaited. */
  private bufferedKeys: string | null = null;
  /** The last focused pane. */
  private last: PaneName = 'thread';

  /** The pane that was focused last. */
  get current(): PaneName {
    return this.last;
  }

  /** Must be called when a pane gets the focus. */
  visit(name: string | undefined): void {
    if (name !== 'sidebar' && name !== 'tree' && name !== 'thread') return;
    this.last = name;
    this.bufferedKeys = null;
  }

  /**
   * Focuses a pane after a layer closed, the last one by default. It is no request of its own: a pane that is
   * awaited gets the focus when it is there.
   */
  back(name: PaneName = this.last): void {
    this.ways.get(this.ways.has(name) ? name : 'thread')?.('', false);
  }

  /** Registers the focus function of a pane. A box gets the text that was typed before it existed. */
  register(name: PaneName, focus: (written: string, keep: boolean) => void): () => void {
    this.ways.set(name, focus);
    if (this.pendingPane === name) this.focus(name, this.bufferedKeys ?? '');
    // A pane that was registered under the same name meanwhile stays.
    return () => {
      if (this.ways.get(name) === focus) this.ways.delete(name);
    };
  }

  /**
   * Removes the focus before a focused layer closes. Removing a focused element forces a layout of the
   * half-updated page.
   */
  letGo(): void {
    if (document.activeElement instanceof HTMLElement) document.activeElement.blur();
  }

  /** Focuses a pane. A box selects its text unless `keep`, so that typing replaces it. */
  focus(name: PaneName, written = '', keep = false): void {
    this.focusRequest++;
    this.pendingPane = this.bufferedKeys = null;
    this.ways.get(name)?.(written, keep);
  }

  /** Whether a pane exists and can be focused. */
  has(name: PaneName): boolean {
    return this.ways.has(name);
  }

  /** Focuses a pane that is just opening, now or when it registers. */
  focusWhenThere(name: PaneName): void {
    this.focus(name);
    if (!this.ways.has(name)) this.pendingPane = name;
  }

  /** Focuses a box that is just opening; keys typed before it registers are passed to it. */
  writeInto(box: PaneName): void {
    this.focusWhenThere(box);
    if (this.pendingPane !== null) this.bufferedKeys = '';
  }

  /** Must be called if the box does not open after all. */
  giveUp(box: PaneName): void {
    if (this.pendingPane === box) this.pendingPane = this.bufferedKeys = null;
  }

  /** Collects keys for a box that is opening, so that they trigger nothing else. Esc cancels it. */
  hear(event: KeyboardEvent): void {
    if (this.bufferedKeys === null || event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.key === 'Escape') {
      this.bufferedKeys = null;
      return;
    }
    if (isWritten(event)) this.bufferedKeys += event.key;
    else if (event.key === 'Backspace') this.bufferedKeys = this.bufferedKeys.slice(0, -1);
    event.preventDefault();
    event.stopPropagation();
  }

  /**
   * Focuses a pane after `opening` resolved, unless another focus request came later or it resolved to false.
   */
  async focusAfter(name: PaneName, opening: Promise<unknown>): Promise<void> {
    const request = ++this.focusRequest;
    const opened = await opening;
    if (opened !== false && request === this.focusRequest) this.focus(name);
  }
}

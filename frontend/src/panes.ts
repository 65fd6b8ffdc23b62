export type PaneName = 'filter' | 'search' | 'find' | 'sidebar' | 'tree' | 'thread' | 'inspector';

/** Where the keyboard can be sent. Each pane says itself how it takes the focus. */
export class Panes {
  private readonly ways = new Map<PaneName, () => void>();
  /** Counts where the keyboard was sent, also to a pane that is still to come. */
  private sent = 0;

  register(name: PaneName, focus: () => void): () => void {
    this.ways.set(name, focus);
    return () => this.ways.delete(name);
  }

  focus(name: PaneName): void {
    this.sent++;
    this.ways.get(name)?.();
  }

  /**
   * Sends the keyboard where something opens, once it is there; who has gone elsewhere meanwhile
   * stays there. What opens says false where it does not.
   */
  async focusAfter(name: PaneName, opening: Promise<unknown>): Promise<void> {
    const sent = ++this.sent;
    const opened = await opening;
    if (opened !== false && sent === this.sent) this.focus(name);
  }
}

export type PaneName = 'filter' | 'search' | 'find' | 'sidebar' | 'tree' | 'thread' | 'inspector';

/** Where the keyboard can be sent. Each pane says itself how it takes the focus. */
export class Panes {
  private readonly ways = new Map<PaneName, () => void>();

  register(name: PaneName, focus: () => void): () => void {
    this.ways.set(name, focus);
    return () => this.ways.delete(name);
  }

  focus(name: PaneName): void {
    this.ways.get(name)?.();
  }
}

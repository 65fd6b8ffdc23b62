import { isWritten } from './lib/keys/press';

export type PaneName = 'filter' | 'search' | 'find' | 'palette' | 'sidebar' | 'tree' | 'thread' | 'inspector';

/** Where the keyboard can be sent. Each pane says itself how it takes the focus. */
export class Panes {
  private readonly ways = new Map<PaneName, (written: string) => void>();
  /** Counts where the keyboard was sent, also to a pane that is still to come. */
  private sent = 0;

  /** The pane that the keyboard goes to when it comes. */
  private awaited: PaneName | null = null;
  /** What was written for the box that the keyboard goes to when it comes; null where that is no box. */
  private written: string | null = null;
  /** The pane that had the keyboard last. */
  private last: PaneName = 'thread';

  /** The keyboard has come to this pane. */
  visit(name: string | undefined): void {
    if (name !== 'sidebar' && name !== 'tree' && name !== 'thread') return;
    this.last = name;
    this.written = null;
  }

  /** Gives the keyboard back to the pane that had it, when what lay over it closes. */
  back(): void {
    this.focus(this.ways.has(this.last) ? this.last : 'thread');
  }

  /** How a pane takes the keyboard; a box is told what was written before it was there. */
  register(name: PaneName, focus: (written: string) => void): () => void {
    this.ways.set(name, focus);
    if (this.awaited === name) this.focus(name, this.written ?? '');
    // What has come in its place meanwhile stays.
    return () => {
      if (this.ways.get(name) === focus) this.ways.delete(name);
    };
  }

  /**
   * What has the keyboard closes now: it lets go first. An element that is removed with the
   * focus has the page laid out at once, while it is half changed.
   */
  letGo(): void {
    if (document.activeElement instanceof HTMLElement) document.activeElement.blur();
  }

  focus(name: PaneName, written = ''): void {
    this.sent++;
    this.awaited = this.written = null;
    this.ways.get(name)?.(written);
  }

  /** Sends the keyboard to a pane that is opened just now: at once, or when it is there. */
  focusWhenThere(name: PaneName): void {
    this.focus(name);
    if (!this.ways.has(name)) this.awaited = name;
  }

  /** Sends the keyboard to a box that is opened just now: what is written until it is there is for it. */
  writeInto(box: PaneName): void {
    this.focusWhenThere(box);
    if (this.awaited !== null) this.written = '';
  }

  /** The box that the keyboard was sent to does not come. */
  giveUp(box: PaneName): void {
    if (this.awaited === box) this.awaited = this.written = null;
  }

  /** A key is pressed: on its way to a box the keyboard means nothing else. Esc is the way out. */
  hear(event: KeyboardEvent): void {
    if (this.written === null || event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.key === 'Escape') {
      this.written = null;
      return;
    }
    if (isWritten(event)) this.written += event.key;
    else if (event.key === 'Backspace') this.written = this.written.slice(0, -1);
    event.preventDefault();
    event.stopPropagation();
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

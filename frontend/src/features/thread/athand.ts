import type { Row } from '../../lib/backend/types';

/** Which row an element shows, so that one menu and one key serve all of them. */
export class AtHand {
  private readonly rows = new WeakMap<Element, Row>();
  private pointed: Element | null = null;

  keep(node: Element, row: Row | undefined): void {
    if (row) this.rows.set(node, row);
    else this.rows.delete(node);
  }

  /** The innermost row at an element. */
  at(target: EventTarget | null): Row | null {
    for (let e = target instanceof Element ? target.closest('.row') : null; e;) {
      const row = this.rows.get(e);
      if (row) return row;
      e = e.parentElement?.closest('.row') ?? null;
    }
    return null;
  }

  private range: Range | null = null;

  /** What was selected last in the thread; the palette takes the page's selection, not this. */
  get selected(): Range | null {
    const range = this.range;
    return range && !range.collapsed && range.commonAncestorContainer.isConnected ? range : null;
  }

  /** The page's selection has changed: one in the thread is kept until there is another. */
  select(selection: Selection | null, thread: Element): void {
    if (!selection || selection.rangeCount === 0 || !thread.contains(selection.anchorNode)) return;
    this.range = selection.getRangeAt(0).cloneRange();
  }

  /** The pointer rests here. */
  point(target: EventTarget | null): void {
    this.pointed = target instanceof Element ? target.closest('.row') : null;
  }

  /** The row under the pointer, while it is still there. */
  get pointedAt(): Row | null {
    return this.pointed?.isConnected ? this.at(this.pointed) : null;
  }
}

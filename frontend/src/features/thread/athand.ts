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

  /** The pointer rests here. */
  point(target: EventTarget | null): void {
    this.pointed = target instanceof Element ? target.closest('.row') : null;
  }

  /** The row under the pointer, while it is still there. */
  get pointedAt(): Row | null {
    return this.pointed?.isConnected ? this.at(this.pointed) : null;
  }
}

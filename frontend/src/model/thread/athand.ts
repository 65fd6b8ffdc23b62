import type { Row } from '../../lib/backend/types';
import { rowsOf } from '../place/target';
import type { ThreadState } from './thread.svelte';

/** A row that started an agent, and its path. */
export interface AgentAt {
  row: Row;
  rows: readonly number[];
}

/** Maps elements to rows, so that one menu and one key serve all rows. */
export class AtHand {
  constructor(
    private readonly thread: ThreadState,
    private readonly layers: { readonly row: { row: Row } | null },
  ) {}

  private readonly rows = new WeakMap<Element, Row>();
  private readonly ids = new WeakMap<Element, string>();
  private pointed: Element | null = null;

  /** The element of the thread. */
  private view: Element | null = null;

  /** Sets the element of the thread; returns a function that detaches it. */
  attach(view: Element): () => void {
    this.view = view;
    return () => {
      if (this.view === view) this.view = null;
    };
  }

  /** The row of the last search result, if mounted. */
  get shown(): Row | null {
    return this.at(this.view?.querySelector('.row.shown') ?? null);
  }

  keep(node: Element, row: Row | undefined, id: string): void {
    this.ids.set(node, id);
    if (row) this.rows.set(node, row);
    else this.rows.delete(node);
  }

  /** Returns the innermost row at an element. */
  at(target: EventTarget | null): Row | null {
    for (let e = target instanceof Element ? target.closest('.row') : null; e;) {
      const row = this.rows.get(e);
      if (row) return row;
      e = e.parentElement?.closest('.row') ?? null;
    }
    return null;
  }

  /** Returns the agent of an element: the one its row started, else the enclosing one. */
  agentAt(target: EventTarget | null): AgentAt | null {
    const at = target instanceof Element ? target : null;
    // The cursor is on the item around a row.
    for (let e = at?.closest('.row') ?? (at?.matches('.item') ? at.querySelector('.row') : null); e;) {
      const row = this.rows.get(e);
      const id = this.ids.get(e);
      if (row?.sidechain && id !== undefined) return { row, rows: rowsOf(id) };
      e = e.parentElement?.closest('.row') ?? null;
    }
    return null;
  }

  /** The focused or pointed agent, else the first visible one. */
  get agentInView(): AgentAt | null {
    const { view } = this;
    const top = view?.getBoundingClientRect().top ?? 0;
    const end = view?.getBoundingClientRect().bottom ?? 0;
    const pointed = this.pointed?.isConnected ? this.agentAt(this.pointed) : null;
    const focused = view?.contains(document.activeElement) ? this.agentAt(document.activeElement) : null;
    if (focused ?? pointed) return focused ?? pointed;
    for (const row of view?.querySelectorAll('.row') ?? []) {
      const box = row.getBoundingClientRect();
      const agent = box.bottom > top && box.top < end ? this.agentAt(row) : null;
      if (agent) return agent;
    }
    return null;
  }

  private range: Range | null = null;

  /** The last selection in the thread; opening the search clears the page's selection, not this. */
  get selected(): Range | null {
    const range = this.range;
    return range && !range.collapsed && range.commonAncestorContainer.isConnected ? range : null;
  }

  /** Called when the page's selection changes; the last one in the thread is kept. */
  select(selection: Selection | null, thread: Element): void {
    if (!selection || selection.rangeCount === 0 || !thread.contains(selection.anchorNode)) return;
    this.range = selection.getRangeAt(0).cloneRange();
  }

  /** Called when the pointer rests on an element. */
  point(target: EventTarget | null): void {
    this.pointed = target instanceof Element ? target.closest('.row') : null;
  }

  /** The row of the open menu, or the pointed row. */
  get meant(): Row | null {
    return this.layers.row?.row ?? this.pointedAt;
  }

  /** The row that a command acts on: of the menu, pointer or cursor, else the first visible one. */
  get row(): Row | null {
    const { thread } = this;
    return this.meant ?? thread.row(thread.cursorRow ?? thread.scroll.topRow) ?? null;
  }

  /** The row under the pointer, while mounted. */
  get pointedAt(): Row | null {
    return this.pointed?.isConnected ? this.at(this.pointed) : null;
  }
}

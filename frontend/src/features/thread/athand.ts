import type { Row } from '../../lib/backend/types';
import { rowsOf } from './target';
import type { ThreadState } from './thread.svelte';

/** The row on which an agent was started, and the way to it. */
export interface AgentAt {
  row: Row;
  rows: readonly number[];
}

/** Which row an element shows, so that one menu and one key serve all of them. */
export class AtHand {
  constructor(
    private readonly thread: ThreadState,
    private readonly layers: { readonly row: { row: Row } | null },
  ) {}

  private readonly rows = new WeakMap<Element, Row>();
  private readonly ids = new WeakMap<Element, string>();
  private pointed: Element | null = null;

  /** Where the thread is drawn. */
  private view: Element | null = null;

  /** The thread is drawn here from now on; returns the way to say that it is not. */
  attach(view: Element): () => void {
    this.view = view;
    return () => {
      if (this.view === view) this.view = null;
    };
  }

  /** The row that was looked for last, where it is drawn. */
  get shown(): Row | null {
    return this.at(this.view?.querySelector('.row.shown') ?? null);
  }

  keep(node: Element, row: Row | undefined, id: string): void {
    this.ids.set(node, id);
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

  /** The agent that an element belongs to: the one that its row has started, else the one around it. */
  agentAt(target: EventTarget | null): AgentAt | null {
    const at = target instanceof Element ? target : null;
    // The keys stand on the item around a row.
    for (let e = at?.closest('.row') ?? (at?.matches('.item') ? at.querySelector('.row') : null); e;) {
      const row = this.rows.get(e);
      const id = this.ids.get(e);
      if (row?.sidechain && id !== undefined) return { row, rows: rowsOf(id) };
      e = e.parentElement?.closest('.row') ?? null;
    }
    return null;
  }

  /** The agent at the pointer or the keyboard, else the first in view. */
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

  /** The row whose menu is open, or that the pointer rests on. */
  get meant(): Row | null {
    return this.layers.row?.row ?? this.pointedAt;
  }

  /** The row that a command means: that of the menu, of the pointer, of the keys, else the first in view. */
  get row(): Row | null {
    const { thread } = this;
    return this.meant ?? thread.row(thread.cursorRow ?? thread.place.topRow) ?? null;
  }

  /** The row under the pointer, while it is still there. */
  get pointedAt(): Row | null {
    return this.pointed?.isConnected ? this.at(this.pointed) : null;
  }
}

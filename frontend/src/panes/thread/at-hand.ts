import { createContext, tick } from 'svelte';
import type { Row } from '../../lib/backend/types';
import type { AppState } from '../../model/app.svelte';
import { agentAbout, agentRef } from '../../model/place/agents';
import { rowsOf } from '../../model/place/target';
import type { AgentAt } from '../../model/shell/target';

/** Maps elements to rows, so that one menu and one key serve all rows. */
export class AtHand {
  constructor(private readonly app: Pick<AppState, 'layers' | 'nav' | 'panes' | 'thread'>) {
    app.thread.pointed = () => this.pointedAt;
  }

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

  /** Must be called for the element of each row. */
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

  /** The row under the pointer, while mounted. */
  private get pointedAt(): Row | null {
    return this.pointed?.isConnected ? this.at(this.pointed) : null;
  }

  /** The row that a command acts on: of the menu, pointer or cursor, else the first visible one. */
  get row(): Row | null {
    const { thread, layers } = this.app;
    return (
      layers.row?.row ?? this.pointedAt ?? thread.pages.row(thread.cursor.row ?? thread.scroll.topRow) ?? null
    );
  }

  /** The agent that a command acts on: of the menu's row, or the one at hand. */
  get agent(): AgentAt | null {
    const { layers } = this.app;
    return layers.row ? layers.row.agent : this.agentInView;
  }

  /** Opens an agent alone in the thread's pane. */
  async openAgent(agent: AgentAt | null): Promise<void> {
    const { describeTool } = await import('../../model/thread/tools'); // loaded with the thread's view
    const chain = agent?.row.sidechain;
    if (!agent || !chain) return;
    const { row } = agent;
    const asked = row.kind === 'tool' ? describeTool(row.tool, row.time ?? '', '').target : '';
    const about = asked || agentAbout(row);
    await this.keepKeys(
      this.app.nav.enter({ ref: agentRef(chain, agent.row), chain, about, rows: agent.rows }),
    );
  }

  /** Closes the innermost agent, or all but the first `depth`. */
  async leaveAgent(depth?: number): Promise<void> {
    if (this.app.thread.agents.length > 0) await this.keepKeys(this.app.nav.leave(depth));
  }

  /** Keeps the keyboard focus in the thread's pane. */
  private keepKeys(opening: Promise<boolean>): Promise<void> {
    const drawn = opening.then(async (opened) => {
      await tick();
      return opened;
    });
    return this.app.panes.focusAfter('thread', drawn);
  }
}

export const [useAtHand, provideAtHand] = createContext<AtHand>();

import type { Row } from '../../lib/backend/types';
import { pressed } from '../../lib/keys/press';
import type { AgentAt } from '../../model/shell/target';
import { stepItem } from './cursor';
import type { ThreadState } from '../../model/thread/thread.svelte';

/** The parts of the view that the thread's keys use. */
export interface ThreadKeysHost {
  readonly thread: ThreadState;
  /** Returns the id of the pane's command for a key. */
  meaning: (event: KeyboardEvent) => string | null;
  scroller: () => HTMLElement | null;
  /** The person takes over scrolling. */
  takeOver: () => void;
  /** Moves the cursor to an item. */
  stand: (item: number) => void;
  firstInView: () => number;
  enter: (agent: AgentAt) => void;
  leave: () => void;
  /** Goes to a row or to the end. */
  jump: (to: number | 'end') => void;
  openMenu: (menu: { row: Row; agent: AgentAt | null; x: number; y: number }) => void;
  /** The person expanded an item by a key: its contents come into view. */
  expanded: (item: number) => void;
  toTree: () => void;
}

/** Scroll distance of an arrow key in pixels, and of a page as a share of the view. */
const LINE = 60;
const PAGE = 0.86;

/** The thread's keys: they scroll, or move a cursor and act on its row. */
export class ThreadKeys {
  constructor(private readonly host: ThreadKeysHost) {}

  key(event: KeyboardEvent): void {
    const { thread, takeOver, leave } = this.host;
    const scroller = this.host.scroller();
    if (event.ctrlKey || event.metaKey || event.altKey || !scroller) return;
    takeOver();
    const meaning = this.host.meaning(event);
    if (meaning === 'agent-leave' && !event.defaultPrevented && thread.agents.length > 0) {
      event.preventDefault();
      leave();
      return;
    }
    const own = event.target instanceof Element && event.target.matches('.item');
    if (event.target !== scroller && !own) return;
    if (this.act(meaning, event) || this.scroll(event, scroller)) event.preventDefault();
  }

  /** Acts on the row at the cursor. Returns false for other keys. */
  private act(meaning: string | null, event: KeyboardEvent): boolean {
    const { thread, stand, firstInView, toTree } = this.host;
    const at = thread.cursor.item;
    const step = (by: 1 | -1) => {
      if (thread.items) stand(at < 0 ? firstInView() : stepItem(thread.items, at, by));
    };
    const key = pressed(event);
    if (meaning === 'thread-down') step(1);
    else if (meaning === 'thread-up') step(-1);
    else if (meaning === 'thread-open' && at >= 0) this.open(true);
    else if (meaning === 'thread-peek' && at >= 0) this.open(false);
    else if (meaning === 'thread-to-tree') toTree();
    else if (key === 'ContextMenu' || (key === 'F10' && event.shiftKey)) this.menu();
    else return false;
    return true;
  }

  private scroll(event: KeyboardEvent, scroller: HTMLElement): boolean {
    const page = scroller.clientHeight * PAGE;
    const scrolls: Record<string, number> = {
      ArrowDown: LINE,
      ArrowUp: -LINE,
      PageDown: page,
      PageUp: -page,
      ' ': event.shiftKey ? -page : page,
    };
    const key = pressed(event);
    const by = scrolls[key];
    if (by !== undefined) scroller.scrollBy({ top: by });
    else if (key === 'Home') this.host.jump(0);
    else if (key === 'End') this.host.jump('end');
    else return false;
    return true;
  }

  /** Expands or collapses the item at the cursor; `enter` opens its agent instead. */
  private open(enter: boolean): void {
    const { thread } = this.host;
    const item = thread.items?.at(thread.cursor.item);
    if (item?.type === 'fold') thread.opened.toggleFold(item.from);
    if (item?.type !== 'row') return;
    const row = thread.pages.row(item.row);
    if (enter && row?.sidechain) this.host.enter({ row, rows: [item.row] });
    else {
      thread.opened.toggle(`r${item.row}`);
      if (thread.opened.isOpen(`r${item.row}`)) this.host.expanded(thread.cursor.item);
    }
  }

  private menu(): void {
    const { thread } = this.host;
    const item = thread.items?.at(thread.cursor.item);
    const row = item?.type === 'row' ? thread.pages.row(item.row) : undefined;
    const drawn = this.host.scroller()?.querySelector(`.item[data-index='${thread.cursor.item}']`);
    const box = drawn?.getBoundingClientRect();
    if (item?.type !== 'row' || !row || !box) return;
    const agent = row.sidechain ? { row, rows: [item.row] } : null;
    this.host.openMenu({ row, agent, x: box.left + 40, y: Math.min(box.bottom, innerHeight - 40) });
  }
}

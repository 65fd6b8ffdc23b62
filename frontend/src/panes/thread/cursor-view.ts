import { whenDrawn } from '../../lib/frames';
import { isEditable } from '../../lib/keys/registry.svelte';
import type { VirtualList } from '../../lib/virtual/virtualizer.svelte';
import type { ThreadState } from '../../model/thread/thread.svelte';
import { alignItem, HEADER, holdItem, showExpanded } from './aligning';

/** Scrolls the thread to the item at its cursor, and keeps that in place while others change. */
export class CursorView {
  /** The key of the item that the view followed the cursor to last. */
  private followed = -1;
  private ended = () => {};
  private cancel = () => {};

  constructor(
    private readonly thread: ThreadState,
    private readonly list: VirtualList,
    private readonly scroller: () => HTMLElement | null,
  ) {}

  /**
   * Scrolls to the item at the cursor and focuses it, which is what a screen reader reads. Does nothing
   * if the cursor is at the same item, which other items have moved.
   */
  follow(at: number): void {
    const key = at < 0 ? -1 : (this.thread.items?.keyAt(at) ?? -1);
    if (key === this.followed) return;
    this.followed = key;
    this.cancel();
    if (key === -1) return;
    this.list.scrollToIndex(at, this.thread.cursor.align === 'third' ? 'center' : 'auto');
    this.cancel = whenDrawn(() => this.focus(key));
  }

  /** Brings an item into view that the person expanded by a key. */
  expanded(at: number): void {
    whenDrawn(() => {
      const [view, item] = [this.scroller(), this.item(at)];
      if (view && item) showExpanded(view, item);
    });
  }

  /**
   * Keeps the item at the cursor in place, else the first one in view, while all others change. Called
   * before the page changes: the list is of the new items already, the elements are of the old ones.
   */
  hold(): void {
    const view = this.scroller();
    if (!view) return;
    const under = view.getBoundingClientRect().top;
    const drawn = [...view.querySelectorAll<HTMLElement>('.item')];
    const item =
      drawn.find((each) => each.matches('.cursor')) ??
      drawn.find((each) => each.getBoundingClientRect().bottom > under + HEADER);
    if (!item) return;
    const { key } = item.dataset;
    this.release();
    this.ended = holdItem(
      view,
      () => view.querySelector(`.item[data-key='${key ?? ''}']`),
      item.getBoundingClientRect().top - under,
    );
  }

  /** Called when the person scrolls. */
  release(): void {
    this.ended();
  }

  /** Called when the view is closed. */
  leave(): void {
    this.ended();
    this.cancel();
  }

  private focus(key: number): void {
    const at = this.thread.cursor.item;
    const [view, item] = [this.scroller(), this.item(at)];
    if (!view || !item || this.thread.items?.keyAt(at) !== key) return;
    alignItem(view, item, this.thread.cursor.align);
    // Someone who types, in the find bar for instance, keeps the keyboard.
    const { activeElement } = document;
    if (!item.contains(activeElement) && !isEditable(activeElement)) item.focus({ preventScroll: true });
  }

  private item(at: number): HTMLElement | null {
    return this.scroller()?.querySelector<HTMLElement>(`.item[data-index='${at}']`) ?? null;
  }
}

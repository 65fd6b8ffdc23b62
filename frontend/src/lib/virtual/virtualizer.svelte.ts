import type { VirtualItem } from '@tanstack/virtual-core';
import { Virtualizer, elementScroll, observeElementOffset, observeElementRect } from '@tanstack/virtual-core';
import { untrack } from 'svelte';

export interface VirtualOptions {
  count: number;
  scrollElement: HTMLElement | null;
  estimate: (index: number) => number;
  key: (index: number) => string;
  overscan?: number;
  paddingStart?: number;
  paddingEnd?: number;
}

export interface VirtualList {
  readonly items: VirtualItem[];
  readonly total: number;
  readonly offset: number;
  /** An attachment for rows whose height is only known once they stand in the page. */
  measure(node: HTMLElement): void;
  /** Forgets every measured height: the estimates changed. */
  remeasure(): void;
  scrollToIndex(index: number, align?: 'start' | 'center' | 'end' | 'auto'): void;
  indexAt(offset: number): number;
  startOf(index: number): number;
}

/**
 * Runes around @tanstack/virtual-core. Call it while a component initialises; the options are read
 * again whenever something in them changes.
 */
export function createVirtualList(read: () => VirtualOptions): VirtualList {
  let count = 0;
  let version = $state(0);
  const bump = () => {
    version = ++count;
  };
  const options = (o: VirtualOptions) => ({
    count: o.count,
    getScrollElement: () => o.scrollElement,
    estimateSize: o.estimate,
    getItemKey: o.key,
    overscan: o.overscan ?? 6,
    paddingStart: o.paddingStart ?? 0,
    paddingEnd: o.paddingEnd ?? 0,
    scrollToFn: elementScroll,
    observeElementRect,
    observeElementOffset,
    onChange: bump,
  });
  const list = new Virtualizer<HTMLElement, HTMLElement>(untrack(() => options(read())));

  // Before the page is drawn, so that no row of the old options is drawn with the new data.
  $effect.pre(() => {
    const next = options(read());
    untrack(() => {
      list.setOptions(next);
      bump();
    });
  });
  // Again after it is drawn: only now is the scrolling element known.
  $effect(() => {
    const next = options(read());
    untrack(() => {
      list.setOptions(next);
      list._willUpdate();
    });
  });
  $effect(() => list._didMount());

  // Estimates read the caller's state: asking the list must not make the asker depend on it.
  return {
    get items() {
      void version;
      return untrack(() => list.getVirtualItems());
    },
    get total() {
      void version;
      return untrack(() => list.getTotalSize());
    },
    get offset() {
      void version;
      return list.scrollOffset ?? 0;
    },
    measure: (node) => untrack(() => list.measureElement(node)),
    remeasure: () => untrack(() => list.measure()),
    scrollToIndex: (index, align = 'auto') => untrack(() => list.scrollToIndex(index, { align })),
    indexAt: (offset) => untrack(() => list.getVirtualItemForOffset(offset)?.index ?? 0),
    startOf: (index) => list.measurementsCache[index]?.start ?? 0,
  };
}

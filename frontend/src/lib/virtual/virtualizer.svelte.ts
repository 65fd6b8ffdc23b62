import type { Range, Rect, VirtualItem } from '@tanstack/virtual-core';
import {
  Virtualizer,
  defaultRangeExtractor,
  elementScroll,
  measureElement,
  observeElementOffset,
  observeElementRect,
} from '@tanstack/virtual-core';
import { onDestroy, untrack } from 'svelte';
import { whenDrawn } from '../frames';
import { TALLEST, TallScroller } from './tall';

export interface VirtualOptions {
  count: number;
  scrollElement: HTMLElement | null;
  /** A new function for heights or keys means another list, which is laid out again. */
  estimate: (index: number) => number;
  key: (index: number) => string | number;
  overscan?: number;
  /** The height of the scrolling element until it is in the page. */
  height?: number;
  paddingStart?: number;
  paddingEnd?: number;
  /** The covered height at the top of the view; rows are scrolled to below it. */
  covered?: number;
  /** The initial scroll offset, computed from the starts of rows and the total height. */
  startAt?: (startOf: (index: number) => number, total: number) => number;
  /** Rows that are always rendered: few, and in any order. */
  keep?: readonly number[];
  /** Keeps the rows in view in place when rows above them change, except at the very top. */
  stay?: boolean;
}

type Key = VirtualItem['key'];

export interface VirtualList {
  /** The rendered rows, with their start in the element that contains the rows. */
  readonly items: readonly VirtualItem[];
  /** The height of the list, in the coordinates of row starts and scroll offsets. */
  readonly total: number;
  /** The height for the element that contains the rows. */
  readonly height: number;
  readonly offset: number;
  /** The first and the last rendered row in or near the view. */
  readonly around: readonly [number, number] | null;
  /** An attachment for rows whose height has to be measured. */
  measure(node: HTMLElement): void;
  /** `into`: the number of pixels of the row above the top of the view, with align "start". */
  scrollToIndex(index: number, align?: 'start' | 'center' | 'end' | 'auto', into?: number): void;
  scrollToEnd(): void;
  indexAt(offset: number): number;
  startOf(index: number): number;
}

/**
 * Wraps @tanstack/virtual-core in runes. Must be called while a component initialises; the options are read
 * again whenever they change.
 */
export function createVirtualList(read: () => VirtualOptions): VirtualList {
  let count = 0;
  let version = $state(0);
  let around: [number, number] | null = null;
  const bump = () => {
    version = ++count;
  };
  // The layout is computed lazily, not after every measured row: each change moves all rows that follow.
  let laidOut = 0;
  let stale = true;
  const changed = () => {
    stale = true;
    bump();
  };
  const layOut = () => {
    if (stale) laidOut = list.getTotalSize();
    stale = false;
    return laidOut;
  };
  let scroller: TallScroller | null = null;
  const scrollerOf = ({ scrollElement }: VirtualOptions) => {
    if (scroller?.element !== scrollElement) {
      scroller?.release();
      scroller = scrollElement && new TallScroller(scrollElement, () => laidOut, bump);
    }
    return scroller;
  };
  onDestroy(() => scroller?.release());
  const options = (o: VirtualOptions) => ({
    count: o.count,
    // It has every member that the library uses.
    getScrollElement: () => scrollerOf(o) as unknown as HTMLElement | null,
    estimateSize: o.estimate,
    getItemKey: o.key,
    overscan: o.overscan ?? 6,
    rangeExtractor: (range: Range) => {
      const near = defaultRangeExtractor(range);
      around = [near[0] ?? 0, near.at(-1) ?? 0];
      const far = (o.keep ?? []).filter((i) => i < o.count && (i < (near[0] ?? 0) || i > (near.at(-1) ?? 0)));
      return far.length === 0 ? near : [...new Set([...near, ...far])].sort((a, b) => a - b);
    },
    paddingStart: o.paddingStart ?? 0,
    paddingEnd: o.paddingEnd ?? 0,
    scrollPaddingStart: o.covered ?? 0,
    initialRect: { width: 0, height: o.height ?? 0 },
    initialOffset: () => {
      const total = layOut();
      return o.startAt?.((index) => list.measurementsCache[index]?.start ?? 0, total) ?? 0;
    },
    scrollToFn: elementScroll,
    observeElementRect: (of: Virtualizer<HTMLElement, HTMLElement>, hear: (rect: Rect) => void) => {
      const seen = Object.create(of) as typeof of; // observes the size of the element itself
      seen.scrollElement = o.scrollElement;
      return observeElementRect(seen, hear);
    },
    observeElementOffset,
    measureElement: (node: HTMLElement, entry: ResizeObserverEntry | undefined, of: typeof list) => {
      const width = entry?.borderBoxSize[0]?.inlineSize ?? node.offsetWidth;
      const reflowed = (widths.get(node) ?? width) !== width;
      widths.set(node, width);
      of.shouldAdjustScrollPositionOnItemSizeChange = reflowed ? keepsPlace : undefined;
      const height = measureElement(node, entry, of);
      // The library does not store a height equal to the estimate: the next estimate would replace it.
      const index = of.indexFromElement(node);
      const key = o.key(index);
      if (!of.itemSizeCache.has(key) && height === o.estimate(index)) of.itemSizeCache.set(key, height);
      return height;
    },
    onChange: changed,
  });
  const list: Virtualizer<HTMLElement, HTMLElement> = new Virtualizer<HTMLElement, HTMLElement>(
    untrack(() => options(read())),
  );

  // The library notices the scroll with the next frame, so its offset is set here.
  const moveTo = (of: TallScroller, top: number) => {
    of.scrollTo({ top });
    list.scrollOffset = of.scrollTop;
  };

  // The jump into a row that waits for its row to be reached.
  let cancelInto = () => {};
  onDestroy(() => cancelInto());

  // Every row has another height in a list of another width. The row at the top of the view stays there,
  // with the same fraction of it above the top.
  const widths = new WeakMap<Element, number>();
  let passed = 0;
  const keepsPlace = ({ start, end, size }: VirtualItem, by: number): boolean => {
    const top = list.scrollOffset ?? 0;
    if (end <= top) return true;
    if (start >= top) return false;
    // After all rows are measured, because the library adjusts relative to its old offset.
    if (passed === 0)
      queueMicrotask(() => {
        if (scroller) moveTo(scroller, scroller.scrollTop + passed);
        passed = 0;
      });
    passed += (by * (top - start)) / size;
    return false;
  };

  const isInView = (index: number): boolean => {
    layOut();
    const row = list.measurementsCache[index];
    const top = list.scrollOffset ?? 0;
    const from = top + list.options.scrollPaddingStart;
    return row !== undefined && row.start >= from && row.end <= top + (list.scrollRect?.height ?? 0);
  };

  // The rows in view before the list changed, by key, and the scroll position.
  let held: Map<Key, { index: number; start: number }> | null = null;
  let heldAt = 0;
  const hold = () => {
    const from = list.scrollOffset ?? 0;
    // At the very top nothing is held; reading the scroll position would force a layout.
    if (held === null) heldAt = from > 0 ? (scroller?.scrollTop ?? from) : 0;
    const to = from + (list.scrollRect?.height ?? 0);
    const inView = list.getVirtualItems().filter((item) => item.end > from && item.start < to);
    held ??= new Map(from > 0 ? inView.map((item) => [item.key, item]) : []);
    // Only until the page is rendered, which is at once. If only the scrolling element changed, it is rendered
    // already, and the held rows must not be used for a later change.
    queueMicrotask(() => (held = null));
  };
  // The median shift of the held rows, so that a single moved row has no effect.
  const stay = (o: VirtualOptions) => {
    const before = held;
    held = null;
    if (!before || before.size === 0) return;
    layOut();
    const moved: number[] = [];
    const found = (i: number, key: Key, start: number) => {
      moved.push((list.measurementsCache[i]?.start ?? start) - start);
      before.delete(key);
    };
    for (const [key, { index, start }] of [...before])
      if (index < o.count && o.key(index) === key) found(index, key, start);
    for (let i = 0; i < o.count && before.size > 0; i++) {
      const key = o.key(i);
      const was = before.get(key);
      if (was) found(i, key, was.start);
    }
    const by = moved.sort((a, b) => a - b)[moved.length >> 1] ?? 0;
    // Not from the current position: an element that shrank was scrolled by that.
    if (Math.abs(by) >= 1 && scroller) moveTo(scroller, heldAt + by);
  };

  // Before rendering, so that no row of the old options is rendered with the new data.
  $effect.pre(() => {
    const wanted = read();
    const next = options(wanted);
    untrack(() => {
      if (wanted.stay) hold();
      list.setOptions(next);
      changed();
    });
  });
  $effect.pre(() => {
    void version;
    untrack(() => {
      layOut();
      scroller?.resized();
    });
  });
  // Again after rendering, when the scrolling element is known.
  $effect(() => {
    const wanted = read();
    const next = options(wanted);
    untrack(() => {
      list.setOptions(next);
      stale = true;
      list._willUpdate();
      if (wanted.stay) stay(wanted);
    });
  });
  $effect(() => list._didMount());

  // Estimates read the caller's state: untracked, so that readers of the list do not depend on it.
  return {
    get items() {
      void version;
      const items = untrack(() => list.getVirtualItems());
      const shift = scroller?.shift ?? 0;
      return shift === 0 ? items : items.map((item) => ({ ...item, start: item.start - shift }));
    },
    get height() {
      void version;
      return Math.min(TALLEST, untrack(layOut));
    },
    get total() {
      void version;
      return untrack(layOut);
    },
    get offset() {
      void version;
      return list.scrollOffset ?? 0;
    },
    get around() {
      void version;
      untrack(() => list.getVirtualItems());
      return around;
    },
    measure: (node) => untrack(() => list.measureElement(node)),
    scrollToIndex: (index, align = 'auto', into = 0) =>
      untrack(() => {
        // No scrolling for a row in view: it would force a layout.
        if (align === 'auto' && into === 0 && isInView(index)) return;
        cancelInto();
        list.scrollToIndex(index, { align });
        // The library only scrolls to the start of rows, and corrects the position in the next frames.
        if (into !== 0)
          cancelInto = whenDrawn(() => {
            if (scroller) moveTo(scroller, scroller.scrollTop + into);
          });
      }),
    scrollToEnd: () =>
      untrack(() => {
        cancelInto();
        list.scrollToEnd();
      }),
    indexAt: (offset) => untrack(() => list.getVirtualItemForOffset(offset)?.index ?? 0),
    startOf: (index) => {
      untrack(layOut);
      return list.measurementsCache[index]?.start ?? 0;
    },
  };
}

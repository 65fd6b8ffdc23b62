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
  /** Another function for the heights or the keys is another list: all of it is laid out anew. */
  estimate: (index: number) => number;
  key: (index: number) => string | number;
  overscan?: number;
  /** How high it is taken to be until it stands in the page. */
  height?: number;
  paddingStart?: number;
  paddingEnd?: number;
  /** How much of the view's top is covered: what is scrolled to comes out below it. */
  covered?: number;
  /** Where it is scrolled to when it is drawn first, by where its rows start and where they end. */
  startAt?: (startOf: (index: number) => number, total: number) => number;
  /** Rows that stay drawn wherever it is scrolled to: few, and in any order. */
  keep?: readonly number[];
  /** What is in view stays where it is when rows come or go above it; at the very top it does not. */
  stay?: boolean;
}

type Key = VirtualItem['key'];

export interface VirtualList {
  /** What is drawn, with where it starts within the element that holds the rows. */
  readonly items: readonly VirtualItem[];
  /** How high all of it is, in which rows start and to which it is scrolled. */
  readonly total: number;
  /** How high the element is to be that holds the rows. */
  readonly height: number;
  readonly offset: number;
  /** The first and the last row that are drawn for being in view or near it. */
  readonly around: readonly [number, number] | null;
  /** An attachment for rows whose height is only known once they stand in the page. */
  measure(node: HTMLElement): void;
  /** `into`: so many pixels of the row are passed already, where it is to start at the top. */
  scrollToIndex(index: number, align?: 'start' | 'center' | 'end' | 'auto', into?: number): void;
  scrollToEnd(): void;
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
  let around: [number, number] | null = null;
  const bump = () => {
    version = ++count;
  };
  // Rows are laid out when somebody looks at them, not after each of a screen of rows that is measured: all
  // that follow a changed one are laid out anew.
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
    // All that is asked of it is there.
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
      const seen = Object.create(of) as typeof of; // its size is observed at the element itself
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
      // The library keeps no height that is as estimated: the next estimate would take its place.
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

  // The library hears of it with the next frame, and counts from what it knows until then.
  const moveTo = (of: TallScroller, top: number) => {
    of.scrollTo({ top });
    list.scrollOffset = of.scrollTop;
  };

  // In a list of another width every row has another height. What stands at the top of the view
  // stays there: of a row that reaches above it the share that was passed stays passed.
  const widths = new WeakMap<Element, number>();
  let passed = 0;
  const keepsPlace = ({ start, end, size }: VirtualItem, by: number): boolean => {
    const top = list.scrollOffset ?? 0;
    if (end <= top) return true;
    if (start >= top) return false;
    // When all of them are measured: the library's own steps are counted from where it was.
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

  // What was in view before the list changed, by key, and where that was.
  let held: Map<Key, { index: number; start: number }> | null = null;
  let heldAt = 0;
  const hold = () => {
    const from = list.scrollOffset ?? 0;
    // At the very top nothing is held; to ask the page where it is would lay it out.
    if (held === null) heldAt = from > 0 ? (scroller?.scrollTop ?? from) : 0;
    const to = from + (list.scrollRect?.height ?? 0);
    const inView = list.getVirtualItems().filter((item) => item.end > from && item.start < to);
    held ??= new Map(from > 0 ? inView.map((item) => [item.key, item]) : []);
    // Until the page is drawn anew, which is at once. Where only the scrolling element has come it is
    // drawn already: what is held then would be taken for what a later list was before.
    queueMicrotask(() => (held = null));
  };
  // Most of it stays: a row that alone went elsewhere takes nobody along.
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
    // Not from where it is now: an element that became lower was scrolled by that.
    if (Math.abs(by) >= 1 && scroller) moveTo(scroller, heldAt + by);
  };

  // Before the page is drawn, so that no row of the old options is drawn with the new data.
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
  // Again after it is drawn: only now is the scrolling element known.
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

  // Estimates read the caller's state: asking the list must not make the asker depend on it.
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
        // What is in view already needs no scrolling, which would have the page laid out at once.
        if (align === 'auto' && into === 0 && isInView(index)) return;
        list.scrollToIndex(index, { align });
        // The library goes to the start of rows only, and looks again where they stand with the next frames.
        if (into !== 0)
          whenDrawn(() => {
            if (scroller) moveTo(scroller, scroller.scrollTop + into);
          });
      }),
    scrollToEnd: () => untrack(() => list.scrollToEnd()),
    indexAt: (offset) => untrack(() => list.getVirtualItemForOffset(offset)?.index ?? 0),
    startOf: (index) => {
      untrack(layOut);
      return list.measurementsCache[index]?.start ?? 0;
    },
  };
}

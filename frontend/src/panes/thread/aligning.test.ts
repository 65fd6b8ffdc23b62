import { expect, it, vi } from 'vitest';
import { alignItem, holdItem, showExpanded } from './aligning';

/** A view of 300 pixels that begins at 100, and an item in it at this offset. */
function page(top: number, height: number) {
  const scroller = document.createElement('div');
  const item = document.createElement('p');
  const at = { top: 100 + top };
  scroller.getBoundingClientRect = () => new DOMRect(0, 100, 500, 300);
  item.getBoundingClientRect = () => new DOMRect(0, at.top, 500, height);
  const scrolled = vi.fn(({ top: by = 0 }: ScrollToOptions = {}) => void (at.top -= by));
  scroller.scrollBy = scrolled as typeof scroller.scrollBy;
  return { scroller, item, at, offset: () => at.top - 100 };
}

it.each([
  ['in view', 200, 30, 'nearest', 200],
  ['under the header', 10, 30, 'nearest', 40],
  ['higher than the view', 200, 900, 'nearest', 40],
  ['on the last line', 270, 30, 'third', 100],
  ['at the top', 0, 30, 'third', 100],
  ['higher than the view, too', 270, 900, 'third', 40],
] as const)('aligns an item %s', (_, top, height, to, at) => {
  const { scroller, item, offset } = page(top, height);
  alignItem(scroller, item, to);
  expect(offset()).toBe(at);
});

it.each([
  ['that fits', 60, 100, 60],
  ['that ends below the view', 260, 200, 88],
  ['that is higher than the view', 260, 900, 40],
] as const)('brings an expanded item %s into view', (_, top, height, at) => {
  const { scroller, item, offset } = page(top, height);
  showExpanded(scroller, item);
  expect(offset()).toBe(at);
});

it('holds an item in place while others above it change, until it is let go', () => {
  const frames: FrameRequestCallback[] = [];
  vi.spyOn(window, 'requestAnimationFrame').mockImplementation((then) => frames.push(then));
  const cancel = vi.spyOn(window, 'cancelAnimationFrame').mockReturnValue();
  const { scroller, item, at, offset } = page(120, 30);
  const release = holdItem(scroller, () => item, 120);
  at.top += 400;
  frames[0]?.(0);
  expect(offset()).toBe(120);
  at.top -= 70;
  frames[1]?.(0);
  expect(offset()).toBe(120);
  release();
  expect(cancel).toHaveBeenCalledWith(3);
  vi.restoreAllMocks();
});

/** Height of the sticky turn header, in pixels. */
export const HEADER = 40;
/** Space below an item that is scrolled into view, in pixels. */
const BELOW = 12;

/**
 * Scrolls to an item that may be under the sticky header, or a third down the view. An item higher
 * than the view shows its beginning.
 */
export function alignItem(scroller: Element, item: Element, to: 'nearest' | 'third'): void {
  const [box, view] = [item.getBoundingClientRect(), scroller.getBoundingClientRect()];
  const tall = box.height > view.height - HEADER;
  const top = to === 'third' && !tall ? Math.max(HEADER, view.height / 3) : HEADER;
  const by = box.top - view.top - top;
  if (to === 'third' || by < 0 || tall) scroller.scrollBy({ top: by });
}

/** Scrolls to the end of an item that was expanded, but never past its beginning. */
export function showExpanded(scroller: Element, item: Element): void {
  const [box, view] = [item.getBoundingClientRect(), scroller.getBoundingClientRect()];
  const by = Math.min(box.bottom + BELOW - view.bottom, box.top - view.top - HEADER);
  if (by > 0) scroller.scrollBy({ top: by });
}

/**
 * Keeps an item at its distance from the top of the view while the items above it are laid out anew,
 * for so many frames. Returns a function that ends that.
 */
export function holdItem(
  scroller: Element,
  find: () => Element | null,
  top: number,
  frames = 20,
): () => void {
  let left = frames;
  let frame = 0;
  const step = () => {
    const item = find();
    const by = item ? item.getBoundingClientRect().top - scroller.getBoundingClientRect().top - top : 0;
    if (Math.abs(by) >= 1) scroller.scrollBy({ top: by });
    if (--left > 0) frame = requestAnimationFrame(step);
  };
  frame = requestAnimationFrame(step);
  return () => cancelAnimationFrame(frame);
}

/**
 * The maximum height of an element, in pixels. WebKit and Chromium count sixty-fourths of a pixel in 32 bits:
 * from 33,554,428 pixels on, half a million rows of a thread, they lay out nothing.
 */
export const TALLEST = 30_000_000;

/** The range near both ends in which one pixel of the scroll bar is one pixel of the list. */
const EXACT = TALLEST / 30;

/** The delay after the last scroll before the scroll bar is corrected, in milliseconds. */
const REST = 150;

/** Converts the scroll position `top` in an element's `range` to a position in a list of height `total`. */
export function offsetOf(top: number, range: number, total: number): number {
  const more = total - range;
  if (more <= 0 || top <= EXACT) return top;
  if (top >= range - EXACT) return top + more;
  return EXACT + ((top - EXACT) * (total - 2 * EXACT)) / (range - 2 * EXACT);
}

/** The inverse of offsetOf. */
export function topOf(offset: number, range: number, total: number): number {
  const more = total - range;
  if (more <= 0 || offset <= EXACT) return offset;
  if (offset >= total - EXACT) return offset - more;
  return EXACT + ((offset - EXACT) * (range - 2 * EXACT)) / (total - 2 * EXACT);
}

/**
 * A scrolling element for a virtualizer whose list may be higher than an element can be: positions are those
 * of the list. The element's content is then TALLEST high, and the rows in view are `shift` above their
 * position in the list. A scroll step moves the list as far as the element; a jump, which only the scroll
 * bar makes, moves to the same fraction of the list. Steps move the scroll bar slightly too far, which is
 * corrected after the last one.
 */
export class TallScroller {
  /** How far the rows are drawn above their position in the list. */
  shift = 0;
  private top: number;
  private resting: ReturnType<typeof setTimeout> | undefined;

  /** `total` returns the list's height; `moved` is called when the shift changes. */
  constructor(
    readonly element: HTMLElement,
    private readonly total: () => number,
    private readonly moved: () => void,
  ) {
    this.top = element.scrollTop;
    // Before the listeners that are added through this object: they read the new position.
    element.addEventListener('scroll', this.onscroll, { passive: true });
  }

  release(): void {
    clearTimeout(this.resting);
    this.element.removeEventListener('scroll', this.onscroll);
  }

  get ownerDocument(): Document {
    return this.element.ownerDocument;
  }

  get style(): CSSStyleDeclaration {
    return this.element.style;
  }

  get clientWidth(): number {
    return this.element.clientWidth;
  }

  get clientHeight(): number {
    return this.element.clientHeight;
  }

  get scrollHeight(): number {
    return this.element.scrollHeight + this.more;
  }

  get scrollTop(): number {
    return this.element.scrollTop + this.shift;
  }

  scrollTo({ top = 0 }: ScrollToOptions): void {
    this.standAt(Math.max(0, Math.min(top, this.range + this.more)));
  }

  addEventListener(...of: Parameters<HTMLElement['addEventListener']>): void {
    this.element.addEventListener(...of);
  }

  removeEventListener(...of: Parameters<HTMLElement['removeEventListener']>): void {
    this.element.removeEventListener(...of);
  }

  /** Updates the shift after the list's height changed, at its end or if it fits an element again. */
  resized(): void {
    const { more } = this;
    if (more === 0 ? this.shift !== 0 : this.top >= this.range - EXACT && this.shift !== more)
      this.standAt(this.top + this.shift);
  }

  /** The difference between the heights of list and element. */
  private get more(): number {
    return Math.max(0, this.total() - TALLEST);
  }

  private get range(): number {
    return this.element.scrollHeight - this.element.clientHeight;
  }

  private readonly onscroll = () => {
    const top = this.element.scrollTop;
    const by = top - this.top;
    this.top = top;
    const { more } = this;
    if (more === 0 && this.shift === 0) return;
    const { range } = this;
    const offset = top + this.shift;
    // The scroll bar moves by at least one of its own pixels.
    const jumped = Math.abs(by) > range / (2 * this.element.clientHeight);
    if (jumped) this.turn(Math.round(offsetOf(top, range, range + more)) - top);
    else if ((top <= 0 && offset > 0) || (top >= range && offset < range + more)) this.standAt(offset);
    clearTimeout(this.resting);
    this.resting = setTimeout(() => this.standAt(this.top + this.shift), REST);
  };

  /** Sets the scroll bar to the position of the list; the rows in view do not move. */
  private standAt(offset: number): void {
    const { more, range } = this;
    const top = more === 0 ? offset : Math.round(topOf(offset, range, range + more));
    if (top !== this.element.scrollTop) this.element.scrollTop = top;
    this.top = this.element.scrollTop;
    this.turn(more === 0 ? 0 : offset - top);
  }

  private turn(shift: number): void {
    if (shift === this.shift) return;
    this.shift = shift;
    this.moved();
  }
}

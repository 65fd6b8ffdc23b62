/**
 * How high an element may be, in pixels. WebKit and Chromium count sixty-fourths of one in 32 bits:
 * from 33,554,428 on they lay nothing out, which is half a million rows of a thread.
 */
export const TALLEST = 30_000_000;

/** Near the two ends a pixel of the scroll bar's range is a pixel of the list. */
const EXACT = TALLEST / 30;

/** How long it has to stand still until the scroll bar is set to its place. */
const REST = 150;

/** Where in a list of height `total` a view stands that is scrolled to `top` of an element's `range`. */
export function placeOf(top: number, range: number, total: number): number {
  const more = total - range;
  if (more <= 0 || top <= EXACT) return top;
  if (top >= range - EXACT) return top + more;
  return EXACT + ((top - EXACT) * (total - 2 * EXACT)) / (range - 2 * EXACT);
}

/** What placeOf makes of it is the place. */
export function topOf(place: number, range: number, total: number): number {
  const more = total - range;
  if (more <= 0 || place <= EXACT) return place;
  if (place >= total - EXACT) return place - more;
  return EXACT + ((place - EXACT) * (range - 2 * EXACT)) / (total - 2 * EXACT);
}

/**
 * A scrolling element as a virtualizer sees it, where its list may be higher than an element can be:
 * positions are those of the list. The element's content is TALLEST high then, and what is in view
 * stands `shift` above its place in the list. A step of the reader moves the list as far as the
 * element; a jump, which only the scroll bar makes, goes to the same share of the list. A step
 * moves the scroll bar too far by little, which is set right when it rests.
 */
export class TallScroller {
  /** How far the rows are drawn above their place. */
  shift = 0;
  private top: number;
  private resting: ReturnType<typeof setTimeout> | undefined;

  /** `total` is the list's height; `moved` hears of another shift. */
  constructor(
    readonly element: HTMLElement,
    private readonly total: () => number,
    private readonly moved: () => void,
  ) {
    this.top = element.scrollTop;
    // Before whoever listens through this: they read the place that it makes.
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

  /** The list's height has changed: at its end, and where it fits an element again, so does the shift. */
  resized(): void {
    const { more } = this;
    if (more === 0 ? this.shift !== 0 : this.top >= this.range - EXACT && this.shift !== more)
      this.standAt(this.top + this.shift);
  }

  /** By how much the list is higher than the element. */
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
    const place = top + this.shift;
    // The least that the scroll bar can be moved by is a pixel of its own.
    const jumped = Math.abs(by) > range / (2 * this.element.clientHeight);
    if (jumped) this.turn(Math.round(placeOf(top, range, range + more)) - top);
    else if ((top <= 0 && place > 0) || (top >= range && place < range + more)) this.standAt(place);
    clearTimeout(this.resting);
    this.resting = setTimeout(() => this.standAt(this.top + this.shift), REST);
  };

  /** Sets the scroll bar to where this place of the list belongs; what is in view does not move. */
  private standAt(place: number): void {
    const { more, range } = this;
    const top = more === 0 ? place : Math.round(topOf(place, range, range + more));
    if (top !== this.element.scrollTop) this.element.scrollTop = top;
    this.top = this.element.scrollTop;
    this.turn(more === 0 ? 0 : place - top);
  }

  private turn(shift: number): void {
    if (shift === this.shift) return;
    this.shift = shift;
    this.moved();
  }
}

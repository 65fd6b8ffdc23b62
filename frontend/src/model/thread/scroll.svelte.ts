import type { Jump } from '../place/target';

/** The scroll position of a thread: jumps, visible rows, and whether it follows the end. */
export class Scroll {
  jump = $state.raw<Jump | null>(null);
  /** The first visible row; drives the sticky header and the tree's highlight. */
  topRow = $state(0);
  /** The first and last visible rows. */
  inView = $state.raw<readonly [number, number]>([0, 0]);
  /** The last size of the view, for the layout before it is measured again. */
  box = { width: 820, height: 600 };
  /** The scroll position once rendered: the first row and the offset in it. */
  drawn: { row: number; offset: number } | null = null;

  /** Number of rows added below while the view was not at the end. */
  fresh = $state(0);
  /** Whether the end is visible; `follow` is whether to stay there as it moves. */
  atEnd = $state(true);
  follow = $state(true);
  readonly following = $derived(this.follow && this.atEnd);

  /** The view is where the last jump led: the person has not scrolled since. */
  sent = $state(false);
  private pinnedToEnd = false;
  private jumps = 0;
  /** The stamp of the last finished jump. */
  private landed = -1;

  /** Resets to the end, for another thread. */
  reset(): void {
    this.drawn = null;
    this.topRow = 0;
    this.fresh = 0;
    this.atEnd = true;
    this.follow = true;
    this.pinnedToEnd = false;
  }

  jumpTo(row: number | 'end', offset = 0): void {
    this.drawn = null;
    this.sent = true;
    if (row === 'end') {
      this.fresh = 0;
      this.atEnd = true;
    } else this.topRow = row; // The next key may come before the view is drawn.
    this.pinnedToEnd = row === 'end';
    this.jump = { row, offset, stamp: ++this.jumps };
  }

  /** While a jump is in progress, scrolling is not the person's and moves no highlight. */
  get settling(): boolean {
    return this.jump !== null && this.landed !== this.jump.stamp;
  }

  /** Called when a jump is finished. */
  land({ stamp }: Jump): void {
    this.landed = stamp;
  }

  /** Called when rows were added below. */
  grew(rows: number): void {
    if (this.following) this.jumpTo('end');
    else this.fresh += rows;
  }

  /** Updates atEnd; while pinned, the end counts as visible. */
  scrolled(end: boolean): void {
    if (!end && this.pinned) return;
    this.atEnd = end;
    if (end) this.fresh = 0;
  }

  /** Stays at the end until the person scrolls, while rows are still being measured. */
  get pinned(): boolean {
    return this.pinnedToEnd;
  }

  /** Called when the person scrolls. */
  release(): void {
    this.pinnedToEnd = this.sent = false;
  }

  /** Follows the end from anywhere, or stops following. */
  toggleFollow(): void {
    this.follow = !this.following;
    if (this.follow) this.jumpTo('end');
    else this.release();
  }
}

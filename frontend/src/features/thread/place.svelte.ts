import type { Jump } from './target';

/** Where the reader is in a thread: where the view was sent, what is in view of it, and whether it goes along with the end. */
export class Place {
  jump = $state.raw<Jump | null>(null);
  /** The first row in view; the sticky header and the tree's mark follow it. */
  topRow = $state(0);
  /** The first and the last row of which anything is in view. */
  inView = $state.raw<readonly [number, number]>([0, 0]);
  /** How large the view was last: what is drawn before it is measured again is laid out for that. */
  box = { width: 820, height: 600 };
  /** Where the view begins, once it is drawn there: how far in its first row. */
  drawn: { row: number; offset: number } | null = null;

  /** Rows that came in below while the reader was elsewhere. */
  fresh = $state(0);
  /** The reader is at the end; `follow` says whether the end takes them along as it moves. */
  atEnd = $state(true);
  follow = $state(true);
  readonly following = $derived(this.follow && this.atEnd);

  /** The view stands where it was sent: the reader has not moved it since. */
  sent = $state(false);
  private pinnedToEnd = false;
  private jumps = 0;
  /** The jump that the view has come to. */
  private landed = -1;

  /** Another thread begins at its end. */
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
    }
    this.pinnedToEnd = row === 'end';
    this.jump = { row, offset, stamp: ++this.jumps };
  }

  /** Until a jump has landed, scrolling is the window's doing, and moves no mark. */
  get settling(): boolean {
    return this.jump !== null && this.landed !== this.jump.stamp;
  }

  /** The view has come to where this jump leads. */
  land({ stamp }: Jump): void {
    this.landed = stamp;
  }

  /** Rows have come in below. */
  grew(rows: number): void {
    if (this.following) this.jumpTo('end');
    else this.fresh += rows;
  }

  /** Whether the end is in view: as long as it is held on to, it counts as if. */
  scrolled(end: boolean): void {
    if (!end && this.pinned) return;
    this.atEnd = end;
    if (end) this.fresh = 0;
  }

  /** The end is held on to until the reader takes over: rows still find their heights. */
  get pinned(): boolean {
    return this.pinnedToEnd;
  }

  /** The reader has taken over. */
  release(): void {
    this.pinnedToEnd = this.sent = false;
  }

  /** Follows the end, from wherever the reader is; or lets rows come in without moving. */
  toggleFollow(): void {
    this.follow = !this.following;
    if (this.follow) this.jumpTo('end');
    else this.release();
  }
}

import type { Segment } from '../../lib/backend/types';
import { must, NONE, parentsOf } from './int-arrays';

/** Not looked for yet. */
const UNKNOWN = -2;

/**
 * What hangs on what when some segments are left out, by the segments' places in their list. Kept in
 * arrays of numbers, which the collector has nothing to follow in.
 */
export class Family {
  private readonly kept: Uint8Array;
  private readonly parent: Int32Array;
  private readonly nearest: Int32Array;
  /** How many kept segments hang on each, and the last one of them. */
  private readonly kids: Int32Array;
  private readonly kid: Int32Array;

  /** No two segments have the same id. */
  constructor(
    private readonly segments: readonly Segment[],
    keep: ((segment: Segment) => boolean) | 'all',
  ) {
    const n = segments.length;
    this.kept = new Uint8Array(n);
    this.parent = parentsOf(segments);
    this.nearest = new Int32Array(n).fill(UNKNOWN);
    this.kids = new Int32Array(n);
    this.kid = new Int32Array(n).fill(NONE);
    if (keep === 'all') this.kept.fill(1);
    else
      segments.forEach((s, i) => {
        if (keep(s)) this.kept[i] = 1;
      });
    for (let i = 0; i < n; i++) {
      if (!this.keeps(i)) continue;
      const above = this.find(i);
      if (above === NONE) continue;
      this.kids[above] = must(this.kids[above]) + 1;
      this.kid[above] = i;
    }
  }

  segment(i: number): Segment {
    return must(this.segments[i]);
  }

  keeps(i: number): boolean {
    return this.kept[i] === 1;
  }

  /** The nearest kept ancestor of a kept segment, or NONE. */
  above(i: number): number {
    return must(this.nearest[i]);
  }

  /** The kept segment that alone hangs on this one, or NONE. */
  onlyChild(i: number): number {
    return this.kids[i] === 1 ? must(this.kid[i]) : NONE;
  }

  /** Looks for the nearest kept ancestor. What was found on the way is not looked for again. */
  private find(i: number): number {
    const top = this.climb(i);
    const found = top === NONE || this.keeps(top) ? top : this.above(top);
    // Parents may run in a circle: nobody is his own ancestor.
    const above = found === i ? NONE : found;
    for (let at = i; at !== top && this.nearest[at] === NONE; at = must(this.parent[at])) {
      this.nearest[at] = above;
      if (above === NONE) break;
    }
    return above;
  }

  /** Goes up to the first ancestor of which it is known, or NONE; nothing is above those on the way. */
  private climb(i: number): number {
    let at = i;
    do {
      this.nearest[at] = NONE;
      at = must(this.parent[at]);
    } while (at !== NONE && !this.keeps(at) && this.nearest[at] === UNKNOWN);
    return at;
  }
}

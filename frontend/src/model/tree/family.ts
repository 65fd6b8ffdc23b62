import type { Segment } from '../../lib/backend/types';
import { must, NONE, parentsOf } from './int-arrays';

/** Not computed yet. */
const UNKNOWN = -2;

/**
 * Parents and children after some segments were filtered out, by the indices of the segments. Stored in
 * arrays of numbers, which are cheap for the garbage collector.
 */
export class Family {
  private readonly kept: Uint8Array;
  private readonly parent: Int32Array;
  private readonly nearest: Int32Array;
  /** The number of kept children of each segment, and the last one. */
  private readonly kids: Int32Array;
  private readonly kid: Int32Array;

  /** The ids of the segments must be unique. */
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

  /** The only kept child of this segment, or NONE. */
  onlyChild(i: number): number {
    return this.kids[i] === 1 ? must(this.kid[i]) : NONE;
  }

  /** Finds the nearest kept ancestor, and memoizes it for all segments on the way. */
  private find(i: number): number {
    const top = this.climb(i);
    const found = top === NONE || this.keeps(top) ? top : this.above(top);
    // Parents may be cyclic: a segment is never its own ancestor.
    const above = found === i ? NONE : found;
    for (let at = i; at !== top && this.nearest[at] === NONE; at = must(this.parent[at])) {
      this.nearest[at] = above;
      if (above === NONE) break;
    }
    return above;
  }

  /** Climbs to the first ancestor that is kept or memoized, or NONE, and resets those on the way to NONE. */
  private climb(i: number): number {
    let at = i;
    do {
      this.nearest[at] = NONE;
      at = must(this.parent[at]);
    } while (at !== NONE && !this.keeps(at) && this.nearest[at] === UNKNOWN);
    return at;
  }
}

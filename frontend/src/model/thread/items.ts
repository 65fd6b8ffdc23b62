import type { Skeleton, SkeletonRows, Split, Unreadable } from '../../lib/backend/types';
import { Flag } from '../../lib/backend/types';
import { heightOfRow } from './heights';

export type DisplayItem =
  | { type: 'row'; row: number; heads: boolean; turn: number; inFold: boolean }
  | { type: 'fold'; row: number; from: number; to: number; open: boolean }
  | { type: 'hooks'; row: number; count: number; open: boolean }
  | { type: 'split'; row: number; split: Split }
  | { type: 'unattached'; row: number; count: number }
  | { type: 'unreadable'; row: number; at: Unreadable }
  | { type: 'internal'; row: number; count: number; shown: boolean };

export const ITEM_TYPES = ['row', 'fold', 'split', 'unattached', 'unreadable', 'internal', 'hooks'] as const;
const [ROW, FOLD, UNATTACHED, UNREADABLE, INTERNAL, HOOKS] = [0, 1, 3, 4, 5, 6];
/** Keys of headings that occur at most once; below all keys of rows. */
const HEADING = -100;

/**
 * The items of a thread, in order. They are stored as columns of numbers and created on demand:
 * there may be a hundred thousand.
 */
export class Items {
  length = 0;
  private readonly types: Uint8Array;
  private readonly rows: Int32Array;
  /** fold: the row after it; row: 1 inside a fold; hooks: their number; others: the index in the skeleton's list. */
  private readonly details: Int32Array;
  private readonly made = new Map<number, DisplayItem>();

  constructor(
    private readonly skeleton: Skeleton,
    private readonly openFolds: ReadonlySet<number>,
    most: number,
  ) {
    this.types = new Uint8Array(most);
    this.rows = new Int32Array(most);
    this.details = new Int32Array(most);
  }

  add(type: (typeof ITEM_TYPES)[number], row: number, detail = 0): void {
    const i = this.length++;
    this.types[i] = ITEM_TYPES.indexOf(type);
    this.rows[i] = row;
    this.details[i] = detail;
  }

  at(i: number): DisplayItem | undefined {
    if (i < 0 || i >= this.length) return undefined;
    let item = this.made.get(i);
    if (!item) this.made.set(i, (item = this.make(i)));
    return item;
  }

  /** Returns the first skeleton row of an item. */
  rowAt(i: number): number {
    return this.rows[i] ?? 0;
  }

  /** Returns the last skeleton row of an item. */
  lastRowAt(i: number): number {
    return this.types[i] === FOLD ? (this.details[i] ?? 1) - 1 : this.rowAt(i);
  }

  /** Returns the key of an item, which is stable while others are added and removed. */
  keyAt(i: number): number {
    const type = this.types[i] ?? ROW;
    if (type === UNATTACHED || type === INTERNAL) return HEADING - type;
    return this.rowAt(i) * 8 + type;
  }

  indexOfKey(key: number): number {
    if (key <= HEADING) return this.types.lastIndexOf(HEADING - key);
    const row = Math.floor(key / 8);
    for (let i = this.indexOfRow(row); i < this.length && this.rowAt(i) === row; i++)
      if (this.keyAt(i) === key) return i;
    return -1;
  }

  /** Returns the item of a skeleton row, by binary search. */
  indexOfRow(row: number): number {
    let low = 0;
    let high = this.length - 1;
    while (low < high) {
      const mid = (low + high + 1) >> 1;
      if (this.rowAt(mid) <= row) low = mid;
      else high = mid - 1;
    }
    // Several items may share a row (a fold and its first row): return the first.
    const found = this.rowAt(low);
    while (low > 0 && this.rowAt(low - 1) === found) low--;
    return low;
  }

  /** Returns the first row of the fold, or of the failed hooks, that contain a row; null outside of these. */
  foldOf(row: number): number | null {
    const { rows } = this.skeleton;
    const hook = isHook(rows, row);
    for (let i = 0; i < this.length && this.rowAt(i) <= row; i++) {
      const from = this.rowAt(i);
      const isInside = hook
        ? this.types[i] === HOOKS && rows.turns[from] === rows.turns[row]
        : this.types[i] === FOLD && row < (this.details[i] ?? 0);
      if (isInside) return from;
    }
    return null;
  }

  /** Returns the first rows of the collapsed folds. */
  closedFolds(): number[] {
    const out: number[] = [];
    for (let i = 0; i < this.length; i++)
      if (this.types[i] === FOLD && !this.openFolds.has(this.rowAt(i))) out.push(this.rowAt(i));
    return out;
  }

  /** Returns the first failed hooks of the turns that show one line for theirs. */
  closedHooks(): number[] {
    const out: number[] = [];
    for (let i = 0; i < this.length; i++)
      if (this.types[i] === HOOKS && !this.openFolds.has(this.rowAt(i))) out.push(this.rowAt(i));
    return out;
  }

  /** Returns the rows outside of folds. */
  rowsAlone(): Set<number> {
    const out = new Set<number>();
    for (let i = 0; i < this.length; i++)
      if (this.types[i] === ROW && this.details[i] === 0) out.add(this.rowAt(i));
    return out;
  }

  /** Returns estimated heights, so that the scroll bar is right before anything is measured. */
  heights(width: number, showThinking: boolean): Float64Array {
    const out = new Float64Array(this.length);
    const { rows } = this.skeleton;
    const heads = this.heads();
    for (let i = 0; i < this.length; i++) {
      const type = this.types[i];
      const row = this.rowAt(i);
      if (type === ROW) out[i] = (heads[row] === 1 ? 40 : 0) + heightOfRow(rows, row, width, showThinking);
      else out[i] = type === FOLD || type === UNREADABLE || type === HOOKS ? 30 : 50;
    }
    return out;
  }

  *[Symbol.iterator](): Generator<DisplayItem> {
    for (let i = 0; i < this.length; i++) yield this.make(i);
  }

  private headed: Uint8Array | undefined;

  /** Flags the rows that begin a turn. */
  private heads(): Uint8Array {
    if (this.headed) return this.headed;
    this.headed = new Uint8Array(this.skeleton.rows.length);
    for (const row of this.skeleton.turns.rows) this.headed[row] = 1;
    return this.headed;
  }

  private make(i: number): DisplayItem {
    const type = ITEM_TYPES[this.types[i] ?? 0] ?? 'row';
    const row = this.rowAt(i);
    const detail = this.details[i] ?? 0;
    const { skeleton } = this;
    switch (type) {
      case 'row': {
        const turn = skeleton.rows.turns[row] ?? 0;
        return { type, row, heads: this.heads()[row] === 1, turn, inFold: detail === 1 };
      }
      case 'fold':
        return { type, row, from: row, to: detail, open: this.openFolds.has(row) };
      case 'hooks':
        return { type, row, count: detail, open: this.openFolds.has(row) };
      case 'split':
        return { type, row, split: known(skeleton.splits[detail]) };
      case 'unattached':
        return { type, row, count: skeleton.unattached ?? 0 };
      case 'unreadable':
        return { type, row, at: known(skeleton.unreadable?.[detail]) };
      case 'internal':
        return { type, row, count: skeleton.internal ?? 0, shown: detail === 1 };
    }
  }
}

/** Reports whether a row is a failed hook. */
export function isHook(rows: SkeletonRows, row: number): boolean {
  return rows.has(row, Flag.quiet) && rows.kindOf(row) === 'notice';
}

function known<T>(value: T | undefined): T {
  if (value === undefined) throw new Error('an item of a list that is shorter');
  return value;
}

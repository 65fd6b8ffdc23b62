import type { Items } from './items';

/** Where an item is scrolled to, if it moves. */
export type Align = 'nearest' | 'third';

/** The keyboard cursor of a thread: an item, also while others appear above it. */
export class Cursor {
  /** The key of the item; null without a cursor. */
  private key = $state<number | null>(null);
  align: Align = 'nearest';

  constructor(private readonly items: () => Items | null) {}

  /** The index of the item; -1 without a cursor. */
  get item(): number {
    return this.key === null ? -1 : (this.items()?.indexOfKey(this.key) ?? -1);
  }

  get row(): number | null {
    const at = this.item;
    return at < 0 ? null : (this.items()?.rowAt(at) ?? null);
  }

  move(item: number, align: Align = 'nearest'): void {
    this.align = align;
    this.key = this.items()?.keyAt(item) ?? null;
  }

  clear(): void {
    this.key = null;
  }
}

import type { Skeleton } from '../../lib/backend/types';
import { ROW_KINDS } from '../../lib/backend/types';
import { displayItems } from './display';
import type { Items } from './items';
import type { Left } from '../place/agents';
import { rowId } from '../place/target';

/** Suffixes of the expandable parts of a row: the row itself and the shortened parts of its card. */
const PARTS = ['', ':out', ':err', ':lines', ':all'];

const TOOL = ROW_KINDS.indexOf('tool');

/** The expanded state of a thread: folds and rows. */
export class Opened {
  folds = $state.raw<ReadonlySet<number>>(new Set());
  rows = $state.raw<ReadonlySet<string>>(new Set());
  /** Counts the times that everything was expanded or collapsed: the view then stays at its row. */
  bulk = $state(0);

  /** `changed` is called when a reader expanded or collapsed something. */
  constructor(
    private readonly skeleton: () => Skeleton | null,
    private readonly changed: () => void = () => undefined,
  ) {}

  isOpen(key: string): boolean {
    return this.rows.has(key);
  }

  toggle(key: string, open = !this.rows.has(key)): void {
    const next = new Set(this.rows);
    if (open) next.add(key);
    else next.delete(key);
    this.rows = next;
    this.changed();
  }

  toggleFold(from: number): void {
    const next = new Set(this.folds);
    if (!next.delete(from)) next.add(from);
    this.folds = next;
    this.changed();
  }

  /** Expands the fold that contains a row. */
  unfold(row: number): void {
    const skeleton = this.skeleton();
    const fold = skeleton && displayItems(skeleton, this.folds).foldOf(row);
    if (fold !== null) this.folds = new Set([...this.folds, fold]);
  }

  /** Expands a row, everything that contains it, and the shortened parts of its card. */
  reveal(way: readonly number[]): void {
    const [row] = way;
    if (row === undefined) return;
    this.unfold(row);
    const open = new Set(this.rows);
    way.forEach((_, depth) => {
      const id = rowId(way.slice(0, depth + 1));
      for (const part of PARTS) open.add(id + part);
    });
    this.rows = open;
  }

  /**
   * Keeps rows visible that a growing run would fold while they are being read. `items` are drawn now, `next` is
   * what they become, `following` says whether only its end is read.
   */
  keep(items: Items | null, next: Skeleton, following: boolean): void {
    if (following && this.rows.size === 0) return;
    const alone = items?.rowsAlone() ?? new Set();
    const after = displayItems(next, this.folds);
    const isOpen = (row: number) => this.isOpen(`r${row}`);
    const kept = [
      ...after.closedFolds().filter((row) => alone.has(row) && (!following || isOpen(row))),
      ...after.closedHooks().filter((row) => alone.has(row) && isOpen(row)),
    ];
    if (kept.length > 0) this.folds = new Set([...this.folds, ...kept]);
  }

  /** Expands or collapses every tool call and fold of the branch. */
  expandAll(open: boolean): void {
    const skeleton = this.skeleton();
    if (!skeleton) return;
    const folds = new Set<number>();
    const rows = new Set<string>();
    if (open) {
      for (const fold of displayItems(skeleton, new Set()).closedFolds()) folds.add(fold);
      skeleton.rows.kinds.forEach((kind, i) => {
        if (kind === TOOL) rows.add(`r${i}`);
      });
    }
    this.folds = folds;
    this.rows = rows;
    this.bulk++;
    this.changed();
  }

  /** Restores a saved state. */
  restore({ openFolds, openRows }: Pick<Left, 'openFolds' | 'openRows'>): void {
    this.folds = openFolds;
    this.rows = openRows;
  }

  closeAll(): void {
    this.folds = new Set();
    this.rows = new Set();
  }
}

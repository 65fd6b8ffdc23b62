import type { Skeleton } from '../../lib/backend/types';
import { ROW_KINDS } from '../../lib/backend/types';
import { displayItems } from './display';
import type { Left } from './agents';
import { rowId } from './target';

/** What of a row may be closed: itself, and the parts of its card that are shown in short. */
const PARTS = ['', ':out', ':err', ':lines', ':all'];

const TOOL = ROW_KINDS.indexOf('tool');

/** What is open in a thread: runs of calls that are not folded, and rows that show all they hold. */
export class Opened {
  folds = $state.raw<ReadonlySet<number>>(new Set());
  rows = $state.raw<ReadonlySet<string>>(new Set());

  constructor(private readonly skeleton: () => Skeleton | null) {}

  isOpen(key: string): boolean {
    return this.rows.has(key);
  }

  toggle(key: string, open = !this.rows.has(key)): void {
    const next = new Set(this.rows);
    if (open) next.add(key);
    else next.delete(key);
    this.rows = next;
  }

  toggleFold(from: number): void {
    const next = new Set(this.folds);
    if (!next.delete(from)) next.add(from);
    this.folds = next;
  }

  /** Opens the fold that holds a row. */
  unfold(row: number): void {
    const skeleton = this.skeleton();
    const fold = skeleton && displayItems(skeleton, new Set()).foldOf(row);
    if (fold !== null) this.folds = new Set([...this.folds, fold]);
  }

  /** Opens whatever holds a row, the row itself, and all that its card shows in short. */
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

  /** Opens every tool call and folded run of the branch, or closes them all. */
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
  }

  /** As it was left. */
  restore({ openFolds, openRows }: Pick<Left, 'openFolds' | 'openRows'>): void {
    this.folds = openFolds;
    this.rows = openRows;
  }

  closeAll(): void {
    this.folds = new Set();
    this.rows = new Set();
  }
}

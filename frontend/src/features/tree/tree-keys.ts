import { chordOf } from '../../lib/keys/chord';
import { ListNav } from '../../lib/listnav/listnav';
import { isFiltering } from './fold';
import type { TreeRow } from './rows';
import { stepFrom, type TreeStep } from './steps';
import type { TreeState } from './tree.svelte';

/** What the keys of the tree need of the pane that they move in. */
export interface TreeKeysHost {
  readonly tree: TreeState;
  /** The command of this pane that a key is for. */
  meaning: (event: KeyboardEvent) => string | null;
  letters: () => boolean;
  /** How many rows a page is. */
  page: () => number;
  /** The mark goes to a row; the thread follows when the keys come to rest. */
  walk: (row: TreeRow) => void;
  /** The keys walk no further: the thread follows now. */
  rest: () => void;
  /** The thread goes there at once. */
  open: (row: TreeRow) => void;
  resume: (row: TreeRow) => void;
  menu: (row: TreeRow) => void;
  readonly compare: { readonly from: unknown; readonly ready: boolean; pick(): void; cancel(): void };
  /** The keyboard goes to the thread, which opens a row where one is given. */
  toThread: (row: TreeRow | null) => void;
  showAll: () => void;
}

const STEPS: Record<string, TreeStep> = {
  'tree-up': 'up',
  'tree-down': 'down',
  'tree-first': 'first',
  'tree-last': 'last',
  'tree-parent': 'parent',
  'tree-along-up': 'branchUp',
  'tree-along-down': 'branchDown',
  'tree-next-leaf': 'nextLeaf',
  'tree-previous-leaf': 'previousLeaf',
};

/** The keys of the tree: those that every list has, and the ways along the branches. */
export class TreeKeys {
  private readonly nav: ListNav;

  constructor(private readonly host: TreeKeysHost) {
    const { tree } = host;
    const at = (i: number, act: (row: TreeRow) => void) => {
      const row = tree.rows[i];
      if (row) act(row);
    };
    this.nav = new ListNav({
      count: () => tree.rows.length,
      at: () => tree.index(tree.selected),
      go: (to) => at(to, host.walk),
      page: host.page,
      name: (i) => {
        const row = tree.rows[i];
        return row ? tree.titleOf(row.item.segment) : '';
      },
      letters: host.letters,
      menu: (i) => at(i, host.menu),
    });
  }

  key(event: KeyboardEvent): void {
    const { tree, compare, showAll, meaning } = this.host;
    const id = meaning(event) ?? '';
    const here = tree.row(tree.selected);
    const to = STEPS[id];
    if (id === 'tree-parent' && here?.item.unfoldedFrom) tree.toggleFold(here.item.unfoldedFrom);
    else if (to !== undefined) this.step(to);
    else if (this.ways[id]) this.ways[id](here);
    else if (event.key === 'Escape' && compare.from) compare.cancel();
    else if (event.key === 'Escape' && isFiltering(tree.filter)) showAll();
    else if (!this.nav.key(event)) {
      // A command means the branch that the keys stand on: the thread follows before it is given.
      if (chordOf(event) !== null) this.host.rest();
      return;
    }
    event.preventDefault();
    event.stopPropagation();
  }

  private step(to: TreeStep): boolean {
    const { tree, walk } = this.host;
    const next = stepFrom(tree, tree.selected, to);
    if (next) walk(next);
    return next !== null;
  }

  /** Unfolds a row that stands for others; false where it does not. */
  private unfold(row: TreeRow | null): boolean {
    if (!row || row.item.folded.length === 0) return false;
    this.host.tree.toggleFold(row.item.id);
    return true;
  }

  private readonly ways: Record<string, (here: TreeRow | null) => void> = {
    'tree-child': (here) => {
      if (!this.unfold(here) && !this.step('child')) this.host.toThread(null);
    },
    'tree-resume': (here) => {
      if (this.host.compare.ready) this.host.compare.pick();
      else if (!this.unfold(here) && here) this.host.resume(here);
    },
    'tree-open': (here) => here && this.host.open(here),
    'tree-to-thread': (here) => this.host.toThread(here),
    'find-in-tree': () => (this.host.tree.finding = true),
  };
}

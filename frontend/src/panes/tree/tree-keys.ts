import { chordOf } from '../../lib/keys/chord';
import { ListNav } from '../../lib/listnav/listnav';
import type { TreeRow } from '../../model/tree/rows';
import { stepFrom, type TreeStep } from './steps';
import type { TreeState } from '../../model/tree/tree.svelte';

/** The parts of the pane that the tree's keys use. */
export interface TreeKeysHost {
  readonly tree: TreeState;
  /** The id of the pane's command for a key; null for none. */
  meaning: (event: KeyboardEvent) => string | null;
  letters: () => boolean;
  /** The number of rows per page. */
  page: () => number;
  /** Selects a row; the thread follows when no more keys are pressed. */
  walk: (row: TreeRow) => void;
  /** Makes the thread follow now. */
  rest: () => void;
  /** Selects a row and opens it in the thread. */
  open: (row: TreeRow) => void;
  resume: (row: TreeRow) => void;
  menu: (row: TreeRow) => void;
  readonly compare: { readonly from: unknown; readonly ready: boolean; pick(): void };
  /** Focuses the thread, and opens a row there unless it is null. */
  toThread: (row: TreeRow | null) => void;
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

/** The keys of the tree: those of every list, and the steps along branches. */
export class TreeKeys {
  private readonly nav: ListNav;

  constructor(private readonly host: TreeKeysHost) {
    const { tree } = host;
    const at = (i: number, act: (row: TreeRow) => void) => {
      const row = tree.view.rows[i];
      if (row) act(row);
    };
    this.nav = new ListNav({
      count: () => tree.view.rows.length,
      at: () => tree.view.index(tree.selected),
      go: (to) => at(to, host.walk),
      page: host.page,
      name: (i) => {
        const row = tree.view.rows[i];
        return row ? tree.branches.titleOf(row.item.segment) : '';
      },
      letters: host.letters,
      menu: (i) => at(i, host.menu),
    });
  }

  key(event: KeyboardEvent): void {
    const { tree, meaning } = this.host;
    const id = meaning(event) ?? '';
    const here = tree.view.row(tree.selected);
    const to = STEPS[id];
    if (id === 'tree-parent' && here?.item.unfoldedFrom) tree.view.toggleFold(here.item.unfoldedFrom);
    else if (to !== undefined) this.step(to);
    else if (this.ways[id]) this.ways[id](here);
    else if (!this.nav.key(event)) {
      // Commands act on the selected branch: the thread has to follow first.
      if (chordOf(event) !== null) this.host.rest();
      return;
    }
    event.preventDefault();
    event.stopPropagation();
  }

  private step(to: TreeStep): boolean {
    const { tree, walk } = this.host;
    const next = stepFrom(tree.view, tree.selected, to);
    if (next) walk(next);
    return next !== null;
  }

  /** Expands a folded row; false if it is not folded. */
  private unfold(row: TreeRow | null): boolean {
    if (!row || row.item.folded.length === 0) return false;
    this.host.tree.view.toggleFold(row.item.id);
    return true;
  }

  private readonly ways: Record<string, (here: TreeRow | null) => void> = {
    'tree-child': (here) => {
      if (!this.unfold(here) && !this.step('child')) this.host.toThread(null);
    },
    'tree-resume': (here) => {
      if (this.host.compare.ready) this.host.compare.pick();
      // While a branch to compare with is chosen, the first one resumes nothing.
      else if (!this.unfold(here) && here && this.host.compare.from === null) this.host.resume(here);
    },
    'tree-open': (here) => here && this.host.open(here),
    'tree-to-thread': (here) => this.host.toThread(here),
    'find-in-tree': () => (this.host.tree.finding = true),
  };
}

import type { AppState } from '../../app.svelte';
import { keysOnly, type Command } from '../../lib/keys/registry.svelte';

/** What can be done with the tree of a chat. */
export function treeCommands(app: AppState): Command[] {
  const zoom = (by: 1 | -1) => {
    const steps = ['dense', 'compact', 'comfortable'] as const;
    const at = steps.indexOf(app.settings.value.treeDensity) + by;
    const next = steps[Math.min(2, Math.max(0, at))];
    if (next) app.settings.set({ treeDensity: next });
  };
  return [
    {
      id: 'superseded',
      title: 'Fold or show superseded versions',
      group: 'Tree',
      keys: ['s'],
      run: () => (app.tree.showSuperseded = !app.tree.showSuperseded),
      reason: () => (app.tree.supersededCount > 0 ? undefined : 'nothing here is superseded'),
    },
    {
      id: 'tree-larger',
      title: 'Larger tree rows',
      group: 'Tree',
      keys: ['$mod+Alt+Equal'],
      run: () => zoom(1),
    },
    {
      id: 'tree-smaller',
      title: 'Smaller tree rows',
      group: 'Tree',
      keys: ['$mod+Alt+Minus'],
      run: () => zoom(-1),
    },
    {
      id: 'compare',
      title: 'Compare with another branch',
      group: 'Tree',
      keys: ['c'],
      run: () => app.compare.pick(),
      reason: () => app.compare.reason,
    },
    {
      id: 'forest',
      title: 'Show the whole forest',
      group: 'Tree',
      keys: ['Shift+O'],
      run: () => (app.forest.open = true),
      reason: () => (app.tree.tree ? undefined : 'no chat is open'),
    },
    {
      id: 'find-in-tree',
      title: 'Find in the tree',
      group: 'Tree',
      keys: ['/'],
      local: true,
      run: () => (app.tree.finding = true),
      reason: () => (app.tree.tree ? undefined : 'no chat is open'),
    },
    {
      id: 'touches-file',
      title: 'Only what touches a file',
      group: 'Tree',
      keys: ['p'],
      run: () => app.tree.touched.start(),
      reason: () => app.tree.touched.reason,
    },
    keysOnly('Next, previous row', 'Tree', ['ArrowDown', 'ArrowUp']),
    keysOnly('In the forest: nearer, further', 'Tree', ['Equal', 'Minus']),
    keysOnly('Parent', 'Tree', ['ArrowLeft']),
    keysOnly('First child, or unfold', 'Tree', ['ArrowRight']),
    keysOnly('Along the same branch', 'Tree', ['Alt+ArrowDown', 'Alt+ArrowUp']),
    keysOnly('Next, previous leaf', 'Tree', ['l', 'Shift+L']),
    keysOnly('To its place in the thread', 'Tree', ['f']),
    keysOnly('Resume', 'Tree', ['Enter']),
  ];
}

import { paneKey, type Command } from '../../lib/keys/registry.svelte';
import type { SettingsState } from '../settings/settings.svelte';
import type { CompareState } from './compare.svelte';
import type { TreeState } from './tree.svelte';

interface Host {
  readonly compare: CompareState;
  readonly settings: SettingsState;
  readonly tree: TreeState;
}

/** What can be done with the tree of a chat. */
export function treeCommands(app: Host): Command[] {
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
    paneKey('tree-down', 'Next row', 'Tree', ['ArrowDown', 'j']),
    paneKey('tree-up', 'Previous row', 'Tree', ['ArrowUp', 'k']),
    paneKey('tree-first', 'First row', 'Tree', ['Home']),
    paneKey('tree-last', 'Last row', 'Tree', ['End']),
    paneKey('tree-parent', 'Parent', 'Tree', ['ArrowLeft', 'h']),
    paneKey('tree-child', 'First child, or unfold', 'Tree', ['ArrowRight']),
    paneKey('tree-along-down', 'Down along the same branch', 'Tree', ['Alt+ArrowDown']),
    paneKey('tree-along-up', 'Up along the same branch', 'Tree', ['Alt+ArrowUp']),
    paneKey('tree-next-leaf', 'Next leaf', 'Tree', ['l']),
    paneKey('tree-previous-leaf', 'Previous leaf', 'Tree', ['Shift+L']),
    paneKey('tree-open', 'Show it in the thread', 'Tree', ['Space']),
    paneKey('tree-to-thread', 'To its place in the thread', 'Tree', ['f', 'Shift+F']),
    paneKey('tree-resume', 'Continue here', 'Tree', ['Enter']),
  ];
}

import type { AppState } from '../../model/app.svelte';
import { paneKey, type Command } from '../../lib/keys/registry.svelte';
import { m } from '../../lib/messages';

/** The commands of the tree. */
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
      title: m.tree_toggle_superseded(),
      group: 'Tree',
      keys: ['s'],
      run: () => (app.tree.showSuperseded = !app.tree.showSuperseded),
      reason: () => (app.tree.supersededCount > 0 ? undefined : m.tree_no_superseded()),
    },
    {
      id: 'tree-spread',
      title: m.tree_toggle_spread(),
      group: 'Tree',
      run: () => (app.tree.spread = !app.tree.spread),
      reason: () => (app.tree.bundles ? undefined : m.tree_no_bundle()),
    },
    {
      id: 'tree-larger',
      title: m.tree_rows_larger(),
      group: 'Tree',
      keys: ['$mod+Alt+Equal'],
      run: () => zoom(1),
    },
    {
      id: 'tree-smaller',
      title: m.tree_rows_smaller(),
      group: 'Tree',
      keys: ['$mod+Alt+Minus'],
      run: () => zoom(-1),
    },
    {
      id: 'compare',
      title: m.tree_compare(),
      group: 'Tree',
      keys: ['c'],
      run: () => {
        const target = app.layers.session?.target;
        app.compare.pick(target?.kind === 'node' ? target.segment : undefined);
      },
      reason: () => app.compare.reason,
    },
    {
      id: 'find-in-tree',
      title: m.tree_find(),
      group: 'Tree',
      keys: ['/'],
      local: true,
      run: () => (app.tree.finding = true),
      reason: () => (app.tree.tree ? undefined : m.window_no_chat()),
    },
    {
      id: 'touches-file',
      title: m.tree_filter_file(),
      group: 'Tree',
      keys: ['p'],
      run: () => app.tree.touched.start(),
      reason: () => app.tree.touched.reason,
    },
    paneKey('tree-down', m.tree_key_down(), 'Tree', ['ArrowDown', 'j']),
    paneKey('tree-up', m.tree_key_up(), 'Tree', ['ArrowUp', 'k']),
    paneKey('tree-first', m.tree_key_first(), 'Tree', ['Home']),
    paneKey('tree-last', m.tree_key_last(), 'Tree', ['End']),
    paneKey('tree-parent', m.tree_key_parent(), 'Tree', ['ArrowLeft', 'h']),
    paneKey('tree-child', m.tree_key_child(), 'Tree', ['ArrowRight']),
    paneKey('tree-along-down', m.tree_key_along_down(), 'Tree', ['Alt+ArrowDown']),
    paneKey('tree-along-up', m.tree_key_along_up(), 'Tree', ['Alt+ArrowUp']),
    paneKey('tree-next-leaf', m.tree_key_next_leaf(), 'Tree', ['l']),
    paneKey('tree-previous-leaf', m.tree_key_previous_leaf(), 'Tree', ['Shift+L']),
    paneKey('tree-open', m.tree_key_open(), 'Tree', ['Space']),
    paneKey('tree-to-thread', m.tree_key_to_thread(), 'Tree', ['f', 'Shift+F']),
    paneKey('tree-resume', m.tree_key_resume(), 'Tree', ['Enter']),
  ];
}

import type { AppState } from '../../model/app.svelte';
import { type Command, commandsOf, paneKey } from '../../lib/keys/registry.svelte';
import { m } from '../../lib/messages';

/** The commands of the tree. */
export function treeCommands(app: AppState): Command[] {
  const zoom = (by: 1 | -1) => {
    const steps = ['dense', 'compact', 'comfortable'] as const;
    const at = steps.indexOf(app.settings.value.treeDensity) + by;
    const next = steps[Math.min(2, Math.max(0, at))];
    if (next) app.settings.set({ treeDensity: next });
  };
  const command = commandsOf('Tree');
  return [
    command(
      'superseded',
      m.tree_toggle_superseded(),
      ['s'],
      () => (app.tree.view.showSuperseded = !app.tree.view.showSuperseded),
      { reason: () => (app.tree.branches.supersededCount > 0 ? undefined : m.tree_no_superseded()) },
    ),
    command('tree-spread', m.tree_toggle_spread(), [], () => (app.tree.view.spread = !app.tree.view.spread), {
      reason: () => (app.tree.view.bundles ? undefined : m.tree_no_bundle()),
    }),
    command('tree-larger', m.tree_rows_larger(), ['$mod+Alt+Equal'], () => zoom(1)),
    command('tree-smaller', m.tree_rows_smaller(), ['$mod+Alt+Minus'], () => zoom(-1)),
    command(
      'compare',
      m.tree_compare(),
      ['c'],
      () => {
        const target = app.layers.session?.target;
        app.compare.pick(target?.kind === 'node' ? target.segment : undefined);
      },
      { reason: () => app.compare.reason },
    ),
    command('find-in-tree', m.tree_find(), ['/'], () => (app.tree.finding = true), {
      reason: () => (app.tree.tree ? undefined : m.word_no_chat_is_open()),
      local: true,
    }),
    command('touches-file', m.tree_filter_file(), ['p'], () => app.tree.touched.start(), {
      reason: () => app.tree.touched.reason,
    }),
    paneKey('tree-down', m.word_next_row(), 'Tree', ['ArrowDown', 'j']),
    paneKey('tree-up', m.word_previous_row(), 'Tree', ['ArrowUp', 'k']),
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
    paneKey('tree-resume', m.word_continue_from_here(), 'Tree', ['Enter']),
  ];
}

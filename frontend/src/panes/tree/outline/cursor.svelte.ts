import { toBackendError } from '../../../lib/backend/call';
import { m } from '../../../lib/messages';
import { middle, shortPath } from '../../../lib/text';
import type { AppState } from '../../../model/app.svelte';
import type { Lead } from '../../../model/shell/layers.svelte';
import { askAt, wishAt } from '../../../model/target';

/** The current prompt in an outline, and the actions on prompts. */
export interface TurnCursor {
  readonly here: number;
  go(turn: number): void;
  /** Scrolls to a row of the thread, and expands it. */
  open(row: number): void;
  /** Opens the menu of a prompt. */
  menu(turn: number, x: number, y: number): Promise<void>;
  /** Shows the plan for continuing after a prompt. */
  goOn(turn: number): void;
}

/** The most files, failed calls and agents that a menu leads to, of each. */
const MOST = 4;

/** Must be called while a component initialises. */
export function turnCursor(app: AppState): TurnCursor {
  const { thread } = app;
  /**
   * The prompt that was chosen: at the end of a thread it may never reach the top of the view. It stays current
   * while any row of its turn is in view, also while rows are measured.
   */
  let aimed = $state<number | null>(null);
  /** The number of requested menus; only the last request opens one. */
  let menus = 0;
  const here = $derived(
    aimed ?? (thread.scroll.atEnd ? (thread.skeleton?.turns.length ?? 0) - 1 : thread.turnIndex),
  );
  $effect(() => {
    const [first, last] = thread.scroll.inView;
    const turns = thread.skeleton?.turns.rows;
    if (aimed === null || thread.scroll.settling) return;
    const from = turns?.[aimed] ?? Infinity;
    const to = turns?.[aimed + 1] ?? Infinity;
    if (from > last || to <= first) aimed = null;
  });
  const open = (row: number) => {
    thread.opened.toggle(`r${row}`, true);
    app.nav.reveal([row]);
  };
  /** The files, failed calls and agents of a turn, which the outline shows for the mouse. */
  function leadsOf(turn: number): Lead[] {
    const { files = [], failed = [], agents = [] } = app.outline.work(turn) ?? {};
    const project = app.tree.tree?.project ?? '';
    const lead = (row: number, label: string): Lead => ({ label, open: () => open(row) });
    return [
      ...files
        .slice(0, MOST)
        .map(({ row, path }) => lead(row, m.outline_go_to({ name: shortPath(path, project) }))),
      ...failed
        .slice(0, MOST)
        .map(({ row, label }) => lead(row, m.outline_go_to_failed({ name: middle(label, 44) }))),
      ...agents
        .slice(0, MOST)
        .map(({ row, label }) =>
          lead(
            row,
            label === '' ? m.outline_go_to_agents() : m.outline_go_to_agent({ name: middle(label, 44) }),
          ),
        ),
    ];
  }
  return {
    get here() {
      return here;
    },
    go(turn) {
      const row = thread.skeleton?.turns.rows[turn];
      if (row === undefined) return;
      app.nav.jump(row);
      aimed = turn;
    },
    open,
    async menu(turn, x, y) {
      const at = thread.skeleton?.turns.rows[turn];
      if (at === undefined) return;
      const asked = ++menus;
      try {
        const row = await thread.pages.readRow(at);
        if (row && asked === menus)
          app.layers.row = { row, agent: null, x, y, pane: 'tree', leads: leadsOf(turn) };
      } catch (error) {
        app.say(m.outline_menu_failed({ why: toBackendError(error).message }));
      }
    },
    goOn: (turn) => askAt(app, wishAt(app, { kind: 'turn', turn })),
  };
}

import { toBackendError } from '../../../lib/backend/call';
import { m } from '../../../lib/messages';
import type { AppState } from '../../../model/app.svelte';
import { askAt, placeOf } from '../../../model/target';

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
    open(row) {
      thread.opened.toggle(`r${row}`, true);
      app.nav.reveal([row]);
    },
    async menu(turn, x, y) {
      const at = thread.skeleton?.turns.rows[turn];
      if (at === undefined) return;
      const asked = ++menus;
      try {
        const row = await thread.readRow(at);
        if (row && asked === menus) app.layers.row = { row, agent: null, x, y, pane: 'tree' };
      } catch (error) {
        app.say(m.outline_menu_failed({ why: toBackendError(error).message }));
      }
    },
    goOn: (turn) => askAt(app, placeOf(app, { kind: 'turn', turn })),
  };
}

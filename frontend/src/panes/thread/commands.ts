import type { AppState } from '../../model/app.svelte';
import { commandsOf, type Command } from '../../lib/keys/registry.svelte';
import { m } from '../../lib/messages';
import { Copying } from './copying';
import type { AtHand } from './at-hand';
import { showFoundRaw } from './found';
import { hasTurn, searchLike } from '../../model/like';
import { showInternal } from '../../model/thread/internal-agents';

/** Commands for the row at hand, and for records outside the conversation. */
export function rowCommands(app: AppState, atHand: AtHand, noThread: () => string | undefined): Command[] {
  const copying = new Copying(app, atHand);
  const command = commandsOf('Thread');
  return [
    command(
      'raw',
      m.thread_show_raw(),
      ['v'],
      () => {
        const row = atHand.row;
        if (row && app.thread.target) app.raw.show(row.session ?? app.thread.target.session, row.uuid);
      },
      { reason: noThread },
    ),
    command('agent-alone', m.thread_agent_open(), ['a'], () => void atHand.openAgent(atHand.agent), {
      reason: () => noThread() ?? (atHand.agent ? undefined : m.thread_no_agent_in_view()),
    }),
    command('agent-leave', m.thread_agent_close(), ['Escape'], () => void atHand.leaveAgent(), {
      reason: () => (app.thread.agents.length > 0 ? undefined : m.thread_no_agent_open()),
      local: true,
    }),
    command(
      'internal-agents',
      m.thread_toggle_internal(),
      [],
      () => showInternal(app, !app.settings.value.showInternal),
      { reason: () => noThread() ?? (app.thread.skeleton?.internal ? undefined : m.thread_no_internal()) },
    ),
    command(
      'sides',
      m.thread_show_sides(),
      [],
      () => {
        if (app.thread.target) void app.raw.list(app.thread.target.session);
      },
      { reason: noThread },
    ),
    command(
      'bad-lines',
      m.thread_show_unreadable(),
      [],
      () => {
        if (app.thread.target) void app.raw.list(app.thread.target.session, 'bad');
      },
      { reason: noThread },
    ),
    command('found-raw', m.thread_show_found_raw(), [], () => showFoundRaw(app, atHand), {
      reason: () => (app.thread.found ? noThread() : m.thread_no_match()),
    }),
    command('turns-like', m.search_like(), [], () => void searchLike(app), {
      reason: () => (hasTurn(app) ? undefined : (noThread() ?? m.search_like_no_turn())),
    }),
    command('copy-row', m.thread_copy_row(), ['Shift+C'], () => void copying.row(), { reason: noThread }),
    command('copy-selection', m.thread_copy_selection(), ['Shift+S'], () => void copying.selection(), {
      reason: () => noThread() ?? (atHand.selected ? undefined : m.thread_copy_nothing()),
    }),
    command('copy-turn', m.thread_copy_turn(), ['Shift+T'], () => void copying.turn(), { reason: noThread }),
    command('copy-link', m.thread_copy_link(), ['Shift+Y'], () => void copying.link(), { reason: noThread }),
  ];
}

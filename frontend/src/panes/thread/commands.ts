import type { AppState } from '../../model/app.svelte';
import type { Command } from '../../lib/keys/registry.svelte';
import { m } from '../../lib/messages';
import { Copying } from './copying';
import type { AtHand } from './at-hand';
import { showFoundRaw } from './found';
import { hasTurn, searchLike } from '../../model/like';
import { showInternal } from '../../model/thread/internal-agents';

/** Commands for the row at hand, and for records outside the conversation. */
export function rowCommands(app: AppState, atHand: AtHand, noThread: () => string | undefined): Command[] {
  const copying = new Copying(app, atHand);
  return [
    {
      id: 'raw',
      title: m.thread_show_raw(),
      group: 'Thread',
      keys: ['v'],
      run: () => {
        const row = atHand.row;
        if (row && app.thread.target) app.raw.show(row.session ?? app.thread.target.session, row.uuid);
      },
      reason: noThread,
    },
    {
      id: 'agent-alone',
      title: m.thread_agent_open(),
      group: 'Thread',
      keys: ['a'],
      run: () => void atHand.openAgent(atHand.agent),
      reason: () => noThread() ?? (atHand.agent ? undefined : m.thread_no_agent_in_view()),
    },
    {
      id: 'agent-leave',
      title: m.thread_agent_close(),
      group: 'Thread',
      keys: ['Escape'],
      local: true,
      run: () => void atHand.leaveAgent(),
      reason: () => (app.thread.agents.length > 0 ? undefined : m.thread_no_agent_open()),
    },
    {
      id: 'internal-agents',
      title: m.thread_toggle_internal(),
      group: 'Thread',
      run: () => showInternal(app, !app.settings.value.showInternal),
      reason: () => noThread() ?? (app.thread.skeleton?.internal ? undefined : m.thread_no_internal()),
    },
    {
      id: 'sides',
      title: m.thread_show_sides(),
      group: 'Thread',
      run: () => {
        if (app.thread.target) void app.raw.list(app.thread.target.session);
      },
      reason: noThread,
    },
    {
      id: 'bad-lines',
      title: m.thread_show_unreadable(),
      group: 'Thread',
      run: () => {
        if (app.thread.target) void app.raw.list(app.thread.target.session, 'bad');
      },
      reason: noThread,
    },
    {
      id: 'found-raw',
      title: m.thread_show_found_raw(),
      group: 'Thread',
      run: () => showFoundRaw(app, atHand),
      reason: () => (app.thread.shown ? noThread() : m.thread_no_match()),
    },
    {
      id: 'turns-like',
      title: m.search_like(),
      group: 'Thread',
      run: () => void searchLike(app),
      reason: () => (hasTurn(app) ? undefined : (noThread() ?? m.search_like_no_turn())),
    },
    {
      id: 'copy-row',
      title: m.thread_copy_row(),
      group: 'Thread',
      keys: ['Shift+C'],
      run: () => void copying.row(),
      reason: noThread,
    },
    {
      id: 'copy-selection',
      title: m.thread_copy_selection(),
      group: 'Thread',
      keys: ['Shift+S'],
      run: () => void copying.selection(),
      reason: () => noThread() ?? (atHand.selected ? undefined : m.thread_copy_nothing()),
    },
    {
      id: 'copy-turn',
      title: m.thread_copy_turn(),
      group: 'Thread',
      keys: ['Shift+T'],
      run: () => void copying.turn(),
      reason: noThread,
    },
    {
      id: 'copy-link',
      title: m.thread_copy_link(),
      group: 'Thread',
      keys: ['Shift+Y'],
      run: () => void copying.link(),
      reason: noThread,
    },
  ];
}

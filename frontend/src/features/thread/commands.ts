import type { Command } from '../../lib/keys/registry.svelte';
import { Copying, type CopyingHost } from './copying';
import { showFoundRaw } from '../raw/found';
import { showInternal } from './internal';
import type { RawState } from '../raw/raw.svelte';
import type { SettingsState } from '../settings/settings.svelte';
import type { Alone } from './alone';
import type { FindState } from './find.svelte';

/** What can be done with a row needs so much of the window. */
export interface RowsHost extends CopyingHost {
  readonly alone: Alone;
  readonly find: FindState;
  readonly raw: RawState;
  readonly settings: SettingsState;
}

/** What can be done with the row at hand, or with the records that no row shows. */
export function rowCommands(app: RowsHost, noThread: () => string | undefined): Command[] {
  const copying = new Copying(app);
  return [
    {
      id: 'raw',
      title: 'Show the raw record of this row',
      group: 'Thread',
      keys: ['v'],
      run: () => {
        const row = app.atHand.row;
        if (row && app.thread.target) app.raw.show(row.session ?? app.thread.target.session, row.uuid);
      },
      reason: noThread,
    },
    {
      id: 'agent-alone',
      title: 'Open this agent alone',
      group: 'Thread',
      keys: ['a'],
      run: () => void app.alone.open(app.alone.atHand),
      reason: () => noThread() ?? (app.alone.atHand ? undefined : 'no agent is in view'),
    },
    {
      id: 'agent-leave',
      title: 'Leave this agent',
      group: 'Thread',
      keys: ['Escape'],
      local: true,
      run: () => void app.alone.leave(),
      reason: () => (app.thread.agents.length > 0 ? undefined : 'no agent is open alone'),
    },
    {
      id: 'internal-agents',
      title: 'Show or hide internal agents',
      group: 'Thread',
      run: () => showInternal(app, !app.settings.value.showInternal),
      reason: () =>
        noThread() ?? (app.thread.skeleton?.internal ? undefined : 'this session has no internal agents'),
    },
    {
      id: 'sides',
      title: 'Records beside the conversation',
      group: 'Thread',
      run: () => {
        if (app.thread.target) void app.raw.list(app.thread.target.session);
      },
      reason: noThread,
    },
    {
      id: 'bad-lines',
      title: 'Lines that hold no record',
      group: 'Thread',
      run: () => {
        if (app.thread.target) void app.raw.list(app.thread.target.session, 'bad');
      },
      reason: noThread,
    },
    {
      id: 'found-raw',
      title: 'Show the raw record of what was found',
      group: 'Thread',
      run: () => showFoundRaw(app),
      reason: () => (app.thread.shown ? noThread() : 'Nothing was looked for in this thread.'),
    },
    {
      id: 'copy-row',
      title: 'Copy this row as Markdown',
      group: 'Thread',
      keys: ['Shift+C'],
      run: () => void copying.row(),
      reason: noThread,
    },
    {
      id: 'copy-selection',
      title: 'Copy the selection as Markdown',
      group: 'Thread',
      keys: ['Shift+S'],
      run: () => void copying.selection(),
      reason: () => noThread() ?? (app.atHand.selected ? undefined : 'Nothing of the thread is selected.'),
    },
    {
      id: 'copy-turn',
      title: 'Copy this turn as Markdown',
      group: 'Thread',
      keys: ['Shift+T'],
      run: () => void copying.turn(),
      reason: noThread,
    },
    {
      id: 'copy-link',
      title: 'Copy a link to this row',
      group: 'Thread',
      keys: ['Shift+Y'],
      run: () => void copying.link(),
      reason: noThread,
    },
  ];
}

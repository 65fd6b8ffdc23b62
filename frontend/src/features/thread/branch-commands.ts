import { type Command, paneKey } from '../../lib/keys/registry.svelte';
import { noThreadComes, reasons } from '../../reasons';
import { rowCommands, type RowsHost } from './commands';
import { goToNotable } from './cursor';
import type { Outside } from '../../outside';
import type { Panes } from '../../panes';
import type { ExportState } from '../export/export.svelte';
import type { TreeState } from '../tree/tree.svelte';
import type { OpenBranch } from './branch.svelte';

interface Host extends RowsHost {
  readonly branch: OpenBranch;
  readonly exporting: Pick<ExportState, 'ask'>;
  readonly outside: Outside;
  readonly panes: Panes;
  readonly tree: Pick<TreeState, 'loading'>;
}

/** What can be done with the branch that is open. */
export function branchCommands(app: Host): Command[] {
  const { noThread, noSession } = reasons(app);
  return [
    {
      id: 'find',
      title: 'Find in this branch',
      group: 'Thread',
      keys: ['$mod+f'],
      everywhere: true,
      run: () => {
        app.find.start();
        app.panes.writeInto('find');
      },
      reason: () => noThreadComes(app),
    },
    {
      id: 'find-next',
      title: 'Next place found',
      group: 'Thread',
      keys: ['F3', '$mod+g'],
      everywhere: true,
      run: () => app.find.step(1),
      reason: () => (app.find.open ? undefined : 'nothing is looked for'),
    },
    {
      id: 'find-previous',
      title: 'Previous place found',
      group: 'Thread',
      keys: ['Shift+F3', '$mod+Shift+g'],
      everywhere: true,
      run: () => app.find.step(-1),
      reason: () => (app.find.open ? undefined : 'nothing is looked for'),
    },
    {
      id: 'next-prompt',
      title: 'Next prompt',
      group: 'Thread',
      keys: [']'],
      run: () => app.thread.jumpTurn(1),
      reason: noThread,
    },
    {
      id: 'previous-prompt',
      title: 'Previous prompt',
      group: 'Thread',
      keys: ['['],
      run: () => app.thread.jumpTurn(-1),
      reason: noThread,
    },
    {
      id: 'next-notable',
      title: 'Next failure or edit',
      group: 'Thread',
      keys: ['n'],
      run: () => {
        if (!goToNotable(app.thread, 1)) app.say('Nothing failed and nothing was written further on');
      },
      reason: noThread,
    },
    {
      id: 'previous-notable',
      title: 'Previous failure or edit',
      group: 'Thread',
      keys: ['Shift+N'],
      run: () => {
        if (!goToNotable(app.thread, -1)) app.say('Nothing failed and nothing was written before');
      },
      reason: noThread,
    },
    paneKey('thread-down', 'Next row', 'Thread', ['j']),
    paneKey('thread-up', 'Previous row', 'Thread', ['k']),
    paneKey('thread-open', 'Open the row, enter its agent', 'Thread', ['Enter']),
    paneKey('thread-peek', 'Peek into the row', 'Thread', ['Space']),
    paneKey('thread-to-tree', 'To the tree', 'Thread', ['ArrowLeft', 'h']),
    {
      id: 'outline',
      title: 'Unfold the prompts of the node in the tree',
      group: 'Thread',
      keys: ['o'],
      run: () => app.settings.set({ outline: !app.settings.value.outline }),
    },
    {
      id: 'top',
      title: 'To the beginning',
      group: 'Thread',
      keys: ['g g'],
      run: () => app.thread.place.jumpTo(0),
      reason: noThread,
    },
    {
      id: 'bottom',
      title: 'To the end',
      group: 'Thread',
      keys: ['Shift+G'],
      run: () => app.thread.place.jumpTo('end'),
      reason: noThread,
    },
    {
      id: 'follow',
      title: 'Follow what is written, or stay',
      group: 'Thread',
      keys: ['.'],
      run: () => app.thread.place.toggleFollow(),
      reason: noThread,
    },
    {
      id: 'thinking',
      title: 'Show or hide thinking',
      group: 'Thread',
      keys: ['t'],
      run: () => app.settings.set({ showThinking: !app.settings.value.showThinking }),
    },
    {
      id: 'text-larger',
      title: 'Larger text in the thread',
      group: 'Thread',
      keys: ['$mod+Equal', '$mod+Shift+Equal'],
      everywhere: true,
      run: () => app.settings.resizeText(1),
    },
    {
      id: 'text-smaller',
      title: 'Smaller text in the thread',
      group: 'Thread',
      keys: ['$mod+Minus'],
      everywhere: true,
      run: () => app.settings.resizeText(-1),
    },
    {
      id: 'text-usual',
      title: 'Text of the thread in its usual size',
      group: 'Thread',
      keys: ['$mod+0'],
      everywhere: true,
      run: () => app.settings.resizeText(0),
    },
    {
      id: 'wrap',
      title: 'Break or scroll long lines',
      group: 'Thread',
      keys: ['w'],
      run: () => app.settings.set({ wrap: !app.settings.value.wrap }),
    },
    {
      id: 'diff',
      title: 'Changes in one or two columns',
      group: 'Thread',
      run: () => app.settings.set({ diff: app.settings.value.diff === 'split' ? 'unified' : 'split' }),
    },
    {
      id: 'expand',
      title: 'Open all tool calls',
      group: 'Thread',
      keys: ['e'],
      run: () => app.thread.opened.expandAll(true),
      reason: noThread,
    },
    {
      id: 'collapse',
      title: 'Close all tool calls',
      group: 'Thread',
      keys: ['Shift+E'],
      run: () => app.thread.opened.expandAll(false),
      reason: noThread,
    },
    ...rowCommands(app, noThread),
    {
      id: 'copy-id',
      title: 'Copy the session id',
      group: 'Thread',
      run: () => {
        if (app.branch.session) void app.outside.copy(app.branch.session.id, 'Session id');
      },
      reason: noSession,
    },
    {
      id: 'export',
      title: 'Export…',
      group: 'Thread',
      keys: ['$mod+e'],
      run: () => app.exporting.ask(),
      reason: noThread,
    },
    {
      id: 'reveal',
      title: 'Show the file in the file manager',
      group: 'Thread',
      run: () => {
        if (app.branch.session) void app.outside.reveal(app.branch.session.id);
      },
      reason: noSession,
    },
  ];
}

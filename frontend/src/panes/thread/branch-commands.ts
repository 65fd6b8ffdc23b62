import { toBackendError } from '../../lib/backend/call';
import type { AppState } from '../../model/app.svelte';
import { type Command, paneKey } from '../../lib/keys/registry.svelte';
import { m } from '../../lib/messages';
import { noThreadComes, reasons } from '../../model/reasons';
import { sessionOf } from '../../model/target';
import type { AtHand } from './at-hand';
import { rowCommands } from './commands';
import { goToEdit, goToFailure } from './cursor';

/** Commands for the open branch. */
export function branchCommands(app: AppState, atHand: AtHand): Command[] {
  const { noThread, noTarget } = reasons(app);
  const toEdit = async (by: 1 | -1, none: string) => {
    try {
      if (!(await goToEdit(app.thread, by))) app.say(none);
    } catch (error) {
      app.say(m.thread_edits_failed({ why: toBackendError(error).message }));
    }
  };
  return [
    {
      id: 'find',
      title: m.find_in_branch(),
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
      title: m.find_next(),
      group: 'Thread',
      keys: ['F3', '$mod+g'],
      everywhere: true,
      run: () => app.find.step(1),
      reason: () => (app.find.open ? undefined : m.find_not_open()),
    },
    {
      id: 'find-previous',
      title: m.find_previous(),
      group: 'Thread',
      keys: ['Shift+F3', '$mod+Shift+g'],
      everywhere: true,
      run: () => app.find.step(-1),
      reason: () => (app.find.open ? undefined : m.find_not_open()),
    },
    {
      id: 'next-prompt',
      title: m.thread_next_prompt(),
      group: 'Thread',
      keys: [']'],
      run: () => app.nav.jumpTurn(1),
      reason: noThread,
    },
    {
      id: 'previous-prompt',
      title: m.thread_previous_prompt(),
      group: 'Thread',
      keys: ['['],
      run: () => app.nav.jumpTurn(-1),
      reason: noThread,
    },
    {
      id: 'next-failure',
      title: m.thread_next_failure(),
      group: 'Thread',
      keys: ['n'],
      run: () => {
        if (!goToFailure(app.thread, 1)) app.say(m.thread_no_next_failure());
      },
      reason: noThread,
    },
    {
      id: 'previous-failure',
      title: m.thread_previous_failure(),
      group: 'Thread',
      keys: ['Shift+N'],
      run: () => {
        if (!goToFailure(app.thread, -1)) app.say(m.thread_no_previous_failure());
      },
      reason: noThread,
    },
    {
      id: 'next-edit',
      title: m.thread_next_edit(),
      group: 'Thread',
      keys: ['u'],
      run: () => void toEdit(1, m.thread_no_next_edit()),
      reason: noThread,
    },
    {
      id: 'previous-edit',
      title: m.thread_previous_edit(),
      group: 'Thread',
      keys: ['Shift+U'],
      run: () => void toEdit(-1, m.thread_no_previous_edit()),
      reason: noThread,
    },
    paneKey('thread-down', m.thread_next_row(), 'Thread', ['j']),
    paneKey('thread-up', m.thread_previous_row(), 'Thread', ['k']),
    paneKey('thread-open', m.thread_open_row(), 'Thread', ['Enter']),
    paneKey('thread-peek', m.thread_toggle_row(), 'Thread', ['Space']),
    paneKey('thread-to-tree', m.thread_to_tree(), 'Thread', ['ArrowLeft', 'h']),
    {
      id: 'outline',
      title: m.thread_toggle_outline(),
      group: 'Thread',
      keys: ['o'],
      run: () => app.settings.set({ outline: !app.settings.value.outline }),
    },
    {
      id: 'top',
      title: m.thread_top(),
      group: 'Thread',
      keys: ['g g'],
      run: () => app.nav.jump(0),
      reason: noThread,
    },
    {
      id: 'bottom',
      title: m.thread_bottom(),
      group: 'Thread',
      keys: ['Shift+G'],
      run: () => app.nav.jump('end'),
      reason: noThread,
    },
    {
      id: 'follow',
      title: m.thread_toggle_auto_scroll(),
      group: 'Thread',
      keys: ['.'],
      run: () => app.thread.scroll.toggleFollow(),
      reason: noThread,
    },
    {
      id: 'thinking',
      title: m.thread_toggle_thinking(),
      group: 'Thread',
      keys: ['t'],
      run: () => app.settings.set({ showThinking: !app.settings.value.showThinking }),
    },
    {
      id: 'text-larger',
      title: m.thread_text_larger(),
      group: 'Thread',
      keys: ['$mod+Equal', '$mod+Shift+Equal'],
      everywhere: true,
      run: () => app.settings.resizeText(1),
    },
    {
      id: 'text-smaller',
      title: m.thread_text_smaller(),
      group: 'Thread',
      keys: ['$mod+Minus'],
      everywhere: true,
      run: () => app.settings.resizeText(-1),
    },
    {
      id: 'text-usual',
      title: m.thread_text_reset(),
      group: 'Thread',
      keys: ['$mod+0'],
      everywhere: true,
      run: () => app.settings.resizeText(0),
    },
    {
      id: 'wrap',
      title: m.thread_toggle_wrap(),
      group: 'Thread',
      keys: ['w'],
      run: () => app.settings.set({ wrap: !app.settings.value.wrap }),
    },
    {
      id: 'diff',
      title: m.thread_toggle_diff(),
      group: 'Thread',
      run: () => app.settings.set({ diff: app.settings.value.diff === 'split' ? 'unified' : 'split' }),
    },
    {
      id: 'expand',
      title: m.thread_expand_all(),
      group: 'Thread',
      keys: ['e'],
      run: () => app.thread.opened.expandAll(true),
      reason: noThread,
    },
    {
      id: 'collapse',
      title: m.thread_collapse_all(),
      group: 'Thread',
      keys: ['Shift+E'],
      run: () => app.thread.opened.expandAll(false),
      reason: noThread,
    },
    ...rowCommands(app, atHand, noThread),
    {
      id: 'copy-id',
      title: m.thread_copy_id(),
      group: 'Thread',
      run: () => {
        const session = sessionOf(app);
        if (session !== null) void app.outside.copyText(session, m.thread_copied_id());
      },
      reason: noTarget,
    },
    {
      id: 'export',
      title: m.thread_export(),
      group: 'Thread',
      keys: ['$mod+e'],
      run: () => {
        const target = app.layers.session?.target;
        if (target?.kind === 'node') app.nav.openSegment(target.segment, 'end');
        else if (target?.kind === 'chat' && target.chat !== app.chatId)
          void app.nav.wish({ chat: target.chat });
        void app.nav.arrival().then((shown) => {
          if (shown) app.exporting.ask();
        });
      },
      reason: noThread,
    },
    {
      id: 'reveal',
      title: m.thread_reveal(),
      group: 'Thread',
      run: () => {
        const session = sessionOf(app);
        if (session !== null) void app.outside.reveal(session);
      },
      reason: noTarget,
    },
  ];
}

import { toBackendError } from '../../lib/backend/call';
import type { AppState } from '../../model/app.svelte';
import { type Command, commandsOf, paneKey } from '../../lib/keys/registry.svelte';
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
  const command = commandsOf('Thread');
  return [
    command(
      'find',
      m.find_in_branch(),
      ['$mod+f'],
      () => {
        app.find.start();
        app.panes.writeInto('find');
      },
      { reason: () => noThreadComes(app), everywhere: true },
    ),
    command('find-next', m.find_next(), ['F3', '$mod+g'], () => app.find.step(1), {
      reason: () => (app.find.open ? undefined : m.find_not_open()),
      everywhere: true,
    }),
    command('find-previous', m.find_previous(), ['Shift+F3', '$mod+Shift+g'], () => app.find.step(-1), {
      reason: () => (app.find.open ? undefined : m.find_not_open()),
      everywhere: true,
    }),
    command('next-prompt', m.thread_next_prompt(), [']'], () => app.nav.jumpTurn(1), { reason: noThread }),
    command('previous-prompt', m.thread_previous_prompt(), ['['], () => app.nav.jumpTurn(-1), {
      reason: noThread,
    }),
    command(
      'next-failure',
      m.thread_next_failure(),
      ['n'],
      () => {
        if (!goToFailure(app.thread, 1)) app.say(m.thread_no_next_failure());
      },
      { reason: noThread },
    ),
    command(
      'previous-failure',
      m.thread_previous_failure(),
      ['Shift+N'],
      () => {
        if (!goToFailure(app.thread, -1)) app.say(m.thread_no_previous_failure());
      },
      { reason: noThread },
    ),
    command('next-edit', m.thread_next_edit(), ['u'], () => void toEdit(1, m.thread_no_next_edit()), {
      reason: noThread,
    }),
    command(
      'previous-edit',
      m.thread_previous_edit(),
      ['Shift+U'],
      () => void toEdit(-1, m.thread_no_previous_edit()),
      { reason: noThread },
    ),
    paneKey('thread-down', m.word_next_row(), 'Thread', ['j']),
    paneKey('thread-up', m.word_previous_row(), 'Thread', ['k']),
    paneKey('thread-open', m.thread_open_row(), 'Thread', ['Enter']),
    paneKey('thread-peek', m.thread_toggle_row(), 'Thread', ['Space']),
    paneKey('thread-to-tree', m.thread_to_tree(), 'Thread', ['ArrowLeft', 'h']),
    command('outline', m.thread_toggle_outline(), ['o'], () =>
      app.settings.set({ outline: !app.settings.value.outline }),
    ),
    command('top', m.thread_top(), ['g g'], () => app.nav.jump(0), { reason: noThread }),
    command('bottom', m.thread_bottom(), ['Shift+G'], () => app.nav.jump('end'), { reason: noThread }),
    command('follow', m.thread_toggle_auto_scroll(), ['.'], () => app.thread.scroll.toggleFollow(), {
      reason: noThread,
    }),
    command('thinking', m.thread_toggle_thinking(), ['t'], () =>
      app.settings.set({ showThinking: !app.settings.value.showThinking }),
    ),
    command('wrap', m.thread_toggle_wrap(), ['w'], () =>
      app.settings.set({ wrap: !app.settings.value.wrap }),
    ),
    command('diff', m.thread_toggle_diff(), [], () =>
      app.settings.set({ diff: app.settings.value.diff === 'split' ? 'unified' : 'split' }),
    ),
    command('expand', m.thread_expand_all(), ['e'], () => app.thread.opened.expandAll(true), {
      reason: noThread,
    }),
    command('collapse', m.thread_collapse_all(), ['Shift+E'], () => app.thread.opened.expandAll(false), {
      reason: noThread,
    }),
    ...rowCommands(app, atHand, noThread),
    command(
      'copy-id',
      m.thread_copy_id(),
      [],
      () => {
        const session = sessionOf(app);
        if (session !== null) void app.outside.copyText(session, m.thread_copied_id());
      },
      { reason: noTarget },
    ),
    command(
      'export',
      m.word_export(),
      ['$mod+e'],
      () => {
        const target = app.layers.session?.target;
        if (target?.kind === 'node') app.nav.openSegment(target.segment, 'end');
        else if (target?.kind === 'chat' && target.chat !== app.chatId)
          void app.nav.wish({ chat: target.chat });
        void app.nav.arrival().then((shown) => {
          if (shown) app.exporting.ask();
        });
      },
      { reason: noThread },
    ),
    command(
      'reveal',
      m.thread_reveal(),
      [],
      () => {
        const session = sessionOf(app);
        if (session !== null) void app.outside.reveal(session);
      },
      { reason: noTarget },
    ),
  ];
}

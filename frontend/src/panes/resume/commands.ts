import { toBackendError } from '../../lib/backend/call';
import type { Wish } from '../../lib/backend/types';
import type { AppState } from '../../model/app.svelte';
import { commandsOf, type Command } from '../../lib/keys/registry.svelte';
import { m } from '../../lib/messages';
import { reasons } from '../../model/reasons';
import { newest } from '../../model/search/newest';
import { askAt, hasPrompt, wishAt, promptOf, sessionOf, wholeSession, withWish } from '../../model/target';

/** The whole session: of the chat whose menu is open, else the open branch. */
function wholeOf(app: AppState): Promise<Wish | null> {
  const { session } = app.layers;
  return Promise.resolve(
    session?.target.kind === 'chat' ? { session: session.target.session } : wholeSession(app),
  );
}

/** The commands that resume, continue or fork. */
export function resumeCommands(app: AppState): Command[] {
  const { noTarget } = reasons(app);
  const command = commandsOf('Resume');
  return [
    command('resume', m.resume_session(), ['r', '$mod+Enter'], () => askAt(app, wholeOf(app)), {
      reason: noTarget,
    }),
    command(
      'resume-newest',
      m.resume_newest(),
      [],
      () => {
        const { project } = app.tree.tree ?? {};
        const chat = newest(
          app.sidebar.chats.filter((c) => c.project === project),
          1,
        )[0];
        if (chat) void app.resume.ask({ session: chat.newestLeaf });
      },
      { reason: () => (app.tree.tree ? undefined : m.word_no_chat_is_open()) },
    ),
    command('continue-here', m.resume_continue(), ['b'], () => askAt(app, wishAt(app)), {
      reason: noTarget,
    }),
    command('ask-differently', m.resume_edit_prompt(), ['d'], () => askAt(app, promptOf(app)), {
      reason: () => noTarget() ?? (hasPrompt(app) ? undefined : m.resume_no_prompt()),
    }),
    command('fork', m.resume_fork(), ['Shift+R'], () => askAt(app, wishAt(app), { fork: true }), {
      reason: noTarget,
    }),
    command(
      'copy-command',
      m.resume_copy(),
      ['y'],
      () => {
        withWish(app, wishAt(app), m.copy_failed, async (wish) => {
          const { command, why } = await app.backend.prepareResume(wish);
          if (command === '') app.say(m.copy_failed({ why }));
          else await app.outside.copyText(command, m.resume_command_copied());
        });
      },
      { reason: noTarget },
    ),
    command(
      'open-terminal',
      m.resume_open_terminal(),
      [],
      () => {
        const session = sessionOf(app);
        if (session === null) return;
        void app.backend.openTerminal(session).catch((error: unknown) => {
          app.say(m.resume_terminal_failed({ why: toBackendError(error).message }));
        });
      },
      { reason: noTarget },
    ),
    command('terminal', m.resume_choose_terminal(), [], () => (app.layers.settings = true)),
  ];
}

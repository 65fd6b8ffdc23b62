import { toBackendError } from '../../lib/backend/call';
import type { Wish } from '../../lib/backend/types';
import type { AppState } from '../../model/app.svelte';
import type { Command } from '../../lib/keys/registry.svelte';
import { m } from '../../lib/messages';
import { reasons } from '../../model/reasons';
import { newest } from '../../model/search/newest';
import { askAt, hasPrompt, placeOf, promptOf, sessionOf, wholeSession, withPlace } from '../../model/target';

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
  return [
    {
      id: 'resume',
      title: m.resume_session(),
      group: 'Resume',
      keys: ['r', '$mod+Enter'],
      run: () => askAt(app, wholeOf(app)),
      reason: noTarget,
    },
    {
      id: 'resume-newest',
      title: m.resume_newest(),
      group: 'Resume',
      run: () => {
        const { project } = app.tree.tree ?? {};
        const chat = newest(
          app.sidebar.chats.filter((c) => c.project === project),
          1,
        )[0];
        if (chat) void app.resume.ask({ session: chat.newestLeaf });
      },
      reason: () => (app.tree.tree ? undefined : m.resume_no_chat()),
    },
    {
      id: 'continue-here',
      title: m.resume_continue(),
      group: 'Resume',
      keys: ['b'],
      run: () => askAt(app, placeOf(app)),
      reason: noTarget,
    },
    {
      id: 'ask-differently',
      title: m.resume_edit_prompt(),
      group: 'Resume',
      keys: ['d'],
      run: () => askAt(app, promptOf(app)),
      reason: () => noTarget() ?? (hasPrompt(app) ? undefined : m.resume_no_prompt()),
    },
    {
      id: 'fork',
      title: m.resume_fork(),
      group: 'Resume',
      keys: ['Shift+R'],
      run: () => askAt(app, placeOf(app), { fork: true }),
      reason: noTarget,
    },
    {
      id: 'copy-command',
      title: m.resume_copy(),
      group: 'Resume',
      keys: ['y'],
      run: () => {
        withPlace(app, placeOf(app), m.copy_failed, async (wish) => {
          const { command, why } = await app.backend.prepareResume(wish);
          if (command === '') app.say(m.copy_failed({ why }));
          else await app.outside.copyText(command, m.resume_command_copied());
        });
      },
      reason: noTarget,
    },
    {
      id: 'open-terminal',
      title: m.resume_open_terminal(),
      group: 'Resume',
      run: () => {
        const session = sessionOf(app);
        if (session === null) return;
        void app.backend.openTerminal(session).catch((error: unknown) => {
          app.say(m.resume_terminal_failed({ why: toBackendError(error).message }));
        });
      },
      reason: noTarget,
    },
    {
      id: 'terminal',
      title: m.resume_choose_terminal(),
      group: 'Resume',
      run: () => (app.layers.settings = true),
    },
  ];
}

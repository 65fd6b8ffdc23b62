import type { AppState } from '../../model/app.svelte';
import type { Command } from '../../lib/keys/registry.svelte';
import { m } from '../../lib/messages';
import { reasons } from '../../model/reasons';
import { newest } from '../../model/search/newest';
import {
  askAt,
  hasPrompt,
  placeAtHand,
  promptAtHand,
  wholeSession,
  withPlace,
} from '../../model/resume/here';

/** The commands that resume, continue or fork. */
export function resumeCommands(app: AppState): Command[] {
  const { noSession } = reasons(app);
  return [
    {
      id: 'resume',
      title: m.resume_session(),
      group: 'Resume',
      keys: ['r', '$mod+Enter'],
      run: () => askAt(app, Promise.resolve(wholeSession(app))),
      reason: noSession,
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
        )[0]?.id;
        if (chat)
          askAt(
            app,
            app.nav.wish({ chat }).then(() => wholeSession(app)),
          );
      },
      reason: () => (app.tree.tree ? undefined : m.resume_no_chat()),
    },
    {
      id: 'continue-here',
      title: m.resume_continue(),
      group: 'Resume',
      keys: ['b'],
      run: () => askAt(app, placeAtHand(app)),
      reason: noSession,
    },
    {
      id: 'ask-differently',
      title: m.resume_edit_prompt(),
      group: 'Resume',
      keys: ['d'],
      run: () => askAt(app, promptAtHand(app)),
      reason: () => noSession() ?? (hasPrompt(app) ? undefined : m.resume_no_prompt()),
    },
    {
      id: 'fork',
      title: m.resume_fork(),
      group: 'Resume',
      keys: ['Shift+R'],
      run: () => askAt(app, placeAtHand(app), { fork: true }),
      reason: noSession,
    },
    {
      id: 'copy-command',
      title: m.resume_copy(),
      group: 'Resume',
      keys: ['y'],
      run: () => {
        withPlace(app, placeAtHand(app), m.copy_failed, async (wish) => {
          const { command, why } = await app.backend.prepareResume(wish);
          if (command === '') app.say(m.copy_failed({ why }));
          else await app.outside.copyText(command, m.resume_command_copied());
        });
      },
      reason: noSession,
    },
    {
      id: 'open-terminal',
      title: m.resume_open_terminal(),
      group: 'Resume',
      run: () => {
        withPlace(app, placeAtHand(app), m.resume_terminal_failed, ({ session }) =>
          app.backend.openTerminal(session),
        );
      },
      reason: noSession,
    },
    {
      id: 'terminal',
      title: m.resume_choose_terminal(),
      group: 'Resume',
      run: () => (app.layers.settings = true),
    },
  ];
}

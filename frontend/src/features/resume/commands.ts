import type { AppState } from '../../app.svelte';
import type { Command } from '../../lib/keys/registry.svelte';
import { reasons } from '../../reasons';

/** The ways to go on with a session. */
export function resumeCommands(app: AppState): Command[] {
  const { noSession, notPossible } = reasons(app);
  const ask = (fork: boolean) => {
    if (app.resumeSession) void app.resume.ask(app.resumeSession.id, fork);
  };
  return [
    {
      id: 'resume',
      title: 'Resume this session…',
      group: 'Resume',
      keys: ['r', '$mod+Enter'],
      run: () => ask(false),
      reason: noSession,
    },
    {
      id: 'fork',
      title: 'Fork this session…',
      group: 'Resume',
      keys: ['Shift+R'],
      run: () => ask(true),
      reason: notPossible,
    },
    {
      id: 'copy-command',
      title: 'Copy the command',
      group: 'Resume',
      keys: ['y'],
      run: () => {
        const session = app.resumeSession;
        if (!session) return;
        app.backend.resumePlan(session.id, false).then(
          (plan) => void app.copy([...plan.env, plan.command].join(' '), 'Command'),
          (e: unknown) => app.say(e instanceof Error ? e.message : 'the command is not known'),
        );
      },
      reason: noSession,
    },
    {
      id: 'terminal',
      title: 'Choose the terminal…',
      group: 'Resume',
      run: () => ask(false),
      reason: noSession,
    },
  ];
}

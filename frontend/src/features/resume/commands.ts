import type { Command } from '../../lib/keys/registry.svelte';
import { reasons } from '../../reasons';
import type { Backend } from '../../lib/backend/backend';
import type { Navigator } from '../../navigator.svelte';
import type { Outside } from '../../outside';
import { newest } from '../palette/newest';
import type { SidebarState } from '../sidebar/sidebar.svelte';
import type { TreeState } from '../tree/tree.svelte';
import { type PlaceHost, askAt, hasPrompt, placeAtHand, promptAtHand, wholeSession, withPlace } from './here';

interface Host extends PlaceHost {
  readonly backend: Backend;
  readonly outside: Pick<Outside, 'copy'>;
  readonly nav: Pick<Navigator, 'wish'>;
  readonly sidebar: SidebarState;
  readonly tree: TreeState;
}

/** The ways to go on, from any place. */
export function resumeCommands(app: Host): Command[] {
  const { noSession } = reasons(app);
  return [
    {
      id: 'resume',
      title: 'Resume this session…',
      group: 'Resume',
      keys: ['r', '$mod+Enter'],
      run: () => askAt(app, Promise.resolve(wholeSession(app))),
      reason: noSession,
    },
    {
      id: 'resume-newest',
      title: 'Resume the newest chat of this project…',
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
      reason: () => (app.tree.tree ? undefined : 'no chat is open'),
    },
    {
      id: 'continue-here',
      title: 'Continue here…',
      group: 'Resume',
      keys: ['b'],
      run: () => askAt(app, placeAtHand(app)),
      reason: noSession,
    },
    {
      id: 'ask-differently',
      title: 'Ask differently…',
      group: 'Resume',
      keys: ['d'],
      run: () => askAt(app, promptAtHand(app)),
      reason: () => noSession() ?? (hasPrompt(app) ? undefined : 'no prompt is at hand'),
    },
    {
      id: 'fork',
      title: 'Fork here…',
      group: 'Resume',
      keys: ['Shift+R'],
      run: () => askAt(app, placeAtHand(app), { fork: true }),
      reason: noSession,
    },
    {
      id: 'copy-command',
      title: 'Copy the command',
      group: 'Resume',
      keys: ['y'],
      run: () => {
        withPlace(app, placeAtHand(app), 'Not copied', async (wish) => {
          const { command, why } = await app.backend.prepareResume(wish);
          if (command === '') app.say(`Not copied: ${why}`);
          else await app.outside.copy(command, 'Command');
        });
      },
      reason: noSession,
    },
    {
      id: 'open-terminal',
      title: 'Open a terminal there',
      group: 'Resume',
      run: () => {
        withPlace(app, placeAtHand(app), 'No terminal', ({ session }) => app.backend.openTerminal(session));
      },
      reason: noSession,
    },
    {
      id: 'terminal',
      title: 'Choose the terminal…',
      group: 'Resume',
      run: () => (app.layers.settings = true),
    },
  ];
}

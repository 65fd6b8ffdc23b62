import type { AppState } from './app.svelte';
import { rowCommands } from './features/thread/commands';
import type { Command } from './lib/keys/registry.svelte';

/** Everything that the window can do, for hotkeys, palette, menus and the key sheet alike. */
export function windowCommands(app: AppState): Command[] {
  const noThread = () => (app.thread.skeleton ? undefined : 'no thread is open');
  const noSession = () => (app.resumeSession ? undefined : 'no session is open');
  const notPossible = () => {
    const session = app.resumeSession;
    if (!session) return 'no session is open';
    return session.resume.possible ? undefined : session.resume.why;
  };
  const ask = (fork: boolean) => {
    if (app.resumeSession) void app.resume.ask(app.resumeSession.id, fork);
  };
  const shown = (title: string, group: Command['group'], keys: string[]): Command => ({
    id: `${group}:${title}`,
    title,
    group,
    keys,
    run: () => undefined,
    local: true,
  });
  const zoom = (by: 1 | -1) => {
    const steps = ['dense', 'compact', 'comfortable'] as const;
    const at = steps.indexOf(app.settings.value.treeDensity) + by;
    const next = steps[Math.min(2, Math.max(0, at))];
    if (next) app.settings.set({ treeDensity: next });
  };
  return [
    {
      id: 'palette',
      title: 'Go to anything',
      group: 'Window',
      keys: ['$mod+k'],
      everywhere: true,
      run: () => (app.palette = !app.palette),
    },
    {
      id: 'search',
      title: 'Search everything',
      group: 'Window',
      keys: ['$mod+Shift+f'],
      everywhere: true,
      run: () => {
        app.search.start();
        app.panes.focus('search');
      },
    },
    {
      id: 'search-here',
      title: 'Search this chat',
      group: 'Window',
      run: () => {
        app.search.setScope('chat');
        app.search.start();
        app.panes.focus('search');
      },
      reason: () => (app.chatId === null ? 'no chat is open' : undefined),
    },
    {
      id: 'pane-1',
      title: 'Go to the chats',
      group: 'Window',
      keys: ['$mod+1'],
      everywhere: true,
      run: () => void app.goTo('sidebar'),
    },
    {
      id: 'pane-2',
      title: 'Go to the tree',
      group: 'Window',
      keys: ['$mod+2'],
      everywhere: true,
      run: () => void app.goTo('tree'),
    },
    {
      id: 'pane-3',
      title: 'Go to the thread',
      group: 'Window',
      keys: ['$mod+3'],
      everywhere: true,
      run: () => app.panes.focus('thread'),
    },
    {
      id: 'sidebar',
      title: 'Show or hide the chats',
      group: 'Window',
      keys: ['$mod+b'],
      everywhere: true,
      run: () => app.layout.toggle('sidebar'),
    },
    {
      id: 'tree',
      title: 'Show or hide the tree',
      group: 'Window',
      keys: ['$mod+Shift+b'],
      everywhere: true,
      run: () => app.layout.toggle('tree'),
    },
    {
      id: 'inspector',
      title: 'Show or hide the inspector',
      group: 'Window',
      keys: ['$mod+i', 'i'],
      run: () => app.inspector.toggle(),
      reason: noThread,
    },
    {
      id: 'pane-4',
      title: 'Go to the inspector',
      group: 'Window',
      keys: ['$mod+4'],
      everywhere: true,
      run: () => app.inspector.show(() => app.panes.focus('inspector')),
      reason: noThread,
    },
    {
      id: 'back',
      title: 'Back',
      group: 'Window',
      keys: ['Alt+ArrowLeft'],
      everywhere: true,
      run: () => app.back(),
      reason: () => (app.canGoBack ? undefined : 'nothing before this'),
    },
    {
      id: 'forward',
      title: 'Forward',
      group: 'Window',
      keys: ['Alt+ArrowRight'],
      everywhere: true,
      run: () => app.forward(),
      reason: () => (app.canGoForward ? undefined : 'nothing after this'),
    },
    {
      id: 'health',
      title: 'Health of the history',
      group: 'Window',
      keys: ['$mod+Shift+h'],
      everywhere: true,
      run: () => void app.health.show(),
    },
    {
      id: 'keys',
      title: 'Show the keys',
      group: 'Window',
      keys: ['Shift+?', '?'],
      run: () => (app.keySheet = true),
    },
    {
      id: 'settings',
      title: 'Settings',
      group: 'Window',
      keys: ['$mod+,'],
      everywhere: true,
      run: () => (app.settingsOpen = true),
    },
    {
      id: 'theme',
      title: 'Switch between light and dark',
      group: 'Window',
      keys: ['$mod+Shift+l'],
      run: () => app.settings.set({ theme: app.settings.theme === 'dark' ? 'light' : 'dark' }),
    },
    {
      id: 'density',
      title: 'Switch between comfortable and compact',
      group: 'Window',
      run: () =>
        app.settings.set({ density: app.settings.value.density === 'compact' ? 'comfortable' : 'compact' }),
    },
    { id: 'rescan', title: 'Read the history again', group: 'Window', run: () => void app.rescan() },
    {
      id: 'stop-reading',
      title: 'Stop reading the history',
      group: 'Window',
      run: () => void app.stopReading(),
      reason: () => (app.scanning ? undefined : 'nothing is being read'),
    },
    { id: 'clear-cache', title: 'Clear the cache', group: 'Window', run: () => void app.clearCache() },
    {
      id: 'choose-root',
      title: 'Open another Claude directory…',
      group: 'Window',
      run: () => void app.chooseRoot(),
    },

    {
      id: 'filter',
      title: 'Filter the chats',
      group: 'Chats',
      keys: ['$mod+p', '/'],
      everywhere: true,
      run: () => void app.goTo('sidebar', 'filter'),
    },
    { id: 'scope-all', title: 'Show all chats', group: 'Chats', run: () => (app.sidebar.scope = 'all') },
    {
      id: 'scope-live',
      title: 'Show running chats',
      group: 'Chats',
      run: () => (app.sidebar.scope = 'live'),
    },
    {
      id: 'scope-starred',
      title: 'Show starred chats',
      group: 'Chats',
      run: () => (app.sidebar.scope = 'starred'),
    },
    {
      id: 'scope-expiring',
      title: 'Show chats that expire soon',
      group: 'Chats',
      run: () => (app.sidebar.scope = 'expiring'),
    },
    {
      id: 'star',
      title: 'Star or unstar this chat',
      group: 'Chats',
      keys: ['*'],
      local: true,
      run: () => {
        if (app.chatId !== null) app.settings.toggleStar(app.chatId);
      },
    },
    shown('Next, previous chat', 'Chats', ['ArrowDown', 'ArrowUp']),
    shown('Open', 'Chats', ['Enter']),

    {
      id: 'superseded',
      title: 'Fold or show superseded versions',
      group: 'Tree',
      keys: ['s'],
      run: () => (app.tree.showSuperseded = !app.tree.showSuperseded),
      reason: () => (app.tree.supersededCount > 0 ? undefined : 'nothing here is superseded'),
    },
    {
      id: 'tree-larger',
      title: 'Larger tree rows',
      group: 'Tree',
      keys: ['$mod+Equal', '$mod+Shift+Equal'],
      run: () => zoom(1),
    },
    {
      id: 'tree-smaller',
      title: 'Smaller tree rows',
      group: 'Tree',
      keys: ['$mod+Minus'],
      run: () => zoom(-1),
    },
    {
      id: 'compare',
      title: 'Compare with another branch',
      group: 'Tree',
      keys: ['c'],
      run: () => app.compare.pick(),
      reason: () => app.compare.reason,
    },
    {
      id: 'forest',
      title: 'Show the whole forest',
      group: 'Tree',
      keys: ['Shift+O'],
      run: () => (app.forest.open = true),
      reason: () => (app.tree.tree ? undefined : 'no chat is open'),
    },
    {
      id: 'find-in-tree',
      title: 'Find in the tree',
      group: 'Tree',
      keys: ['/'],
      local: true,
      run: () => (app.tree.finding = true),
      reason: () => (app.tree.tree ? undefined : 'no chat is open'),
    },
    {
      id: 'touches-file',
      title: 'Only what touches a file',
      group: 'Tree',
      keys: ['p'],
      run: () => app.tree.touched.start(),
      reason: () => app.tree.touched.reason,
    },
    shown('Next, previous row', 'Tree', ['ArrowDown', 'ArrowUp']),
    shown('In the forest: nearer, further', 'Tree', ['Equal', 'Minus']),
    shown('Parent', 'Tree', ['ArrowLeft']),
    shown('First child, or unfold', 'Tree', ['ArrowRight']),
    shown('Along the same branch', 'Tree', ['Alt+ArrowDown', 'Alt+ArrowUp']),
    shown('Next, previous leaf', 'Tree', ['l', 'Shift+L']),
    shown('To its place in the thread', 'Tree', ['f']),
    shown('Resume', 'Tree', ['Enter']),

    {
      id: 'find',
      title: 'Find in this branch',
      group: 'Thread',
      keys: ['$mod+f'],
      everywhere: true,
      run: () => {
        app.find.start();
        app.panes.focus('find');
      },
      reason: noThread,
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
      id: 'outline',
      title: 'List the prompts below the tree',
      group: 'Thread',
      keys: ['o'],
      run: () => app.settings.set({ outline: !app.settings.value.outline }),
    },
    {
      id: 'top',
      title: 'To the beginning',
      group: 'Thread',
      keys: ['g g'],
      run: () => app.thread.jumpTo(0),
      reason: noThread,
    },
    {
      id: 'bottom',
      title: 'To the end',
      group: 'Thread',
      keys: ['Shift+G'],
      run: () => app.thread.jumpTo('end'),
      reason: noThread,
    },
    {
      id: 'follow',
      title: 'Follow what is written, or stay',
      group: 'Thread',
      keys: ['.'],
      run: () => app.thread.toggleFollow(),
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
      run: () => app.thread.expandAll(true),
      reason: noThread,
    },
    {
      id: 'collapse',
      title: 'Close all tool calls',
      group: 'Thread',
      keys: ['Shift+E'],
      run: () => app.thread.expandAll(false),
      reason: noThread,
    },
    ...rowCommands(app, noThread),
    {
      id: 'copy-id',
      title: 'Copy the session id',
      group: 'Thread',
      run: () => {
        if (app.resumeSession) void app.copy(app.resumeSession.id, 'Session id');
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
        if (app.resumeSession) void app.reveal(app.resumeSession.id);
      },
      reason: noSession,
    },

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

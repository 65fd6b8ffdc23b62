import type { AppState } from './app.svelte';
import { resumeCommands } from './features/resume/commands';
import { chatCommands } from './features/sidebar/commands';
import { branchCommands } from './features/thread/branch-commands';
import { timelineCommands } from './features/timeline/commands';
import { treeCommands } from './features/tree/commands';
import type { Command } from './lib/keys/registry.svelte';
import { noThreadComes } from './reasons';

/** Everything that the window can do, for hotkeys, palette, menus and the key sheet alike. */
export function windowCommands(app: AppState): Command[] {
  const noThread = () => noThreadComes(app);
  return [
    {
      id: 'palette',
      title: 'Go to anything',
      group: 'Window',
      keys: ['$mod+k'],
      everywhere: true,
      run: () => {
        app.layers.palette = !app.layers.palette;
        if (app.layers.palette) app.panes.writeInto('palette');
      },
    },
    {
      id: 'search',
      title: 'Search everything',
      group: 'Window',
      keys: ['$mod+Shift+f'],
      everywhere: true,
      run: () => {
        app.search.start();
        app.panes.writeInto('search');
      },
    },
    {
      id: 'search-here',
      title: 'Search this chat',
      group: 'Window',
      run: () => {
        app.search.setScope('chat');
        app.search.start();
        app.panes.writeInto('search');
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
      run: () => {
        app.inspector.open = true;
        app.panes.focusWhenThere('inspector');
      },
      reason: noThread,
    },
    {
      id: 'back',
      title: 'Back',
      group: 'Window',
      keys: ['Alt+ArrowLeft'],
      everywhere: true,
      run: () => app.nav.back(),
      reason: () => (app.nav.canGoBack ? undefined : 'nothing before this'),
    },
    {
      id: 'forward',
      title: 'Forward',
      group: 'Window',
      keys: ['Alt+ArrowRight'],
      everywhere: true,
      run: () => app.nav.forward(),
      reason: () => (app.nav.canGoForward ? undefined : 'nothing after this'),
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
      run: () => (app.layers.keySheet = !app.layers.keySheet),
    },
    {
      id: 'settings',
      title: 'Settings',
      group: 'Window',
      keys: ['$mod+,'],
      everywhere: true,
      run: () => (app.layers.settings = !app.layers.settings),
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
    { id: 'rescan', title: 'Read the history again', group: 'Window', run: () => void app.history.rescan() },
    {
      id: 'stop-reading',
      title: 'Stop reading the history',
      group: 'Window',
      run: () => void app.history.stopReading(),
      reason: () => (app.history.reading ? undefined : 'nothing is being read'),
    },
    {
      id: 'clear-cache',
      title: 'Clear the cache',
      group: 'Window',
      run: () => void app.history.clearCache(),
    },
    {
      id: 'choose-root',
      title: 'Open another Claude directory…',
      group: 'Window',
      run: () => void app.history.chooseRoot(),
    },
    ...chatCommands(app),
    ...treeCommands(app),
    ...branchCommands(app),
    ...resumeCommands(app),
    ...timelineCommands(app),
  ];
}

import type { AppState } from '../model/app.svelte';
import { resumeCommands } from '../panes/resume/commands';
import { fileCommands } from '../panes/files/commands';
import { noteCommands } from '../panes/notes/commands';
import { archiveCommands } from '../panes/archive/commands';
import { chatCommands } from '../panes/chats/commands';
import type { AtHand } from '../panes/thread/at-hand';
import { branchCommands } from '../panes/thread/branch-commands';
import { timelineCommands } from '../panes/timeline/commands';
import { treeCommands } from '../panes/tree/commands';
import type { Command } from '../lib/keys/registry.svelte';
import { m } from '../lib/messages';
import { noThreadComes } from '../model/reasons';

/** Opens the search with chats first. */
function goTo(app: AppState): void {
  const { search, panes } = app;
  if (search.open) search.opener = 'chats';
  else {
    // Someone who goes elsewhere looks everywhere.
    search.scope = 'all';
    search.start('', 'chats');
  }
  panes.writeInto('search');
}

/** All commands, for shortcuts, search, menus and the list of shortcuts. */
export function windowCommands(app: AppState, atHand: AtHand): Command[] {
  const noThread = () => noThreadComes(app);
  return [
    {
      id: 'palette',
      title: m.window_go_to(),
      group: 'Window',
      keys: ['$mod+k'],
      everywhere: true,
      run: () => goTo(app),
    },
    {
      id: 'filter',
      title: m.window_go_to_chat(),
      group: 'Window',
      keys: ['$mod+p'],
      everywhere: true,
      run: () => goTo(app),
    },
    {
      id: 'search',
      title: m.window_search(),
      group: 'Window',
      keys: ['$mod+Shift+f', '/'],
      everywhere: true,
      run: () => {
        app.search.start();
        app.panes.writeInto('search');
      },
    },
    {
      id: 'search-here',
      title: m.window_search_chat(),
      group: 'Window',
      run: () => {
        app.search.setScope('chat');
        app.search.start();
        app.panes.writeInto('search');
      },
      reason: () => (app.chatId === null ? m.window_no_chat() : undefined),
    },
    {
      id: 'search-list',
      title: m.window_search_list(),
      group: 'Window',
      keys: ['Alt+Enter'],
      everywhere: true,
      run: () => {
        app.search.showInList();
        void app.goTo('sidebar');
      },
      reason: () => (app.search.open && app.search.chats.size > 0 ? undefined : m.window_no_results()),
    },
    {
      id: 'pane-1',
      title: m.window_focus_chats(),
      group: 'Window',
      keys: ['$mod+1'],
      everywhere: true,
      run: () => void app.goTo('sidebar'),
    },
    {
      id: 'pane-2',
      title: m.window_focus_tree(),
      group: 'Window',
      keys: ['$mod+2'],
      everywhere: true,
      run: () => void app.goTo('tree'),
    },
    {
      id: 'pane-3',
      title: m.window_focus_thread(),
      group: 'Window',
      keys: ['$mod+3'],
      everywhere: true,
      run: () => app.panes.focus('thread'),
    },
    {
      id: 'sidebar',
      title: m.window_toggle_chats(),
      group: 'Window',
      keys: ['$mod+b'],
      everywhere: true,
      run: () => app.layout.toggle('sidebar'),
    },
    {
      id: 'tree',
      title: m.window_toggle_tree(),
      group: 'Window',
      keys: ['$mod+Shift+b'],
      everywhere: true,
      run: () => app.layout.toggle('tree'),
    },
    {
      id: 'inspector',
      title: m.window_toggle_inspector(),
      group: 'Window',
      keys: ['$mod+i', 'i'],
      run: () => app.inspector.toggle(),
      reason: noThread,
    },
    {
      id: 'pane-4',
      title: m.window_focus_inspector(),
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
      title: m.window_back(),
      group: 'Window',
      keys: ['Alt+ArrowLeft'],
      everywhere: true,
      run: () => app.nav.back(),
      reason: () => (app.place.canGoBack ? undefined : m.window_no_back()),
    },
    {
      id: 'forward',
      title: m.window_forward(),
      group: 'Window',
      keys: ['Alt+ArrowRight'],
      everywhere: true,
      run: () => app.nav.forward(),
      reason: () => (app.place.canGoForward ? undefined : m.window_no_forward()),
    },
    {
      id: 'health',
      title: m.health_title(),
      group: 'Window',
      keys: ['$mod+Shift+h'],
      everywhere: true,
      run: () => void app.health.show(),
    },
    {
      id: 'keys',
      title: m.keys_title(),
      group: 'Window',
      keys: ['Shift+?', '?'],
      run: () => (app.layers.keySheet = !app.layers.keySheet),
    },
    {
      id: 'settings',
      title: m.settings_title(),
      group: 'Window',
      keys: ['$mod+,'],
      everywhere: true,
      run: () => (app.layers.settings = !app.layers.settings),
    },
    {
      id: 'theme',
      title: m.window_theme(),
      group: 'Window',
      keys: ['$mod+Shift+l'],
      run: () => app.settings.set({ theme: app.settings.theme === 'dark' ? 'light' : 'dark' }),
    },
    {
      id: 'density',
      title: m.window_density(),
      group: 'Window',
      run: () =>
        app.settings.set({ density: app.settings.value.density === 'compact' ? 'comfortable' : 'compact' }),
    },
    { id: 'rescan', title: m.window_rescan(), group: 'Window', run: () => void app.history.rescan() },
    {
      id: 'stop-reading',
      title: m.window_stop_scan(),
      group: 'Window',
      run: () => void app.history.stopReading(),
      reason: () => (app.history.reading ? undefined : m.window_no_scan()),
    },
    {
      id: 'clear-cache',
      title: m.window_clear_cache(),
      group: 'Window',
      run: () => void app.history.clearCache(),
    },
    {
      id: 'choose-root',
      title: m.window_choose_root(),
      group: 'Window',
      run: () => void app.history.chooseRoot(),
    },
    {
      id: 'gone',
      title: m.gone_title(),
      group: 'Window',
      run: () => void app.gone.show(),
    },
    ...chatCommands(app),
    ...archiveCommands(app),
    ...treeCommands(app),
    ...branchCommands(app, atHand),
    ...resumeCommands(app),
    ...timelineCommands(app),
    ...noteCommands(app, () => atHand.row),
    ...fileCommands(app),
  ];
}

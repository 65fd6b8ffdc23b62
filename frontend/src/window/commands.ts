import type { AppState } from '../model/app.svelte';
import { resumeCommands } from '../panes/resume/commands';
import { fileCommands } from '../panes/files/commands';
import { noteCommands } from '../panes/notes/commands';
import { archiveCommands } from '../panes/archive/commands';
import { chatCommands } from '../panes/chats/commands';
import type { AtHand } from '../panes/thread/at-hand';
import { branchCommands } from '../panes/thread/branch-commands';
import { treeCommands } from '../panes/tree/commands';
import { commandsOf, type Command } from '../lib/keys/registry.svelte';
import { m } from '../lib/messages';
import { noThreadComes } from '../model/reasons';

/** Opens the search with chats first. */
function goTo(app: AppState): void {
  const { search, panes } = app;
  if (search.open) search.answers.opener = 'chats';
  else {
    // Someone who goes elsewhere looks everywhere.
    search.query.scope = 'all';
    search.start('', 'chats');
  }
  panes.writeInto('search');
}

/** All commands, for shortcuts, search, menus and the list of shortcuts. */
export function windowCommands(app: AppState, atHand: AtHand): Command[] {
  const noThread = () => noThreadComes(app);
  const command = commandsOf('Window');
  return [
    command('palette', m.window_go_to(), ['$mod+k'], () => goTo(app), { everywhere: true }),
    command('filter', m.window_go_to_chat(), ['$mod+p'], () => goTo(app), { everywhere: true }),
    command(
      'search',
      m.window_search(),
      ['$mod+Shift+f', '/'],
      () => {
        app.search.start();
        app.panes.writeInto('search');
      },
      { everywhere: true },
    ),
    command(
      'search-here',
      m.window_search_chat(),
      [],
      () => {
        app.search.setScope('chat');
        app.search.start();
        app.panes.writeInto('search');
      },
      { reason: () => (app.chatId === null ? m.word_no_chat_is_open() : undefined) },
    ),
    command(
      'search-list',
      m.window_search_list(),
      ['Alt+Enter'],
      () => {
        app.search.showInList();
        void app.goTo('sidebar');
      },
      {
        reason: () =>
          app.search.open && app.search.answers.chats.size > 0 ? undefined : m.window_no_results(),
        everywhere: true,
      },
    ),
    command('pane-1', m.window_focus_chats(), ['$mod+1'], () => void app.goTo('sidebar'), {
      everywhere: true,
    }),
    command('pane-2', m.window_focus_tree(), ['$mod+2'], () => void app.goTo('tree'), { everywhere: true }),
    command('pane-3', m.window_focus_thread(), ['$mod+3'], () => app.panes.focus('thread'), {
      everywhere: true,
    }),
    command('sidebar', m.window_toggle_chats(), ['$mod+b'], () => app.layout.toggle('sidebar'), {
      everywhere: true,
    }),
    command('tree', m.window_toggle_tree(), ['$mod+Shift+b'], () => app.layout.toggle('tree'), {
      everywhere: true,
    }),
    command('inspector', m.window_toggle_inspector(), ['$mod+i', 'i'], () => app.inspector.toggle(), {
      reason: noThread,
    }),
    command(
      'pane-4',
      m.window_focus_inspector(),
      ['$mod+4'],
      () => {
        app.inspector.open = true;
        app.panes.focusWhenThere('inspector');
      },
      { reason: noThread, everywhere: true },
    ),
    command('back', m.window_back(), ['Alt+ArrowLeft'], () => app.nav.back(), {
      reason: () => (app.place.canGoBack ? undefined : m.window_no_back()),
      everywhere: true,
    }),
    command('forward', m.window_forward(), ['Alt+ArrowRight'], () => app.nav.forward(), {
      reason: () => (app.place.canGoForward ? undefined : m.window_no_forward()),
      everywhere: true,
    }),
    command('health', m.health_title(), ['$mod+Shift+h'], () => void app.health.show(), { everywhere: true }),
    command('keys', m.keys_title(), ['Shift+?', '?'], () => (app.layers.keySheet = !app.layers.keySheet)),
    command('settings', m.settings_title(), ['$mod+,'], () => (app.layers.settings = !app.layers.settings), {
      everywhere: true,
    }),
    command('theme', m.window_theme(), ['$mod+Shift+l'], () =>
      app.settings.set({ theme: app.settings.theme === 'dark' ? 'light' : 'dark' }),
    ),
    command(
      'text-larger',
      m.window_zoom_in(),
      ['$mod+Equal', '$mod+Shift+Equal'],
      () => app.settings.resizeText(1),
      { everywhere: true },
    ),
    command('text-smaller', m.window_zoom_out(), ['$mod+Minus'], () => app.settings.resizeText(-1), {
      everywhere: true,
    }),
    command('text-usual', m.window_zoom_reset(), ['$mod+0'], () => app.settings.resizeText(0), {
      everywhere: true,
    }),
    command('density', m.window_density(), [], () =>
      app.settings.set({ density: app.settings.value.density === 'compact' ? 'comfortable' : 'compact' }),
    ),
    command('rescan', m.window_rescan(), [], () => void app.history.rescan()),
    command('stop-reading', m.window_stop_scan(), [], () => void app.history.stopReading(), {
      reason: () => (app.history.reading ? undefined : m.window_no_scan()),
    }),
    command('clear-cache', m.word_clear_cache(), [], () => void app.history.clearCache()),
    command('choose-root', m.window_choose_root(), [], () => void app.history.chooseRoot()),
    command('gone', m.gone_title(), [], () => void app.gone.show()),
    ...chatCommands(app),
    ...archiveCommands(app),
    ...treeCommands(app),
    ...branchCommands(app, atHand),
    ...resumeCommands(app),
    command('timeline', m.timeline_open(), ['Shift+O'], () => app.timeline.show()),
    command('usage', m.usage_open(), ['Shift+D'], () => app.usage.show()),
    ...noteCommands(app, () => atHand.row),
    ...fileCommands(app),
  ];
}

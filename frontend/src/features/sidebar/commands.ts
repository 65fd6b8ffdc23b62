import { paneKey, type Command } from '../../lib/keys/registry.svelte';
import type { SeveralState } from '../resume/several.svelte';
import type { SettingsState } from '../settings/settings.svelte';
import type { SidebarState } from './sidebar.svelte';

interface Host {
  readonly chatId: string | null;
  readonly settings: SettingsState;
  readonly sidebar: SidebarState;
  readonly several: SeveralState;
  goTo(pane: 'sidebar', name?: 'filter'): Promise<void>;
}

/** What can be done with the list of chats. */
export function chatCommands(app: Host): Command[] {
  const { selection } = app.sidebar;
  const chosen = () => selection.ids.flatMap((id) => app.sidebar.byId.get(id) ?? []);
  const noneChosen = () => (selection.any ? undefined : 'no chats are selected');
  return [
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
    {
      id: 'several-continue',
      title: 'Continue the selected chats in terminals…',
      group: 'Chats',
      run: () => void app.several.ask(chosen()),
      reason: noneChosen,
    },
    {
      id: 'several-copy',
      title: 'Copy the commands of the selected chats',
      group: 'Chats',
      run: () => void app.several.copy(chosen()),
      reason: noneChosen,
    },
    {
      id: 'several-star',
      title: 'Star or unstar the selected chats',
      group: 'Chats',
      run: () => {
        app.settings.toggleStar(...app.sidebar.selection.ids);
      },
      reason: noneChosen,
    },
    paneKey('chats-down', 'Next chat', 'Chats', ['ArrowDown', 'j']),
    paneKey('chats-up', 'Previous chat', 'Chats', ['ArrowUp', 'k']),
    paneKey('chats-open', 'Open', 'Chats', ['Enter']),
    paneKey('chats-peek', 'Show it, and stay in the list', 'Chats', ['Space']),
    paneKey('chats-to-tree', 'To the tree', 'Chats', ['ArrowRight', 'l']),
  ];
}

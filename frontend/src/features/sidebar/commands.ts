import type { AppState } from '../../app.svelte';
import { keysOnly, type Command } from '../../lib/keys/registry.svelte';

/** What can be done with the list of chats. */
export function chatCommands(app: AppState): Command[] {
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
    keysOnly('Next, previous chat', 'Chats', ['ArrowDown', 'ArrowUp']),
    keysOnly('Open', 'Chats', ['Enter']),
  ];
}

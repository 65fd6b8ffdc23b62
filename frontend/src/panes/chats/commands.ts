import type { AppState } from '../../model/app.svelte';
import { paneKey, type Command } from '../../lib/keys/registry.svelte';
import { m } from '../../lib/messages';

/** The commands of the chat list. */
export function chatCommands(app: AppState): Command[] {
  const { selection } = app.sidebar;
  const chosen = () => selection.ids.flatMap((id) => app.sidebar.byId.get(id) ?? []);
  const noneChosen = () => (selection.any ? undefined : m.chats_reason_no_selection());
  return [
    { id: 'scope-all', title: m.chats_show_all(), group: 'Chats', run: () => (app.sidebar.scope = 'all') },
    {
      id: 'scope-live',
      title: m.chats_show_running(),
      group: 'Chats',
      run: () => (app.sidebar.scope = 'live'),
    },
    {
      id: 'scope-starred',
      title: m.chats_show_starred(),
      group: 'Chats',
      run: () => (app.sidebar.scope = 'starred'),
    },
    {
      id: 'scope-expiring',
      title: m.chats_show_expiring(),
      group: 'Chats',
      run: () => (app.sidebar.scope = 'expiring'),
    },
    {
      id: 'star',
      title: m.chats_toggle_star(),
      group: 'Chats',
      keys: ['*'],
      local: true,
      run: () => {
        const target = app.layers.session?.target;
        const chat = target?.kind === 'chat' ? target.chat : app.chatId;
        if (chat !== null) void app.notes.toggleStar(chat);
      },
    },
    {
      id: 'hide-chat',
      title: m.chats_toggle_hidden(),
      group: 'Chats',
      run: () => {
        const target = app.layers.session?.target;
        const chat = target?.kind === 'chat' ? target.chat : app.chatId;
        if (chat !== null) app.sidebar.toggleHiddenChat(chat);
      },
      reason: () => (app.chatId === null && !app.layers.session ? m.window_no_chat() : undefined),
    },
    {
      id: 'scope-hidden',
      title: m.chats_show_hidden(),
      group: 'Chats',
      run: () => (app.sidebar.scope = 'hidden'),
    },
    {
      id: 'several-continue',
      title: m.chats_resume_selected(),
      group: 'Chats',
      run: () => void app.several.ask(chosen()),
      reason: noneChosen,
    },
    {
      id: 'several-copy',
      title: m.chats_copy_selected(),
      group: 'Chats',
      run: () => void app.several.copy(chosen()),
      reason: noneChosen,
    },
    {
      id: 'several-star',
      title: m.chats_star_selected(),
      group: 'Chats',
      run: () => {
        void app.notes.toggleStar(...app.sidebar.selection.ids);
      },
      reason: noneChosen,
    },
    paneKey('chats-down', m.chats_next(), 'Chats', ['ArrowDown', 'j']),
    paneKey('chats-up', m.chats_previous(), 'Chats', ['ArrowUp', 'k']),
    paneKey('chats-open', m.chats_open(), 'Chats', ['Enter']),
    paneKey('chats-peek', m.chats_preview(), 'Chats', ['Space']),
    paneKey('chats-to-tree', m.chats_expand_or_tree(), 'Chats', ['ArrowRight', 'l']),
    paneKey('chats-out', m.chats_collapse_or_project(), 'Chats', ['ArrowLeft', 'h']),
  ];
}

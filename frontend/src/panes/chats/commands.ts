import type { AppState } from '../../model/app.svelte';
import { type Command, commandsOf, paneKey } from '../../lib/keys/registry.svelte';
import { m } from '../../lib/messages';

/** The commands of the chat list. */
export function chatCommands(app: AppState): Command[] {
  const chosen = () => app.selection.ids.flatMap((id) => app.sidebar.byId.get(id) ?? []);
  const noneChosen = () => (app.selection.any ? undefined : m.chats_reason_no_selection());
  const noChat = () => (app.chatId === null && !app.layers.session ? m.word_no_chat_is_open() : undefined);
  const openProject = (inEditor: boolean) => () => {
    const target = app.layers.session?.target;
    const chat = target?.kind === 'chat' ? target.chat : app.chatId;
    if (chat !== null) void app.outside.openProject(chat, inEditor);
  };
  const command = commandsOf('Chats');
  return [
    command('scope-all', m.chats_show_all(), [], () => (app.sidebar.scope = 'all')),
    command('scope-live', m.chats_show_running(), [], () => (app.sidebar.scope = 'live')),
    command('scope-starred', m.chats_show_starred(), [], () => (app.sidebar.scope = 'starred')),
    command('scope-expiring', m.chats_show_expiring(), [], () => (app.sidebar.scope = 'expiring')),
    command(
      'star',
      m.chats_toggle_star(),
      ['*'],
      () => {
        const target = app.layers.session?.target;
        const chat = target?.kind === 'chat' ? target.chat : app.chatId;
        if (chat !== null) void app.notes.toggleStar(chat);
      },
      { local: true },
    ),
    command(
      'hide-chat',
      m.chats_toggle_hidden(),
      [],
      () => {
        const target = app.layers.session?.target;
        const chat = target?.kind === 'chat' ? target.chat : app.chatId;
        if (chat !== null) app.sidebar.toggleHiddenChat(chat);
      },
      { reason: noChat },
    ),
    command('project-editor', m.chats_open_project_in_editor(), [], openProject(true), { reason: noChat }),
    command('project-files', m.chats_open_project_in_files(), [], openProject(false), { reason: noChat }),
    command('table', m.table_open(), ['Shift+A'], () => app.table.show()),
    command('scope-hidden', m.chats_show_hidden(), [], () => (app.sidebar.scope = 'hidden')),
    command('several-continue', m.chats_resume_selected(), [], () => void app.several.ask(chosen()), {
      reason: noneChosen,
    }),
    command('several-copy', m.chats_copy_selected(), [], () => void app.several.copy(chosen()), {
      reason: noneChosen,
    }),
    command('several-export', m.export_selected(), [], () => app.exporting.askSeveral(chosen()), {
      reason: noneChosen,
    }),
    command(
      'several-star',
      m.chats_star_selected(),
      [],
      () => {
        void app.notes.toggleStar(...app.selection.ids);
      },
      { reason: noneChosen },
    ),
    paneKey('chats-down', m.chats_next(), 'Chats', ['ArrowDown', 'j']),
    paneKey('chats-up', m.chats_previous(), 'Chats', ['ArrowUp', 'k']),
    paneKey('chats-open', m.chats_open(), 'Chats', ['Enter']),
    paneKey('chats-peek', m.chats_preview(), 'Chats', ['Space']),
    paneKey('chats-to-tree', m.chats_expand_or_tree(), 'Chats', ['ArrowRight', 'l']),
    paneKey('chats-out', m.chats_collapse_or_project(), 'Chats', ['ArrowLeft', 'h']),
  ];
}

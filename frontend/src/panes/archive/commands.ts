import { commandsOf, type Command } from '../../lib/keys/registry.svelte';
import { m } from '../../lib/messages';
import type { AppState } from '../../model/app.svelte';

/** The commands of the archive, for the chat of an open menu, else the open chat. */
export function archiveCommands(app: AppState): Command[] {
  const chat = () => {
    const target = app.layers.session?.target;
    return target?.kind === 'chat' ? target.chat : app.chatId;
  };
  const archived = () => app.sidebar.byId.get(chat() ?? '')?.archived === true;
  const none = () => {
    if (app.history.state?.demo !== false) return m.archive_reason_demo();
    return chat() === null ? m.thread_choose_chat() : undefined;
  };
  const withChat = (act: (id: string) => Promise<void>) => () => {
    const id = chat();
    if (id !== null) void act(id);
  };
  const command = commandsOf('Chats');
  return [
    command(
      'keep',
      m.archive_keep(),
      [],
      withChat((id) => app.archive.ask('keep', [id])),
      { reason: () => none() ?? (archived() ? m.archive_reason_archived() : undefined) },
    ),
    command(
      'restore',
      m.archive_restore(),
      [],
      withChat((id) => app.archive.ask('restore', [id])),
      { reason: () => none() ?? (archived() ? undefined : m.archive_reason_not_archived()) },
    ),
    command(
      'drop',
      m.archive_drop(),
      [],
      withChat((id) => app.archive.ask('drop', [id])),
      { reason: () => none() ?? (app.archive.has(chat()) ? undefined : m.archive_reason_not_kept()) },
    ),
    command(
      'several-keep',
      m.archive_keep_selected(),
      [],
      () => void app.archive.ask('keep', app.selection.ids),
      { reason: () => none() ?? (app.selection.any ? undefined : m.chats_reason_no_selection()) },
    ),
  ];
}

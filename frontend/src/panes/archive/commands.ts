import type { Command } from '../../lib/keys/registry.svelte';
import { m } from '../../lib/messages';
import type { AppState } from '../../model/app.svelte';

/** The commands of the archive, for the chat of an open menu, else the open chat. */
export function archiveCommands(app: AppState): Command[] {
  const { selection } = app.sidebar;
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
  return [
    {
      id: 'keep',
      title: m.archive_keep(),
      group: 'Chats',
      run: withChat((id) => app.archive.ask('keep', [id])),
      reason: () => none() ?? (archived() ? m.archive_reason_archived() : undefined),
    },
    {
      id: 'restore',
      title: m.archive_restore(),
      group: 'Chats',
      run: withChat((id) => app.archive.ask('restore', [id])),
      reason: () => none() ?? (archived() ? undefined : m.archive_reason_not_archived()),
    },
    {
      id: 'drop',
      title: m.archive_drop(),
      group: 'Chats',
      run: withChat((id) => app.archive.ask('drop', [id])),
      reason: () => none() ?? (app.archive.has(chat()) ? undefined : m.archive_reason_not_kept()),
    },
    {
      id: 'several-keep',
      title: m.archive_keep_selected(),
      group: 'Chats',
      run: () => void app.archive.ask('keep', selection.ids),
      reason: () => none() ?? (selection.any ? undefined : m.chats_reason_no_selection()),
    },
  ];
}

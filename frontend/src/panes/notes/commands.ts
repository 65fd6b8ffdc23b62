import type { AppState } from '../../model/app.svelte';
import { commandsOf, type Command } from '../../lib/keys/registry.svelte';
import type { Row } from '../../lib/backend/types';
import { m } from '../../lib/messages';
import { noThreadComes } from '../../model/reasons';

/** Goes to the next bookmark of the thread in a direction. */
function goToBookmark(app: AppState, way: 1 | -1): void {
  const from = app.thread.cursor.row ?? app.thread.scroll.topRow;
  const rows = [...app.notes.rows.values()].sort((a, b) => a - b);
  const to = way > 0 ? rows.find((row) => row > from) : rows.findLast((row) => row < from);
  if (to === undefined) app.say(way > 0 ? m.notes_no_next() : m.notes_no_previous());
  else app.nav.jump(to);
}

/** Commands for names, tags, notes and bookmarks. `row` returns the row at hand. */
export function noteCommands(app: AppState, row: () => Row | null): Command[] {
  const chat = () => {
    const target = app.layers.session?.target;
    return target?.kind === 'chat' ? target.chat : app.chatId;
  };
  const node = () => {
    const target = app.layers.session?.target;
    return target?.kind === 'node' ? target.segment : app.branch.node;
  };
  const noThread = () => noThreadComes(app);
  const command = commandsOf('Thread');
  return [
    commandsOf('Chats')(
      'note-chat',
      m.notes_chat(),
      ['F2'],
      () => {
        const id = chat();
        if (id !== null) app.notes.edit({ of: 'chat', chat: id });
      },
      { reason: () => (chat() === null ? m.word_no_chat_is_open() : undefined) },
    ),
    commandsOf('Chats')(
      'several-tag',
      m.chats_tag_selected(),
      [],
      () => {
        app.notes.edit({ of: 'chats', chats: app.selection.ids });
      },
      { reason: () => (app.selection.any ? undefined : m.chats_reason_no_selection()) },
    ),
    commandsOf('Tree')(
      'note-branch',
      m.notes_branch(),
      [],
      () => {
        const segment = node();
        if (segment) app.notes.edit({ of: 'branch', session: segment.session, record: segment.first });
      },
      { reason: () => (node() ? undefined : m.word_no_chat_is_open()) },
    ),
    command(
      'bookmark',
      m.notes_bookmark(),
      ['m'],
      () => {
        const at = row();
        const session = at?.session ?? app.thread.target?.session;
        if (at && session !== undefined) void app.notes.bookmark(session, at.uuid);
      },
      { reason: noThread },
    ),
    command('next-bookmark', m.notes_next(), [], () => goToBookmark(app, 1), { reason: noThread }),
    command('previous-bookmark', m.notes_previous(), [], () => goToBookmark(app, -1), { reason: noThread }),
    commandsOf('Window')('notes', m.notes_all(), ['Shift+M'], () => void app.notes.show()),
  ];
}

import type { AppState } from '../../model/app.svelte';
import type { Command } from '../../lib/keys/registry.svelte';
import type { Row } from '../../lib/backend/types';
import { m } from '../../lib/messages';
import { noThreadComes } from '../../model/reasons';

/** Goes to the next bookmark of the thread in a direction. */
function goToBookmark(app: AppState, way: 1 | -1): void {
  const from = app.thread.cursorRow ?? app.thread.scroll.topRow;
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
  return [
    {
      id: 'note-chat',
      title: m.notes_chat(),
      group: 'Chats',
      keys: ['F2'],
      run: () => {
        const id = chat();
        if (id !== null) app.notes.edit({ of: 'chat', chat: id });
      },
      reason: () => (chat() === null ? m.window_no_chat() : undefined),
    },
    {
      id: 'note-branch',
      title: m.notes_branch(),
      group: 'Tree',
      run: () => {
        const segment = node();
        if (segment) app.notes.edit({ of: 'branch', session: segment.session, record: segment.first });
      },
      reason: () => (node() ? undefined : m.window_no_chat()),
    },
    {
      id: 'bookmark',
      title: m.notes_bookmark(),
      group: 'Thread',
      keys: ['m'],
      run: () => {
        const at = row();
        const session = at?.session ?? app.thread.target?.session;
        if (at && session !== undefined) void app.notes.bookmark(session, at.uuid);
      },
      reason: noThread,
    },
    {
      id: 'next-bookmark',
      title: m.notes_next(),
      group: 'Thread',
      run: () => goToBookmark(app, 1),
      reason: noThread,
    },
    {
      id: 'previous-bookmark',
      title: m.notes_previous(),
      group: 'Thread',
      run: () => goToBookmark(app, -1),
      reason: noThread,
    },
    {
      id: 'notes',
      title: m.notes_all(),
      group: 'Window',
      keys: ['Shift+M'],
      run: () => void app.notes.show(),
    },
  ];
}

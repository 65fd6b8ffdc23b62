import { BackendError } from './backend';
import type { FakeChat } from './fake-history';
import type { NotesList, NoteText, RecordNote, RowNotes } from './types';

/** The notes of a fake history. */
export class FakeNotes {
  constructor(private readonly chats: readonly FakeChat[]) {}

  private chatOf(session: string): FakeChat {
    const chat = this.chats.find((c) => c.sessions.some((s) => s.id === session));
    if (!chat) throw new BackendError('not-found', 'no such session');
    return chat;
  }

  onChat(id: string, { keep, ...text }: NoteText): void {
    const chat = this.chats.find((c) => c.id === id);
    if (chat) chat.own = keep ? text : { name: '', tags: [], note: '' };
  }

  onRecord(of: RecordNote['of'], session: string, uuid: string, { keep, ...text }: NoteText): void {
    const chat = this.chatOf(session);
    const others = chat.notes.filter((n) => n.of !== of || n.uuid !== uuid);
    const rows = chat.segments.map(
      (segment) => [segment, segment.rows.find((row) => row.uuid === uuid)] as const,
    );
    const at = rows.find(([segment, row]) => row ?? (of === 'branch' && segment.first === uuid));
    const segment = at?.[0].id ?? '';
    const row = at?.[1];
    const excerpt = row && row.kind !== 'tool' ? row.text : '';
    const note = { ...text, of, session, uuid, uuids: [uuid], segment, excerpt };
    chat.notes = keep ? [...others, note] : others;
  }

  star(ids: readonly string[], star: boolean): void {
    for (const chat of this.chats) if (ids.includes(chat.id)) chat.starred = star;
  }

  tag(ids: readonly string[], add: readonly string[], remove: readonly string[]): void {
    for (const chat of this.chats.filter(({ id }) => ids.includes(id))) {
      const kept = chat.own.tags.filter((tag) => !remove.includes(tag));
      chat.own = { ...chat.own, tags: [...new Set([...kept, ...add])] };
    }
  }

  list(now: number): NotesList {
    const changed = new Date(now).toISOString();
    return {
      path: '~/.local/share/dendro/notes.jsonl',
      notes: this.chats.flatMap(({ id, title, own, project, starred, notes, sessions }) => {
        const place = { chat: id, title: own.name || title, project, changed };
        const session = sessions[0]?.id ?? '';
        const written = starred || own.name !== '' || own.note !== '' || own.tags.length > 0;
        return [
          ...(written
            ? [{ ...own, ...place, of: 'chat' as const, session, uuid: id, starred, excerpt: title }]
            : []),
          ...notes.map((note) => ({ ...note, ...place })),
        ];
      }),
    };
  }

  rows(session: string, rows: readonly { uuid: string }[]): RowNotes {
    const { notes } = this.chatOf(session);
    const found = notes.flatMap(({ of, uuid }) => {
      const row = rows.findIndex((each) => each.uuid === uuid);
      return of === 'record' && row >= 0 ? [{ uuid, row }] : [];
    });
    return { session, rows: found };
  }
}

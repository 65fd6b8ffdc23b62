import type { FakeChat } from './fake-history';
import type { ArchivePlan, ArchivePlanKind } from './types';

/** What a plan says of chats. */
export function fakeArchivePlan(kind: ArchivePlanKind, chats: readonly FakeChat[], now: number): ArchivePlan {
  const days = (n: number) => new Date(now + n * 86_400_000).toISOString();
  const sessions = chats.flatMap((chat) =>
    chat.sessions.map((session, nth) => ({
      session: session.id,
      title: chat.title,
      bytes: 1_800_000 + nth,
      changed: days(-28),
      kept: kind === 'keep' ? '' : days(-3),
      only: kind === 'drop' && chat.archived,
      older: 0,
    })),
  );
  const files = sessions.map((s) => `~/.claude/projects/-home-ada-app/${s.session}.jsonl`);
  return {
    kind,
    token: 'a token',
    sessions,
    bytes: sessions.reduce((sum, s) => sum + s.bytes, 0),
    files: kind === 'restore' ? files : [],
    aside: [],
    expires: kind === 'restore' ? days(30) : '',
  };
}

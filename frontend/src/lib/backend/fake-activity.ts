import type { FakeChat } from './fake-history';
import { MarkKind, type Activity, type ActivityLane } from './types';

const STEP = 900_000;

/** Each session a lane, busy once at its start and once at its end. */
export function fakeActivity(chats: readonly FakeChat[]): Activity {
  return {
    seq: 1,
    chats: chats.map(({ id, sessions }) => ({
      id,
      lanes: sessions.map((session): ActivityLane => {
        const [from, to] = [session.start, session.end].map((time) => Math.floor(Date.parse(time) / STEP));
        const bins = from === undefined || to === undefined || Number.isNaN(from) ? [] : [from, 4, 0];
        if (to !== undefined && from !== undefined && to > from) bins.push(to - from, 8, 1);
        return {
          session: session.id,
          title: session.title,
          model: session.model,
          parent: sessions.findIndex((s) => s.id === session.parent),
          fork: 0,
          step: STEP,
          bins,
          marks: bins.length > 3 ? [MarkKind.compaction, Date.parse(session.end)] : [],
        };
      }),
    })),
  };
}

import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { AppState } from '../model/app.svelte';
import type { Location } from '../model/place/location';
import { threadKey } from '../model/place/location';
import { fakeBackend } from '../lib/backend/fake';
import { fakeChats } from '../lib/backend/fake-chats';
import { dice } from '../test/slow';

const now = Date.parse('2026-11-20T14:00:00Z');
const history = fakeChats(now).filter((c) => c.sessions.length < 50 && !c.title.startsWith('Terraform'));
const STEPS = Number(process.env.DENDRO_STEPS ?? 60);
/** The number of times that a session grows by two rows while it is looked at. */
const GROWS = 24;
/** Milliseconds until a row is shown at the latest: two answers take half a second, a rest one second. */
const LATE = 1_600;
/** The requests that a growing session repeats. */
const STREAMS = ['thread', 'figures', 'commands', 'beside', 'state', 'chats', 'chat'];

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

/** A location in words: all that Back and Forward have to lead to. */
function named(location: Location | null): string {
  if (!location) return '';
  const { chat, segment, spot, found } = location;
  return JSON.stringify([chat.slice(0, 8), threadKey(location), segment, found.length > 0 ? found : spot]);
}

/** The history of locations as a list with a position, which is what a reader expects of it. */
class Past {
  private at = 0;
  constructor(private readonly list: Location[]) {}

  get here(): Location {
    return this.list[this.at] as Location;
  }
  get names(): [string[], string, string[]] {
    const names = this.list.map(named);
    return [names.slice(0, this.at), names[this.at] ?? '', names.slice(this.at + 1)];
  }
  push(to: Location): void {
    this.list.length = this.at + 1;
    if (named(to) !== named(this.here)) this.list[++this.at] = to;
  }
  replace(to: Location): void {
    this.list[this.at] = to;
  }
  go(by: 1 | -1): void {
    this.at = Math.max(0, Math.min(this.list.length - 1, this.at + by));
  }
  /** Goes back over all that was seen in the agents of a thread, to the call that started them. */
  leave(to: Location): void {
    const keyOf = (agents: Location['agents'], { branch }: Location) => threadKey({ branch, agents });
    const isInside = (l?: Location) =>
      l?.chat === to.chat && l.agents.length > 0 && keyOf([], l) === keyOf([], to);
    while (this.at > 0 && isInside(this.list[this.at - 1])) this.at--;
    const opener = this.list[this.at - 1];
    if (opener?.chat === to.chat && threadKey(opener) === threadKey(to)) this.list[--this.at] = to;
    else this.list.splice(this.at, 0, to);
  }
}

it.each([1, 2])(
  'shows every row of a session that grows, asks once at a time, and has a past that is a list (%i)',
  async (seed) => {
    const chats = structuredClone(history);
    const backend = fakeBackend({ now, chats });
    const roll = dice(seed);
    const app = new AppState(backend);
    const stop = app.start();
    app.nowShown();
    await vi.advanceTimersByTimeAsync(3_000);
    const past = new Past([app.place.here as Location]);
    let jumped = false;
    const inside = app.place as unknown as Record<'behind' | 'ahead', readonly Location[]>;
    const enough = () => vi.advanceTimersByTimeAsync(1_000);

    const moves: Record<string, () => Promise<void>> = {
      chat: async () => {
        void app.nav.wish({ chat: chats[roll(chats.length)]?.id ?? '' });
        await enough();
        past.push(app.place.here as Location);
        jumped = false;
      },
      segment: async () => {
        const segments = app.tree.tree?.segments ?? [];
        const segment = segments[roll(segments.length)];
        if (segment) app.nav.openSegment(segment, roll(2) === 0 ? 'start' : 'end');
        await enough();
        past.push(app.place.here as Location);
        jumped = false;
      },
      jump: async () => {
        app.nav.jump(roll(3) === 0 ? 'end' : roll(10));
        if (jumped) past.replace(app.place.here as Location);
        else past.push(app.place.here as Location);
        jumped = true;
        await enough();
      },
      back: async () => {
        if (inside.behind.length === 0) return;
        app.nav.back();
        past.go(-1);
        jumped = false;
        await enough();
      },
      forward: async () => {
        if (inside.ahead.length === 0) return;
        app.nav.forward();
        past.go(1);
        jumped = false;
        await enough();
      },
      enter: async () => {
        if (app.thread.agents.length > 0) return;
        const ref = { agent: 'a1' };
        void app.nav.enter({ ref, chain: { agent: 'a1', type: 'Explore' }, about: '', rows: [roll(4)] });
        await enough();
        past.push(app.place.here as Location);
        jumped = false;
      },
      leave: async () => {
        if (app.thread.agents.length === 0) return;
        void app.nav.leave();
        past.leave(app.place.here as Location);
        jumped = false;
        await enough();
      },
    };
    const names = Object.keys(moves);
    const done: string[] = [];
    for (let i = 0; i < STEPS; i++) {
      backend.delay = roll(250);
      const name = names[roll(names.length)] ?? '';
      await moves[name]?.();
      done.push(name);
      const says = `after ${done.slice(-12).join(' ')}`;
      expect([inside.behind.map(named), named(app.place.here), inside.ahead.map(named)], says).toEqual(
        past.names,
      );
      if (app.thread.agents.length > 0 || app.place.here?.branch?.follow !== true) continue;

      const { session } = app.place.here.branch;
      const before = (await later(backend.thread(session, ''))).total;
      expect(app.thread.skeleton?.total, `${says}: opened with all rows`).toBe(before);
      const written: number[] = [];
      for (let n = 0; n < GROWS; n++) {
        backend.append(session);
        written.push(Date.now());
        await vi.advanceTimersByTimeAsync(roll(300));
        app.inspector.follow(session, 'session');
        const due = written.filter((at) => Date.now() - at > LATE).length;
        expect(app.thread.skeleton?.total, `${says}: while it grows`).toBeGreaterThanOrEqual(
          before + 2 * due,
        );
      }
      await enough(); // the longest rest between two refreshes
      await enough();
      expect(app.thread.skeleton?.total, `${says}: two seconds after it grew`).toBe(before + 2 * GROWS);
      app.inspector.stop();
    }
    for (const name of STREAMS) expect(backend.requests.get(name)?.atOnce ?? 1, name).toBe(1);
    stop();
  },
  180_000,
);

/** The value of a promise that waits for a timer. */
async function later<T>(value: Promise<T>): Promise<T> {
  await vi.advanceTimersByTimeAsync(300);
  return value;
}

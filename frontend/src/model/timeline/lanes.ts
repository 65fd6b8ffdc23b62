import type { Activity, ActivityLane, ChatSummary } from '../../lib/backend/types';
import { m } from '../../lib/messages';
import { chatName } from '../../lib/text';
import { listedIn, listedInName, projectNames } from '../chats/rows';
import type { View } from './scale';
import { HOUR } from './scale';

/** The activity of a session, as it is drawn. */
export interface Lane {
  chat: ChatSummary;
  session: string;
  name: string;
  from: number;
  to: number;
  /** When it branched from its parent; 0 without one. */
  fork: number;
  parent: Lane | null;
  step: number;
  /** Starts of the steps with activity, and the number of records and failed calls in each. */
  at: readonly number[];
  count: readonly number[];
  failed: readonly number[];
  marks: { kind: number; at: number }[];
  /** Index of the lane color of its project, from 1. */
  colour: number;
}

export type TimelineRow =
  /** `sum` is the activity of its chats, computed when it is drawn. */
  | { type: 'project'; key: string; name: string; count: number; readonly sum: Lane; folded: boolean }
  | { type: 'lane'; key: string; lane: Lane; under: boolean }
  | { type: 'more'; key: string; chat: string; count: number; open: boolean };

export interface LaneChat {
  chat: ChatSummary;
  lanes: readonly Lane[];
  from: number;
  to: number;
}

/** The number of branches of a chat that are shown collapsed. */
const SHOWN = 3;
/** The number of lane colors. */
const COLOURS = 8;

/** The lanes of every chat with activity, in the order of the list. */
export function lanesOf(activity: Activity, chats: ReadonlyMap<string, ChatSummary>): LaneChat[] {
  const known = activity.chats.flatMap(({ id, lanes }): LaneChat[] => {
    const chat = chats.get(id);
    return chat ? laneChat(chat, lanes) : [];
  });
  // Colors are assigned by age, so that a new chat changes none.
  const byAge = [...known].sort((a, b) => a.from - b.from);
  const projects = numbers(byAge.map(({ chat }) => listedIn(chat)));
  for (const { lanes, chat } of known)
    for (const lane of lanes) lane.colour = ((projects.get(listedIn(chat)) ?? 0) % COLOURS) + 1;
  return known;
}

function numbers(names: readonly string[]): Map<string, number> {
  const out = new Map<string, number>();
  for (const name of names) if (!out.has(name)) out.set(name, out.size);
  return out;
}

function laneChat(chat: ChatSummary, wire: readonly ActivityLane[]): LaneChat[] {
  const lanes: Lane[] = [];
  const by: (Lane | null)[] = [];
  for (const [i, one] of wire.entries()) {
    const lane = laneFrom(chat, one, i === 0 ? chatName(chat) : one.title || m.chat_untitled());
    by.push(lane);
    if (!lane) continue;
    lane.parent = by[one.parent] ?? null;
    lanes.push(lane);
  }
  const [first] = lanes;
  if (!first) return [];
  const branches = lanes.slice(1).sort((a, b) => b.to - a.to);
  return [
    {
      chat,
      lanes: [first, ...branches],
      from: Math.min(...lanes.map((lane) => lane.from)),
      to: Math.max(...lanes.map((lane) => lane.to)),
    },
  ];
}

/** Returns null for a session without activity. */
function laneFrom(chat: ChatSummary, wire: ActivityLane, name: string): Lane | null {
  const n = Math.floor(wire.bins.length / 3);
  if (n === 0 || !(wire.step > 0)) return null;
  const at: number[] = [];
  const count: number[] = [];
  const failed: number[] = [];
  let step = 0;
  for (let i = 0; i < n; i++) {
    step += wire.bins[3 * i] ?? 0;
    at.push(step * wire.step);
    count.push(wire.bins[3 * i + 1] ?? 0);
    failed.push(wire.bins[3 * i + 2] ?? 0);
  }
  const marks = [];
  for (let i = 0; i + 1 < wire.marks.length; i += 2)
    marks.push({ kind: wire.marks[i] ?? 0, at: wire.marks[i + 1] ?? 0 });
  return {
    chat,
    session: wire.session,
    name,
    from: at[0] ?? 0,
    to: (at[n - 1] ?? 0) + wire.step,
    fork: wire.fork,
    parent: null,
    step: wire.step,
    at,
    count,
    failed,
    marks,
    colour: 1,
  };
}

/**
 * The rows of the timeline: chats newest first, by project, each followed by its branches. `turned` has the keys
 * of collapsed projects and of chats with all branches shown.
 */
export function rowsOf(chats: readonly LaneChat[], turned: ReadonlySet<string>): TimelineRow[] {
  const groups = new Map<string, LaneChat[]>();
  for (const chat of chats) {
    const project = listedIn(chat.chat);
    const group = groups.get(project);
    if (group) group.push(chat);
    else groups.set(project, [chat]);
  }
  const called = projectNames(
    [...groups].map(([path, list]) => [path, list[0] ? listedInName(list[0].chat) : '']),
  );
  return [...groups].flatMap(([project, list]): TimelineRow[] => {
    const key = `p:${project}`;
    const folded = turned.has(key);
    const name = called.get(project) ?? project;
    const head: TimelineRow = {
      type: 'project',
      key,
      name,
      count: list.length,
      folded,
      get sum() {
        return sumOf(project, list);
      },
    };
    return folded ? [head] : [head, ...list.flatMap((chat) => chatRows(chat, turned))];
  });
}

const sums = new WeakMap<LaneChat, Lane>();

/** The activity of all chats of a project as one lane. Cached by the first chat of the list. */
function sumOf(project: string, list: readonly LaneChat[]): Lane {
  const [newest] = list;
  const first = newest?.lanes[0];
  if (!newest || !first) throw new Error('a project without a chat');
  const known = sums.get(newest);
  if (known) return known;
  const bins = new Map<number, [number, number]>();
  for (const { lanes } of list)
    for (const lane of lanes)
      for (const [i, start] of lane.at.entries()) {
        const bin = bins.get(start);
        if (!bin) bins.set(start, [lane.count[i] ?? 0, lane.failed[i] ?? 0]);
        else {
          bin[0] += lane.count[i] ?? 0;
          bin[1] += lane.failed[i] ?? 0;
        }
      }
  const order = [...bins].sort(([a], [b]) => a - b);
  const sum: Lane = {
    ...first,
    session: project,
    name: newest.chat.projectName,
    from: Math.min(...list.map((chat) => chat.from)),
    to: Math.max(...list.map((chat) => chat.to)),
    fork: 0,
    parent: null,
    step: Math.min(...list.flatMap(({ lanes }) => lanes.map((lane) => lane.step))),
    at: order.map(([at]) => at),
    count: order.map(([, bin]) => bin[0]),
    failed: order.map(([, bin]) => bin[1]),
    marks: [],
  };
  sums.set(newest, sum);
  return sum;
}

function chatRows({ chat, lanes }: LaneChat, turned: ReadonlySet<string>): TimelineRow[] {
  const open = turned.has(chat.id);
  const folds = lanes.length > SHOWN + 2;
  const shown = folds && !open ? lanes.slice(0, SHOWN + 1) : lanes;
  const rows = shown.map((lane, i): TimelineRow => ({
    type: 'lane',
    key: `${chat.id}:${lane.session}`,
    lane,
    under: i > 0,
  }));
  if (folds)
    rows.push({ type: 'more', key: `m:${chat.id}`, chat: chat.id, count: lanes.length - SHOWN - 1, open });
  return rows;
}

/** The range from the first to the last activity. */
export function extent(chats: readonly LaneChat[]): View | null {
  if (chats.length === 0) return null;
  let [from, to] = [Infinity, -Infinity];
  for (const chat of chats) {
    from = Math.min(from, chat.from);
    to = Math.max(to, chat.to);
  }
  return { from, to };
}

/** The chats with activity within a range. */
export function chatsIn(chats: readonly LaneChat[], { from, to }: View): LaneChat[] {
  const inside = ({ at, step }: Lane) => at.some((start) => start < to && start + step > from);
  return chats.filter((chat) => chat.from < to && chat.to > from && chat.lanes.some(inside));
}

/** The activity of a lane at one scale. */
export interface Pieces {
  /** The length of each piece. */
  ms: number;
  at: number[];
  /** Records in its busiest hour. */
  rate: number[];
  /** The share of records that are failed calls. */
  failed: number[];
}

const drawn = new WeakMap<Lane, Map<number, Pieces>>();

/** The activity of a lane in pieces of at least `least` milliseconds, independent of the visible range. */
export function pieces(lane: Lane, least: number): Pieces {
  let ms = lane.step;
  while (ms < least) ms *= 2;
  const known = drawn.get(lane)?.get(ms);
  if (known) return known;
  const made = merge(lane, ms);
  const all = drawn.get(lane) ?? new Map<number, Pieces>();
  all.set(ms, made);
  drawn.set(lane, all);
  return made;
}

function merge({ at, count, failed, step }: Lane, ms: number): Pieces {
  const out: Pieces = { ms, at: [], rate: [], failed: [] };
  const hour = Math.max(HOUR, step);
  let [piece, total, bad, busiest, inHour, thisHour] = [NaN, 0, 0, 0, 0, NaN];
  const close = () => {
    if (Number.isNaN(piece)) return;
    out.at.push(piece);
    // The rate of a piece shorter than an hour is extrapolated to an hour.
    out.rate.push(ms < HOUR ? total * (HOUR / ms) : Math.max(busiest, inHour) * (HOUR / hour));
    out.failed.push(total === 0 ? 0 : bad / total);
  };
  for (const [i, start] of at.entries()) {
    const of = Math.floor(start / ms) * ms;
    if (of !== piece) {
      close();
      [piece, total, bad, busiest, inHour, thisHour] = [of, 0, 0, 0, 0, NaN];
    }
    const h = Math.floor(start / hour);
    if (h !== thisHour) {
      busiest = Math.max(busiest, inHour);
      [inHour, thisHour] = [0, h];
    }
    inHour += count[i] ?? 0;
    total += count[i] ?? 0;
    bad += failed[i] ?? 0;
  }
  close();
  return out;
}

/** The activity of all chats: one column per piece of time, with the share of each color. */
export function columns(
  chats: readonly LaneChat[],
  view: View,
  n: number,
): { most: number; shares: Float64Array[] } {
  const shares = Array.from({ length: COLOURS + 1 }, () => new Float64Array(n));
  const total = new Float64Array(n);
  const per = (view.to - view.from) / n;
  for (const { lanes } of chats)
    for (const { at, count, colour } of lanes) {
      const share = shares[colour];
      // An indexed loop: an iterator over each lane's array dominates the run time.
      for (let i = 0; i < at.length; i++) {
        const k = Math.floor(((at[i] ?? 0) - view.from) / per);
        if (k < 0 || k >= n || !share) continue;
        share[k] = (share[k] ?? 0) + (count[i] ?? 0);
        total[k] = (total[k] ?? 0) + (count[i] ?? 0);
      }
    }
  return { most: total.reduce((a, b) => Math.max(a, b), 0), shares };
}

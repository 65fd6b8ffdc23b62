import { BackendError } from './backend';
import { type FakeChat, type FakeSegment, uuid } from './fake-history';
import { SkeletonRows } from './skeleton-rows';
import { Turns } from './turns';
import type {
  ChatSummary,
  Findings,
  Row,
  Skeleton,
  SkeletonRow,
  Split,
  SplitBranch,
  TurnInfo,
  Work,
} from './types';
import { Flag, ROW_KINDS } from './types';

const quiet = new Set(['Read', 'Grep', 'Glob', 'LS', 'Bash', 'TaskList']);

export function summary(chat: FakeChat): ChatSummary {
  const segments = chat.segments;
  const newest = [...segments].sort((a, b) => Date.parse(b.end) - Date.parse(a.end))[0];
  return {
    id: chat.id,
    title: chat.own.name || chat.title,
    titleFrom: 'first-prompt',
    titled: chat.own.name === '' ? '' : chat.title,
    starred: chat.starred,
    tags: chat.own.tags,
    note: chat.own.note,
    project: chat.project,
    projectName: chat.projectName,
    projectDisplay: chat.projectDisplay,
    start: segments[0]?.start ?? '',
    end: newest?.end ?? '',
    sessions: chat.sessions.length,
    branches: segments.filter((s) => s.leaf).length,
    turns: segments.reduce((n, s) => n + s.turns, 0),
    agents: segments.reduce((n, s) => n + s.agents, 0),
    live: segments.some((s) => s.live),
    expiresInDays: chat.expiresInDays,
    archived: chat.archived,
    newestLeaf: newest?.session ?? '',
    gitBranch: 'main',
    state: 'answered',
    outcome: 'Done; the tests pass',
    partial: false,
    malformed: 0,
    bytes: 4_096 * segments.length,
  };
}

function textOf(row: Row): string {
  return row.kind === 'tool' ? row.tool.name : row.text;
}

function flagsOf(row: Row): number {
  let flags = row.inherited ? Flag.inherited : 0;
  if (row.images) flags |= Flag.images;
  if (row.kind !== 'tool') return flags;
  if (row.sidechain) flags |= Flag.sidechain;
  if (row.tool.status === 'error') flags |= Flag.error;
  else if (quiet.has(row.tool.name)) flags |= Flag.quiet;
  return flags;
}

const callOf = (row?: Row) => (row?.kind === 'tool' ? JSON.stringify([row.tool.name, row.tool.input]) : '');

export function skeletonRow(row: Row, i: number, rows: readonly Row[]): SkeletonRow {
  const text = textOf(row);
  const repeats = row.kind === 'tool' && callOf(row) === callOf(rows[i - 1]);
  return [
    ROW_KINDS.indexOf(row.kind),
    text.split('\n').length,
    text.length,
    row.turn,
    flagsOf(row) | (repeats ? Flag.repeats : 0),
    row.index,
  ];
}

/** The rows of a thread that contain a text. */
export function foundIn(thread: readonly Row[], text: string): Findings {
  const rows = thread.flatMap((row, i) => {
    const said = row.kind === 'tool' ? row.tool.result : row.text;
    const n = said.toLowerCase().split(text.toLowerCase()).length - 1;
    return n > 0 ? [{ rows: [i], count: n }] : [];
  });
  return { query: text, rows, matches: rows.reduce((n, r) => n + r.count, 0), complete: true };
}

/** The leaf on which a session continues. */
function activeLeaf(own: readonly FakeSegment[]): FakeSegment | undefined {
  return own.findLast((s) => s.leaf && s.active);
}

/** What the engine says of the branches of fake chats. */
export class Branches {
  private readonly byId = new Map<string, { chat: FakeChat; segment: FakeSegment }>();
  private readonly cache = new Map<string, Row[]>();
  /** Former tips: the segment, and how many of its rows there were. */
  private readonly former = new Map<string, { segment: FakeSegment; rows: number }>();

  constructor(private readonly chats: FakeChat[]) {
    for (const chat of chats)
      for (const segment of chat.segments) this.byId.set(segment.id, { chat, segment });
  }

  /** The segments from the root to the one that holds the tip. */
  path(session: string, tip: string): { chat: FakeChat; segments: FakeSegment[] } {
    for (const chat of this.chats) {
      const own = chat.segments.filter((s) => s.session === session);
      const end =
        chat.segments.find((s) => s.tip === tip) ??
        this.former.get(tip)?.segment ??
        activeLeaf(own) ??
        own.at(-1);
      if (own.length === 0 || !end) continue;
      const segments: FakeSegment[] = [];
      for (let s: FakeSegment | undefined = end; s;) {
        segments.unshift(s);
        s = s.parent === null ? undefined : this.byId.get(s.parent)?.segment;
      }
      return { chat, segments };
    }
    throw new BackendError('not-found', `there is no session ${session.slice(0, 8)}`);
  }

  /** Adds a prompt and its answer to the end of a session; returns its chat. */
  append(session: string): FakeChat | undefined {
    const chat = this.chats.find((c) => c.sessions.some((s) => s.id === session));
    const segment = chat && activeLeaf(chat.segments.filter((s) => s.session === session));
    const last = segment?.rows.at(-1);
    if (!chat || !segment || !last) return undefined;
    this.former.set(segment.tip, { segment, rows: segment.rows.length });
    const n = segment.rows.length;
    const turn = last.turn + 1;
    const row = { ...last, turn, images: undefined };
    segment.rows.push(
      { ...row, kind: 'prompt', uuid: uuid(`${segment.id}:${n}`), text: `And then, ${n}?` },
      { ...row, kind: 'reply', uuid: uuid(`${segment.id}:${n + 1}`), text: `Done, ${n}.` },
    );
    segment.tip = segment.rows.at(-1)?.uuid ?? segment.tip;
    segment.turns++;
    this.cache.clear();
    return chat;
  }

  rows(session: string, tip: string): Row[] {
    const cached = this.cache.get(`${session}:${tip}`);
    if (cached) return cached;
    const { segments } = this.path(session, tip);
    const rows = segments
      .flatMap((s) => {
        const former = this.former.get(tip);
        const own = former?.segment === s ? s.rows.slice(0, former.rows) : s.rows;
        return own.map((row) => ({ ...row, inherited: s.session !== session }));
      })
      .map((row, index) => ({ ...row, index }));
    this.cache.set(`${session}:${tip}`, rows);
    return rows;
  }

  skeleton(session: string, tip: string): Skeleton {
    const { chat, segments } = this.path(session, tip);
    const all = this.rows(session, tip);
    const rows = all.map(skeletonRow);
    const splits: Split[] = [];
    const starts: { row: number; id: string }[] = [];
    let at = 0;
    for (const segment of segments) {
      starts.push({ row: at, id: segment.id });
      const first = rows[at];
      if (first) first[4] |= Flag.segment;
      at += segment.rows.length;
      const next = chat.segments.filter((s) => s.parent === segment.id);
      if (next.length < 2) continue;
      const branches = next.map((s): SplitBranch => {
        const on = segments.includes(s);
        return {
          session: s.session,
          first: s.first,
          tip: this.newestBelow(chat, s).tip,
          title: s.title,
          active: on,
        };
      });
      splits.push({ row: at - 1, at: segment.tip, branches });
      const last = rows[at - 1];
      if (last) last[4] |= Flag.split;
    }
    return {
      session,
      tip: tip === '' ? (segments.at(-1)?.tip ?? '') : tip,
      total: rows.length,
      seq: 1,
      rows: SkeletonRows.of(rows),
      turns: Turns.of(this.turns(session, tip)),
      splits,
      segments: starts,
    };
  }

  turns(session: string, tip: string): (TurnInfo & { row: number })[] {
    const all = this.rows(session, tip);
    return all.flatMap((row, i) => {
      if (row.kind !== 'prompt' && row.kind !== 'command') return [];
      const end = all.findIndex((r, j) => j > i && r.turn !== row.turn);
      const last = all[end < 0 ? all.length - 1 : end - 1] ?? row;
      const ms = Math.min(Date.parse(last.time ?? '') - Date.parse(row.time ?? ''), 221_000);
      return [
        {
          row: i,
          text: row.text.slice(0, 120),
          time: row.time ?? '',
          model: 'claude-opus-4-5-20251101',
          gitBranch: row.gitBranch,
          tokens: 18_200 + i * 10,
          ms,
        },
      ];
    });
  }

  work(session: string, tip: string): Work[] {
    const all = this.rows(session, tip);
    return this.turns(session, tip).map(({ row }, i, turns): Work => {
      const own = all.slice(row, turns[i + 1]?.row);
      const files = own.flatMap((r) =>
        r.kind === 'tool' && r.tool.name === 'Edit'
          ? [{ row: r.index, path: r.tool.input.file_path as string, added: 2, removed: 1 }]
          : [],
      );
      const failed = own.flatMap((r) =>
        r.kind === 'tool' && r.tool.status === 'error' ? [{ row: r.index, label: r.tool.name }] : [],
      );
      return { said: 'Done', files, failed };
    });
  }

  private newestBelow(chat: FakeChat, from: FakeSegment): FakeSegment {
    let best = from;
    for (;;) {
      const next = chat.segments
        .filter((s) => s.parent === best.id)
        .sort((a, b) => Date.parse(b.end) - Date.parse(a.end))[0];
      if (!next) return best;
      best = next;
    }
  }
}

import type { Backend } from './backend';
import { BackendError } from './backend';
import { fakeChats } from './fake-chats';
import { fakeFigures, fakeTouching } from './fake-figures';
import { fakeSearch } from './fake-search';
import type { FakeChat, FakeSegment } from './fake-history';
import { exploreRows } from './fake-history';
import type {
  AgentPage,
  ChangeHint,
  ChatSummary,
  FilterMatch,
  Range,
  ResumePlan,
  Row,
  Settings,
  Skeleton,
  SkeletonRow,
  SplitBranch,
} from './types';
import { Flag, ROW_KINDS } from './types';

export interface FakeOptions {
  now?: number;
  /** Milliseconds that every answer takes. */
  delay?: number;
  demo?: boolean;
  chats?: FakeChat[];
  settings?: Partial<Settings>;
  /** Methods that fail, by name. */
  failing?: Partial<Record<keyof Backend, string>>;
}

export interface FakeBackend extends Backend {
  /** What was asked of the outside, in order. */
  readonly log: string[];
  emit(hint: Partial<ChangeHint>): void;
  fix(): void;
}

export const defaultSettings: Settings = {
  theme: 'system',
  density: 'comfortable',
  treeDensity: 'comfortable',
  terminal: '',
  customTerminal: [],
  panes: { sidebar: 284, tree: 396, inspector: 0 },
  window: { width: 1440, height: 900, x: 0, y: 0, maximised: false },
  lastChat: '',
  lastSession: '',
  starred: [],
  savedSearches: [],
  recentSearches: [],
  showThinking: false,
  diff: 'unified',
  wrap: true,
};

const quiet = new Set(['Read', 'Grep', 'Glob', 'LS', 'Bash', 'TaskList']);

function summary(chat: FakeChat): ChatSummary {
  const segments = chat.segments;
  const newest = [...segments].sort((a, b) => Date.parse(b.end) - Date.parse(a.end))[0];
  return {
    id: chat.id,
    title: chat.title,
    titleFrom: 'first-prompt',
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
    newestLeaf: newest?.session ?? '',
    gitBranch: 'main',
    partial: false,
    malformed: 0,
  };
}

/** Letters in order, anywhere: enough of a fuzzy match for a fake. */
function fuzzy(query: string, text: string): Range[] | null {
  const ranges: Range[] = [];
  const letters = [...text.toLowerCase()];
  let at = 0;
  for (const c of query.toLowerCase()) {
    while (at < letters.length && letters[at] !== c) at++;
    if (at >= letters.length) return null;
    const last = ranges.at(-1);
    if (last?.[1] === at) last[1] = at + 1;
    else ranges.push([at, at + 1]);
    at++;
  }
  return ranges;
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

class Branches {
  private readonly byId = new Map<string, { chat: FakeChat; segment: FakeSegment }>();
  private readonly cache = new Map<string, Row[]>();

  constructor(private readonly chats: FakeChat[]) {
    for (const chat of chats)
      for (const segment of chat.segments) this.byId.set(segment.id, { chat, segment });
  }

  /** The segments from the root to the one that holds the tip. */
  path(session: string, tip: string): { chat: FakeChat; segments: FakeSegment[] } {
    for (const chat of this.chats) {
      const own = chat.segments.filter((s) => s.session === session);
      const end = chat.segments.find((s) => s.tip === tip) ?? own.at(-1);
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

  rows(session: string, tip: string): Row[] {
    const cached = this.cache.get(`${session}:${tip}`);
    if (cached) return cached;
    const { segments } = this.path(session, tip);
    const rows = segments
      .flatMap((s) => s.rows.map((row) => ({ ...row, inherited: s.session !== session })))
      .map((row, index) => ({ ...row, index }));
    this.cache.set(`${session}:${tip}`, rows);
    return rows;
  }

  skeleton(session: string, tip: string): Skeleton {
    const { chat, segments } = this.path(session, tip);
    const all = this.rows(session, tip);
    const rows = all.map((row): SkeletonRow => {
      const text = textOf(row);
      return [
        ROW_KINDS.indexOf(row.kind),
        text.split('\n').length,
        text.length,
        row.turn,
        flagsOf(row),
        row.index,
      ];
    });
    const result: Skeleton = {
      session,
      tip: tip === '' ? (segments.at(-1)?.tip ?? '') : tip,
      total: rows.length,
      seq: 1,
      rows,
      turns: [],
      splits: [],
      segments: [],
    };
    let at = 0;
    for (const segment of segments) {
      result.segments?.push({ row: at, id: segment.id });
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
      result.splits.push({ row: at - 1, at: segment.tip, branches });
      const last = rows[at - 1];
      if (last) last[4] |= Flag.split;
    }
    all.forEach((row, i) => {
      if (row.kind !== 'prompt' && row.kind !== 'command') return;
      const end = all.findIndex((r, j) => j > i && r.turn !== row.turn);
      const last = all[end < 0 ? all.length - 1 : end - 1] ?? row;
      const ms = Math.min(Date.parse(last.time) - Date.parse(row.time), 221_000);
      result.turns.push({
        row: i,
        text: row.text.slice(0, 120),
        time: row.time,
        model: 'claude-opus-4-5-20251101',
        gitBranch: row.gitBranch,
        tokens: 18_200 + i * 10,
        ms,
      });
    });
    return result;
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

/** The whole engine, faked in memory. */
export function fakeBackend(options: FakeOptions = {}): FakeBackend {
  const now = options.now ?? Date.now();
  const chats = options.chats ?? fakeChats(now);
  const branches = new Branches(chats);
  const listeners = new Set<(hint: ChangeHint) => void>();
  const log: string[] = [];
  let failing = options.failing ?? {};
  let settings: Settings = {
    ...defaultSettings,
    starred: chats.filter((c) => c.starred).map((c) => c.id),
    ...options.settings,
  };

  async function answer<T>(name: keyof Backend, make: () => T, signal?: AbortSignal): Promise<T> {
    await new Promise((done) => setTimeout(done, options.delay ?? 0));
    if (signal?.aborted) throw new DOMException('aborted', 'AbortError');
    const why = failing[name];
    if (why !== undefined) throw new BackendError('unreadable', why);
    return make();
  }

  const find = (id: string) => {
    const chat = chats.find((c) => c.id === id);
    if (!chat) throw new BackendError('not-found', `there is no chat ${id.slice(0, 8)}`);
    return chat;
  };

  const plan = (session: string, fork: boolean): ResumePlan => {
    const info = chats.flatMap((c) => c.sessions).find((s) => s.id === session);
    const argv = ['claude', '--resume', session, ...(fork ? ['--fork-session'] : [])];
    return {
      session,
      possible: info?.resume.possible ?? false,
      why: info?.resume.why ?? 'there is no such session',
      dir: info?.cwd ?? '',
      argv,
      env: [],
      command: `cd ${info?.cwd ?? ''} && ${argv.join(' ')}`,
      terminal: 'Konsole',
      terminalId: 'konsole',
      terminals: [
        { id: 'konsole', name: 'Konsole', found: true },
        { id: 'kitty', name: 'kitty', found: true },
        { id: 'xterm', name: 'xterm', found: true },
      ],
    };
  };

  return {
    log,
    emit: (hint) => {
      for (const fn of listeners) fn({ seq: 2, sessions: [], chats: [], scan: false, ...hint });
    },
    fix: () => (failing = {}),
    state: (signal) =>
      answer(
        'state',
        () => ({
          schema: 1,
          version: '0.1.0',
          seq: 1,
          demo: options.demo ?? false,
          looked: options.demo ? ['~/.claude'] : [],
          platform: 'linux',
          home: '/home/ada',
          roots: [{ path: '/home/ada/.claude', display: '~/.claude', exists: true, error: '' }],
          scan: {
            phase: 'done',
            files: 1204,
            filesTotal: 1204,
            bytes: 0,
            bytesTotal: 0,
            error: '',
            finished: new Date(now).toISOString(),
          },
          totals: {
            projects: 38,
            chats: chats.length,
            sessions: 1204,
            agents: 311,
            bytes: 3_200_000_000,
            live: 2,
            malformed: 0,
          },
          retentionDays: 30,
        }),
        signal,
      ),
    chats: (signal) =>
      answer(
        'chats',
        () => ({ seq: 1, chats: chats.map(summary).sort((a, b) => Date.parse(b.end) - Date.parse(a.end)) }),
        signal,
      ),
    filter: (q, limit, signal) =>
      answer(
        'filter',
        () => {
          const matches = chats.flatMap((chat): FilterMatch[] => {
            const ranges = fuzzy(q, chat.title);
            if (ranges) return [{ chat: chat.id, field: 'title', text: chat.title, ranges }];
            const other = fuzzy(q, chat.projectName);
            return other ? [{ chat: chat.id, field: 'project', text: chat.projectName, ranges: other }] : [];
          });
          return { q, total: matches.length, matches: matches.slice(0, limit) };
        },
        signal,
      ),
    chat: (id, signal) =>
      answer(
        'chat',
        () => {
          const chat = find(id);
          const s = summary(chat);
          return {
            seq: 1,
            id,
            title: chat.title,
            project: chat.project,
            projectDisplay: chat.projectDisplay,
            start: s.start,
            end: s.end,
            sessions: chat.sessions,
            segments: chat.segments.map(({ rows: _rows, ...segment }) => segment),
          };
        },
        signal,
      ),
    thread: (session, tip, signal) => answer('thread', () => branches.skeleton(session, tip), signal),
    rows: (session, tip, from, count, signal) =>
      answer(
        'rows',
        () => {
          const all = branches.rows(session, tip);
          return { session, tip, from, total: all.length, rows: all.slice(from, from + count) };
        },
        signal,
      ),
    agentRows: (_session, _ref, from, count, signal) =>
      answer(
        'agentRows',
        (): AgentPage => {
          const all = exploreRows(now - 3 * HOUR_MS).map((row, index) => ({ ...row, index }));
          return { total: all.length, rows: all.slice(from, from + count) };
        },
        signal,
      ),
    figures: (session, scope, signal) =>
      answer('figures', () => fakeFigures(branches.path(session, '').chat, session, scope, now), signal),
    touching: (session, tip, file, signal) =>
      answer('touching', () => fakeTouching(branches.rows(session, tip), session, file), signal),
    search: (q, scope, limit, count, signal) =>
      answer('search', () => fakeSearch(chats, q, scope, limit, count), signal),
    locate: (session, tip, record, _block, signal) =>
      answer(
        'locate',
        () => {
          const { chat } = branches.path(session, tip);
          const ends = [tip, '', ...chat.segments.filter((s) => s.leaf).map((s) => s.tip)];
          for (const end of ends) {
            const row = branches.rows(session, end).findIndex((r) => r.uuid === record);
            if (row < 0) continue;
            const leaf = chat.segments.find((s) => s.tip === end);
            return {
              session: leaf?.session ?? session,
              tip: end || branches.skeleton(session, end).tip,
              rows: [row],
            };
          }
          throw new BackendError('not-found', 'the record is not there');
        },
        signal,
      ),
    find: (session, tip, text, signal) =>
      answer(
        'find',
        () => {
          const rows = branches.rows(session, tip).flatMap((row, i) => {
            const said = row.kind === 'tool' ? row.tool.result : row.text;
            const n = said.toLowerCase().split(text.toLowerCase()).length - 1;
            return n > 0 ? [{ rows: [i], count: n }] : [];
          });
          return { query: text, rows, matches: rows.reduce((n, r) => n + r.count, 0), complete: true };
        },
        signal,
      ),
    named: (id, signal) =>
      answer(
        'named',
        () => {
          const chat = chats.find((c) => c.sessions.some((s) => s.id.startsWith(id)));
          const session = chat?.sessions.find((s) => s.id.startsWith(id));
          if (!chat || !session) throw new BackendError('not-found', 'no session and no record has this id');
          return { chat: chat.id, session: session.id, record: '' };
        },
        signal,
      ),
    record: (_session, id, signal) =>
      answer('record', () => JSON.stringify({ uuid: id, type: 'assistant' }, null, 2), signal),
    raw: (_session, record, from, signal) =>
      answer(
        'raw',
        () => {
          const all = JSON.stringify({ uuid: record, type: 'assistant', text: 'one two' }, null, 2);
          const next = from === 0 ? 20 : -1;
          return {
            record,
            text: all.slice(from, next < 0 ? undefined : next),
            from,
            next,
            total: all.length,
          };
        },
        signal,
      ),
    sides: (session, from, signal) =>
      answer(
        'sides',
        () => ({ session, from, total: 1, records: [{ ref: 'side-0', type: 'custom-title', bytes: 120 }] }),
        signal,
      ),
    spilled: (_session, name, signal) => answer('spilled', () => `all of ${name}`, signal),
    blockText: (_session, id, _block, signal) => answer('blockText', () => `the whole text of ${id}`, signal),
    imageURL: () =>
      'data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==',
    resumePlan: (session, fork) => answer('resumePlan', () => plan(session, fork)),
    resume: (session, fork, terminal) =>
      answer('resume', () => {
        log.push(`resume ${session} fork=${String(fork)} terminal=${terminal}`);
        return plan(session, fork);
      }),
    copyText: (text) => answer('copyText', () => void log.push(`copy ${text}`)),
    openURL: (url) => answer('openURL', () => void log.push(`open ${url}`)),
    revealSession: (session) => answer('revealSession', () => void log.push(`reveal ${session}`)),
    exportDocument: (request) =>
      answer('exportDocument', () => {
        log.push(`export ${request.what} of ${request.session} as ${request.format}`);
        return { file: `${request.session.slice(0, 8)}.${request.format}`, bytes: 48_213 };
      }),
    revealExport: () => answer('revealExport', () => void log.push('reveal the export')),
    settings: () => answer('settings', () => settings),
    saveSettings: (next) =>
      answer('saveSettings', () => {
        settings = structuredClone(next);
        log.push('save');
      }),
    windowReady: () => answer('windowReady', () => void log.push('ready')),
    chooseRoot: () => answer('chooseRoot', () => '/home/ada/other/.claude'),
    clearCache: () => answer('clearCache', () => void log.push('clear the cache')),
    rescan: () => answer('rescan', () => void log.push('rescan')),
    onSystemTheme: () => () => undefined,
    onChange: (fn) => {
      listeners.add(fn);
      return () => listeners.delete(fn);
    },
  };
}

const HOUR_MS = 3_600_000;

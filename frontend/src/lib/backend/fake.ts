import type { Backend, FirstAnswers } from './backend';
import { BackendError } from './backend';
import { defaults } from './defaults';
import { agentRows, agentSkeleton } from './fake-agents';
import { fakeArchivePlan } from './fake-archive';
import { fakeActivity } from './fake-activity';
import { fakeUsage } from './fake-usage';
import { fakeDetails } from './fake-details';
import { Branches, foundIn, summary } from './fake-branches';
import { fakeChats } from './fake-chats';
import { fakeCompare } from './fake-compare';
import { fakeFilesAt, fakeFileText } from './fake-files';
import { fakeFilter } from './fake-filter';
import { fakeCommands, fakeFigures, fakeTouched, fakeTouching } from './fake-figures';
import { FakeNotes } from './fake-notes';
import { fakeGone } from './fake-gone';
import { fakePlan, fakeTerminals } from './fake-plan';
import { fakeRanked } from './fake-ranked';
import { fakeSearch } from './fake-search';
import { healthReport } from './fake-health';
import type { FakeChat } from './fake-history';
import type {
  About,
  AgentPage,
  ChangeHint,
  Resumed,
  Wish,
  RootInfo,
  Settings,
  SideRecord,
  Wanted,
} from './types';

export interface FakeOptions {
  now?: number;
  /** Milliseconds that every answer takes. */
  delay?: number;
  demo?: boolean;
  /** Sessions that expire soon and are not in the archive. */
  due?: number;
  /** The chats in the archive. */
  keptChats?: string[];
  /** Why sessions could not be archived. */
  archiveProblem?: string;
  roots?: (Partial<RootInfo> & Pick<RootInfo, 'path' | 'display'>)[];
  chats?: FakeChat[];
  settings?: Partial<Settings>;
  /** What the page was served with. */
  served?: FirstAnswers;
  /** Methods that fail, by name. */
  failing?: Partial<Record<keyof Backend, string>>;
}

/** How often a method was asked. */
export interface Requests {
  asked: number;
  answered: number;
  /** The requests that nobody waited for any more. */
  aborted: number;
  /** The most that were running at once. */
  atOnce: number;
}

export interface FakeBackend extends Backend {
  /** Calls to the system, in order. */
  readonly log: string[];
  /** Milliseconds that every answer takes from now on. */
  delay: number;
  /** The requests so far, by method. */
  readonly requests: ReadonlyMap<string, Requests>;
  emit(hint: Partial<ChangeHint>): void;
  /** Adds a turn to the end of a session, and tells the window. */
  append(session: string): void;
  /** A click on a notification. */
  emitOpen(wanted: Wanted): void;
  /** The window is about to close; done when the page has kept what it had to. */
  leave(): Promise<void>;
  fix(): void;
}

const about: About = {
  version: '0.1.0',
  commit: '4c0ffee0c0ffee0c0ffee0c0ffee0c0ffee0c0ff',
  go: 'go1.26.8',
  system: 'linux/amd64',
  notice: 'Dendro is under the MIT license, see LICENSE.',
};

/** One of each kind of line that no row shows. */
const sideRecords: SideRecord[] = [
  { ref: 'side-0', type: 'custom-title', line: 4, bytes: 120 },
  { ref: 'side-1', type: '', line: 9, bytes: 64, problem: 'malformed' },
  { ref: 'side-a1-0', type: 'mode', line: 2, bytes: 40, agent: 'a1' },
];

/** The whole engine, faked in memory. */
export function fakeBackend(options: FakeOptions = {}): FakeBackend {
  const now = options.now ?? Date.now();
  const chats = options.chats ?? fakeChats(now);
  const branches = new Branches(chats);
  const notes = new FakeNotes(chats);
  let roots = (options.roots ?? [{ path: '/home/ada/.claude', display: '~/.claude' }]).map((root) => ({
    ...{
      exists: true,
      archived: false,
      error: '',
      name: '',
      color: '' as const,
      hidden: false,
      added: false,
    },
    ...root,
  }));
  const listeners = new Set<(hint: ChangeHint) => void>();
  const openers = new Set<(wanted: Wanted) => void>();
  const leavers = new Set<() => Promise<void>>();
  const log: string[] = [];
  let failing = options.failing ?? {};
  let settings: Settings = {
    ...defaults,
    ...options.settings,
  };

  const requests = new Map<string, Requests>();
  const late = { delay: options.delay ?? 0 };

  async function answer<T>(name: keyof Backend, make: () => T, signal?: AbortSignal): Promise<T> {
    const of = requests.get(name) ?? { asked: 0, answered: 0, aborted: 0, atOnce: 0 };
    requests.set(name, of);
    of.asked++;
    const end = () => {
      of.aborted++;
    };
    signal?.addEventListener('abort', end);
    of.atOnce = Math.max(of.atOnce, of.asked - of.answered - of.aborted);
    // As an engine does: what it says is how things were when it was asked.
    const why = failing[name];
    const said = wasMade(() => {
      if (why !== undefined) throw new BackendError('unreadable', why);
      return make();
    });
    await new Promise((done) => setTimeout(done, late.delay));
    signal?.removeEventListener('abort', end);
    if (signal?.aborted) throw new DOMException('aborted', 'AbortError');
    of.answered++;
    return said();
  }

  const find = (id: string) => {
    const chat = chats.find((c) => c.id === id);
    if (!chat) throw new BackendError('not-found', `there is no chat ${id.slice(0, 8)}`);
    return chat;
  };

  const plan = (wish: Wish) => fakePlan(chats, wish);
  let archivePlan = { kind: '', ids: [] as string[] };

  return {
    first: options.served ?? {},
    log,
    requests,
    get delay() {
      return late.delay;
    },
    set delay(ms: number) {
      late.delay = ms;
    },
    emit: (hint) => {
      for (const fn of listeners) fn({ seq: 2, sessions: [], chats: [], scan: false, ...hint });
    },
    append: (session) => {
      const chat = branches.append(session);
      if (!chat) return;
      for (const fn of listeners) fn({ seq: 2, sessions: [session], chats: [chat.id], scan: false });
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
          roots: roots.map((root) => ({ ...root })),
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
          retentionFrom: { days: 30, scope: 'default' },
        }),
        signal,
      ),
    chats: (signal) =>
      answer(
        'chats',
        () => ({
          seq: 1,
          version: 1,
          chats: chats.map(summary).sort((a, b) => Date.parse(b.end) - Date.parse(a.end)),
        }),
        signal,
      ),
    filter: (q, limit, scope, signal) => answer('filter', () => fakeFilter(chats, q, limit, scope), signal),
    chat: (id, signal) =>
      answer(
        'chat',
        () => {
          const chat = find(id);
          const s = summary(chat);
          return {
            seq: 1,
            id,
            title: chat.own.name || chat.title,
            project: chat.project,
            projectDisplay: chat.projectDisplay,
            start: s.start,
            end: s.end,
            sessions: chat.sessions,
            segments: chat.segments.map(({ rows: _rows, ...segment }) => segment),
            own: chat.own,
            notes: chat.notes,
          };
        },
        signal,
      ),
    compare: (a, b, signal) => answer('compare', () => fakeCompare(branches, a, b), signal),
    activity: (signal) => answer('activity', () => fakeActivity(chats), signal),
    usage: (ask, signal) => answer('usage', () => fakeUsage(chats, ask), signal),
    details: (signal) => answer('details', () => fakeDetails(chats), signal),
    touched: (id, signal) => answer('touched', () => fakeTouched(find(id)), signal),
    thread: (session, tip, signal, near) =>
      answer(
        'thread',
        () => {
          const skeleton = branches.skeleton(session, tip);
          if (near?.at !== 'end') return skeleton;
          const from = Math.floor(Math.max(0, skeleton.total - 1) / near.page) * near.page;
          return { ...skeleton, near: { from, rows: branches.rows(session, tip).slice(from) } };
        },
        signal,
      ),
    rows: (session, tip, from, count, signal) =>
      answer(
        'rows',
        () => {
          const all = branches.rows(session, tip);
          return { session, tip, from, total: all.length, rows: all.slice(from, from + count) };
        },
        signal,
      ),
    turns: (session, tip, from, count, signal) =>
      answer('turns', () => branches.turns(session, tip).slice(from, from + count), signal),
    work: (session, tip, from, count, signal) =>
      answer('work', () => branches.work(session, tip).slice(from, from + count), signal),
    agentThread: (session, _ref, signal) => answer('agentThread', () => agentSkeleton(session, now), signal),
    agentRows: (_session, _ref, from, count, signal) =>
      answer(
        'agentRows',
        (): AgentPage => {
          const all = agentRows(now);
          return { total: all.length, rows: all.slice(from, from + count) };
        },
        signal,
      ),
    figures: (session, scope, signal) =>
      answer('figures', () => fakeFigures(branches.path(session, '').chat, session, scope, now), signal),
    commands: (session, tip, signal) =>
      answer('commands', () => fakeCommands(branches.rows(session, tip), session, tip), signal),
    beside: (session, tip, signal) => answer('beside', () => ({ session, tip, files: [] }), signal),
    touching: (session, tip, file, signal) =>
      answer('touching', () => fakeTouching(branches.rows(session, tip), session, file), signal),
    ranked: (q, scope, limit, signal) => answer('ranked', () => fakeRanked(chats, q, scope, limit), signal),
    search: async (q, scope, limit, told, signal) => {
      const result = await answer('search', () => fakeSearch(chats, q, scope, limit), signal);
      if (result.counted > limit) told({ ...result, total: null, complete: false, chats: undefined });
      return result;
    },
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
      answer('find', () => foundIn(branches.rows(session, tip), text), signal),
    agentFind: (_session, _ref, text, signal) =>
      answer('agentFind', () => foundIn(agentRows(now), text), signal),
    like: (_session, _tip, _record, signal) => answer('like', () => 'rate limiter', signal),
    about: (signal) => answer('about', () => about, signal),
    report: (signal) => answer('report', () => 'Dendro 1.2.3\n', signal),
    doctor: (signal) => answer('doctor', () => healthReport, signal),
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
            ...(from === 0 ? { path: '~/.claude/projects/-p/s.jsonl', line: 7 } : {}),
          };
        },
        signal,
      ),
    sides: (session, from, bad, signal) =>
      answer(
        'sides',
        () => {
          const records = sideRecords.filter((record) => !bad || record.problem !== undefined);
          return { session, from, total: records.length, records: records.slice(from) };
        },
        signal,
      ),
    spilled: (_session, name, signal) => answer('spilled', () => `all of ${name}`, signal),
    blockText: (_session, id, _block, signal) => answer('blockText', () => `the whole text of ${id}`, signal),
    imageURL: () =>
      'data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==',
    resumed: (session, tip, signal) =>
      answer(
        'resumed',
        (): Resumed => {
          const segments = branches.path(session, tip).chat.segments.filter((s) => s.session === session);
          const at = segments.find((s) => s.resumesHere) ?? segments.at(-1);
          const way = (branches.skeleton(session, tip).segments ?? []).map((s) => s.id);
          return {
            seq: 0,
            session,
            client: '2.1.330',
            leaf: at?.tip ?? '',
            segment: at?.id ?? '',
            elsewhere: at !== undefined && !way.includes(at.id),
            omitted: 0,
            added: 0,
            first: '',
          };
        },
        signal,
      ),
    resumePlan: (wish) => answer('resumePlan', () => plan(wish)),
    resume: (wish) =>
      answer('resume', () => {
        log.push(`resume ${wish.session} fork=${String(wish.fork ?? false)} terminal=${wish.terminal ?? ''}`);
        return plan(wish);
      }),
    prepareResume: (wish) =>
      answer('prepareResume', () => {
        log.push(`prepare ${wish.session}`);
        return plan(wish);
      }),
    choosePlace: () => answer('choosePlace', () => '/srv/elsewhere'),
    openTerminal: (session) => answer('openTerminal', () => void log.push(`terminal ${session}`)),
    copyText: (text) => answer('copyText', () => void log.push(`copy ${text}`)),
    openURL: (url) => answer('openURL', () => void log.push(`open ${url}`)),
    openFile: (session, record, block, word) =>
      answer('openFile', () => {
        log.push(`edit ${[session, record, String(block), word].join(' ').trim()}`);
        return true;
      }),
    paths: () => answer('paths', () => []),
    openProject: (chat, inEditor) =>
      answer('openProject', () => {
        log.push(`open project of ${chat} in ${inEditor ? 'editor' : 'file manager'}`);
        return true;
      }),
    revealSession: (session) => answer('revealSession', () => void log.push(`reveal ${session}`)),
    exportDocument: (request) =>
      answer('exportDocument', () => {
        const agent = request.agent === '' ? '' : `${request.agent} in `;
        log.push(`export ${request.what} of ${agent}${request.session} as ${request.format}`);
        return { file: `${request.session.slice(0, 8)}.${request.format}`, bytes: 48_213 };
      }),
    chooseExportFolder: () => answer('chooseExportFolder', () => '/home/ada/exports'),
    exportToFolder: ({ what, session, format }) =>
      answer('exportToFolder', () => {
        log.push(`export ${what} of ${session} as ${format} to the folder`);
        return { file: `${session.slice(0, 8)}.${format}`, bytes: 1_000 };
      }),
    revealExport: () => answer('revealExport', () => void log.push('reveal the export')),
    settings: () => answer('settings', () => settings),
    saveSettings: (next) =>
      answer('saveSettings', () => {
        settings = structuredClone(next);
        log.push('save');
      }),
    checkResuming: ({ client, customTerminal }) =>
      answer('checkResuming', () => ({
        client: '',
        flags: '',
        terminal:
          customTerminal.length > 0 && !customTerminal.includes('{argv...}')
            ? 'The custom terminal command must contain {argv...} exactly once'
            : '',
        found: client === '' ? '/usr/local/bin/claude' : client,
      })),
    saveResuming: (wanted) =>
      answer('saveResuming', () => {
        log.push('save what is run');
        settings = { ...settings, ...structuredClone(wanted) };
        return settings;
      }),
    terminals: () => answer('terminals', () => fakeTerminals),
    tryTerminal: (terminal) =>
      answer('tryTerminal', () => {
        log.push(`try ${terminal}`);
        return { terminal: 'Konsole', command: ['/usr/bin/konsole', '-e', '{argv...}'] };
      }),
    readyToNotify: () => answer('readyToNotify', () => undefined),
    windowReady: () => answer('windowReady', () => void log.push('ready')),
    chooseRoot: () => answer('chooseRoot', () => '/home/ada/other/.claude'),
    setRoot: (path, name, color, hidden) =>
      answer('setRoot', () => {
        roots = roots.map((root) => (root.path === path ? { ...root, name, color, hidden } : root));
      }),
    forgetRoot: (path) =>
      answer('forgetRoot', () => {
        roots = roots.filter((root) => root.path !== path);
      }),
    archive: () =>
      answer('archive', () => ({
        path: '~/.local/share/dendro/archive',
        size: 6_700_000,
        sessions: 24,
        only: 3,
        away: 0,
        chats: options.keptChats ?? [],
        due: options.due ?? 0,
        problem: options.archiveProblem ?? '',
      })),
    planArchive: (kind, ids) =>
      answer('planArchive', () => {
        archivePlan = { kind, ids };
        return fakeArchivePlan(
          kind,
          chats.filter((c) => ids.includes(c.id)),
          now,
        );
      }),
    runArchive: () =>
      answer('runArchive', () => {
        const { kind, ids } = archivePlan;
        log.push(`${kind} ${ids.join(' ')}`);
        return { sessions: ids.length, before: 0, freed: kind === 'drop' ? 1_800_000 : 0, problem: '' };
      }),
    openArchive: () => answer('openArchive', () => void log.push('open archive')),
    keepLost: (session) =>
      answer('keepLost', () => {
        log.push(`keep lost ${session}`);
        return { sessions: 1, before: 0, freed: 0, problem: '' };
      }),
    filesAt: (at, signal) => answer('filesAt', () => fakeFilesAt(at.session), signal),
    fileText: (_, path, when, signal) => answer('fileText', () => fakeFileText(path, when), signal),
    saveFileAt: (_, path, when) =>
      answer('saveFileAt', () => {
        log.push(`save ${path} ${when}`);
        return path.replace(/.*\//, '');
      }),
    savePatchAt: () => answer('savePatchAt', () => 'dendro.patch'),
    saveFilesAt: () => answer('saveFilesAt', () => ({ files: 3, skipped: ['/etc/hosts'] })),
    gone: (query, limit, signal) => answer('gone', () => fakeGone(now, query, limit), signal),
    noteChat: (id, note) =>
      answer('noteChat', () => {
        notes.onChat(id, note);
      }),
    noteRecord: (session, record, note) =>
      answer('noteRecord', () => {
        notes.onRecord('record', session, record, note);
      }),
    noteBranch: (session, record, note) =>
      answer('noteBranch', () => {
        notes.onRecord('branch', session, record, note);
      }),
    starChats: (ids, star) =>
      answer('starChats', () => {
        notes.star(ids, star);
      }),
    tagChats: (ids, add, remove) =>
      answer('tagChats', () => {
        notes.tag(ids, add, remove);
      }),
    notes: (signal) => answer('notes', () => notes.list(now), signal),
    rowNotes: (session, tip, signal) =>
      answer('rowNotes', () => notes.rows(session, branches.rows(session, tip)), signal),
    exportNotes: () => answer('exportNotes', () => ({ file: 'dendro-notes.json', bytes: 300 })),
    importNotes: () => answer('importNotes', () => 2),
    clearCache: () => answer('clearCache', () => void log.push('clear the cache')),
    stopReading: () => answer('stopReading', () => void log.push('stop reading')),
    rescan: () => answer('rescan', () => void log.push('rescan')),
    onSystemTheme: () => () => undefined,
    leave: async () => {
      await Promise.all([...leavers].map((fn) => fn()));
    },
    setTitle: () => undefined,
    onLeave: (fn) => {
      leavers.add(fn);
      return () => leavers.delete(fn);
    },
    emitOpen: (wanted) => {
      for (const fn of openers) fn(wanted);
    },
    onLink: () => () => undefined,
    onOpen: (fn) => {
      openers.add(fn);
      return () => openers.delete(fn);
    },
    onChange: (fn) => {
      listeners.add(fn);
      return () => listeners.delete(fn);
    },
  };
}

/** Runs a function now; its value or its error is for later. */
function wasMade<T>(make: () => T): () => T {
  try {
    const value = make();
    return () => value;
  } catch (error) {
    return () => {
      throw error;
    };
  }
}

import * as App from '../../../wailsjs/go/main/App';
import * as Archiving from '../../../wailsjs/go/window/ArchiveMethods';
import * as Files from '../../../wailsjs/go/window/FileMethods';
import * as Notes from '../../../wailsjs/go/window/NoteMethods';
import * as Resuming from '../../../wailsjs/go/window/ResumeMethods';
import * as Preferences from '../../../wailsjs/go/window/SettingsMethods';
import { EventsEmit, EventsOn, WindowSetTitle } from '../../../wailsjs/runtime/runtime';
import type { Backend } from './backend';
import { BackendError } from './backend';
import { m } from '../messages';
import * as plain from './call';
import { call } from './call';
import { defaults } from './defaults';
import { followedChats } from './chats';
import { endable } from './endable';
import { followedSearch } from './following';
import { takeFirstAnswers } from './first';
import type {
  About,
  Activity,
  ArchivePlan,
  AgentPage,
  AgentRef,
  ChatTree,
  Comparison,
  Details,
  Figures,
  FilesAt,
  FileText,
  FilterResult,
  FilterScope,
  GonePrompts,
  HealthReport,
  Findings,
  Named,
  NotesList,
  RankedResult,
  RawPart,
  RecordPlace,
  Resumed,
  ResumePlan,
  ResumingCheck,
  RowNotes,
  RowPage,
  Settings,
  SideRecords,
  Skeleton,
  State,
  Touched,
  Touching,
  Beside,
  Commands,
  Wish,
  Work,
  UsageReport,
} from './types';
import { skeletonFrom, turnsFrom, type SkeletonWire, type TurnColumns } from './skeleton';

const seg = encodeURIComponent;

function query(values: Record<string, string | number>): string {
  const params = new URLSearchParams();
  for (const [name, value] of Object.entries(values)) {
    if (value !== '') params.set(name, String(value));
  }
  const text = params.toString();
  return text === '' ? '' : `?${text}`;
}

function scopeOf({ live, expires, among }: FilterScope): Record<string, string | number> {
  return {
    ...(live ? { live: 1 } : {}),
    ...(expires === undefined ? {} : { expires }),
    // An empty list is a scope too.
    ...(among ? { among: among.join(',') || 'none' } : {}),
  };
}

/** Asks for the rows that came since a known skeleton. */
function sinceOf(known?: Skeleton): Record<string, string | number> {
  return known?.settled && known.sum ? { since: known.settled, sum: known.sum } : {};
}

/**
 * Waits for the bound methods. In development they arrive over a socket, maybe after the first script;
 * outside Wails they never do, and its wrappers throw before they return a promise.
 */
async function bindings(): Promise<void> {
  for (let waited = 0; !('go' in window); waited += 20) {
    if (waited > 3_000) throw new BackendError('unreachable', m.error_unreachable());
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}

/** A wish with the defaults of everything that it leaves out. */
function whole(wish: Wish) {
  return {
    ...{
      record: '',
      tip: '',
      before: false,
      turn: false,
      fork: false,
      join: false,
      new: '',
      place: '',
      model: '',
      permissionMode: '',
      prompt: '',
      terminal: '',
      without: [],
      quiet: false,
      list: false,
    },
    ...wish,
  };
}

/** The generated types lack the launcher's part of a plan. */
const asPlan = (plan: unknown) => plan as ResumePlan;

/** The backend of the real window: bulk reads over /api/, actions through the bound methods. */
export function wailsBackend(): Backend {
  const bound = async <T>(name: string, fn: () => Promise<T>, timeoutMs?: number): Promise<T> => {
    await bindings();
    return call(name, fn(), timeoutMs);
  };
  const read = endable();
  const getJson = <T>(path: string, signal?: AbortSignal) => read<T>(plain.getJson, path, signal);
  const getText = (path: string, signal?: AbortSignal) => read(plain.getText, path, signal);
  const session = (id: string, rest: string) => `/api/sessions/${seg(id)}/${rest}`;
  const agent = (ref: AgentRef) =>
    'agent' in ref ? `agents/${seg(ref.agent)}` : `sidechains/${seg(ref.first)}`;
  return {
    first: takeFirstAnswers(),
    state: (signal) => getJson<State>('/api/state', signal),
    chats: followedChats(plain.getJson),
    filter: async (q, limit, scope, signal, told) => {
      const asked = `/api/filter${query({ q, limit, ...scopeOf(scope) })}`;
      const first = await getJson<FilterResult>(asked, signal);
      if (first.complete) return first;
      told?.(first);
      return getJson<FilterResult>(`${asked}&whole=1`, signal);
    },
    chat: (id, signal) => getJson<ChatTree>(`/api/chats/${seg(id)}`, signal),
    compare: (a, b, signal) =>
      getJson<Comparison>(
        `/api/compare${query({ a: a.session, aTip: a.tip, b: b.session, bTip: b.tip })}`,
        signal,
      ),
    activity: (signal) => getJson<Activity>('/api/activity', signal),
    usage: ({ by, split = '', since = '', until = '', project = '' }, signal) =>
      getJson<UsageReport>(`/api/usage${query({ by, split, since, until, project })}`, signal),
    details: (signal) => getJson<Details>('/api/details', signal),
    touched: (id, signal) => getJson<Touched>(`/api/chats/${seg(id)}/touched`, signal),
    thread: async (id, tip, signal, near, internal, known) => {
      const from: Record<string, string | number> = near ? { near: near.at, page: near.page } : {};
      const where = query({ tip, ...from, internal: internal ? 1 : '', ...sinceOf(known) });
      return skeletonFrom(await getJson<SkeletonWire>(session(id, `thread${where}`), signal), known);
    },
    rows: (id, tip, from, count, signal, internal) =>
      getJson<RowPage>(
        session(id, `rows${query({ tip, from, count, internal: internal ? 1 : '' })}`),
        signal,
      ),
    turns: (id, tip, from, count, signal, internal) =>
      getJson<TurnColumns>(
        session(id, `turns${query({ tip, from, count, internal: internal ? 1 : '' })}`),
        signal,
      ).then(turnsFrom),
    work: (id, tip, from, count, signal, internal) =>
      getJson<{ work: Work[] }>(
        session(id, `work${query({ tip, from, count, internal: internal ? 1 : '' })}`),
        signal,
      ).then(({ work }) => work),
    agentThread: async (id, ref, signal, known) => {
      const path = session(id, `${agent(ref)}/thread${query(sinceOf(known))}`);
      return skeletonFrom(await getJson<SkeletonWire>(path, signal), known);
    },
    agentRows: (id, ref, from, count, signal) =>
      getJson<AgentPage>(session(id, `${agent(ref)}/rows${query({ from, count })}`), signal),
    figures: (id, scope, signal) => getJson<Figures>(session(id, `figures${query({ scope })}`), signal),
    beside: (id, tip, signal) => getJson<Beside>(session(id, `beside${query({ tip })}`), signal),
    commands: (id, tip, signal) => getJson<Commands>(session(id, `commands${query({ tip })}`), signal),
    touching: (id, tip, file, signal) =>
      getJson<Touching>(session(id, `touching${query({ tip, file })}`), signal),
    search: followedSearch(plain.getJson),
    ranked: (q, scope, limit, signal) =>
      getJson<RankedResult>(`/api/ranked${query({ q, limit, ...scope })}`, signal),
    locate: (id, tip, record, block, signal) =>
      getJson<RecordPlace>(session(id, `locate${query({ tip, record, block })}`), signal),
    find: (id, tip, q, signal, internal) =>
      getJson<Findings>(session(id, `find${query({ tip, q, internal: internal ? 1 : '' })}`), signal),
    agentFind: (id, ref, q, signal) =>
      getJson<Findings>(session(id, `${agent(ref)}/find${query({ q })}`), signal),
    like: async (id, tip, record, signal) =>
      (await getJson<{ query: string }>(session(id, `like${query({ tip, record })}`), signal)).query,
    about: (signal) => getJson<About>('/api/about', signal),
    report: async (signal) => (await getJson<{ text: string }>('/api/report', signal)).text,
    doctor: (signal) => getJson<HealthReport>('/api/doctor', signal),
    named: (id, signal) => getJson<Named>(`/api/named/${seg(id)}`, signal),
    record: (id, uuid, signal) => getText(session(id, `records/${seg(uuid)}`), signal),
    raw: (id, record, from, signal) =>
      getJson<RawPart>(session(id, `raw/${seg(record)}${query({ from })}`), signal),
    sides: (id, from, bad, signal) =>
      getJson<SideRecords>(session(id, `sides${query({ from, bad: bad ? 1 : '' })}`), signal),
    blockText: (id, uuid, block, signal) =>
      getText(session(id, `records/${seg(uuid)}/text${query({ block: block ?? '' })}`), signal),
    paths: (id, uuid, block, signal) =>
      getJson<{ words: string[] }>(session(id, `records/${seg(uuid)}/paths${query({ block })}`), signal).then(
        ({ words }) => words,
      ),
    spilled: (id, name, signal) => getText(session(id, `spilled/${seg(name)}`), signal),
    imageURL: (id, uuid, n) => session(id, `records/${seg(uuid)}/images/${n}`),

    resumed: (id, tip, signal) => getJson<Resumed>(session(id, `resumed${query({ tip })}`), signal),
    // Includes starting the client for its version, which may be slow.
    resumePlan: (wish) =>
      bound('ResumePlan', () => Resuming.ResumePlan(whole(wish)) as Promise<unknown>, 20_000).then(asPlan),
    resume: (wish) =>
      bound('Resume', () => Resuming.Resume(whole(wish)) as Promise<unknown>, 30_000).then(asPlan),
    prepareResume: (wish) =>
      bound('PrepareResume', () => Resuming.PrepareResume(whole(wish)) as Promise<unknown>, 30_000).then(
        asPlan,
      ),
    choosePlace: () => bound('ChoosePlace', () => Resuming.ChoosePlace(), 3_600_000),
    openTerminal: (id) => bound('OpenTerminal', () => Resuming.OpenTerminal(id), 20_000),
    copyText: (text) => bound('CopyText', () => App.CopyText(text)),
    openURL: (url) => bound('OpenURL', () => App.OpenURL(url)),
    openFile: (id, record, block, word) =>
      bound('OpenFile', () => Files.OpenFile(id, record, block, word), 3_600_000),
    openProject: (chat, inEditor) => bound('OpenProject', () => Files.OpenProject(chat, inEditor), 3_600_000),
    revealSession: (id) => bound('RevealSession', () => Files.RevealSession(id)),
    exportDocument: (request) => bound('Export', () => Files.Export(request), 3_600_000),
    chooseExportFolder: () => bound('ChooseExportFolder', () => Files.ChooseExportFolder(), 3_600_000),
    exportToFolder: (request) => bound('ExportToFolder', () => Files.ExportToFolder(request), 3_600_000),
    revealExport: () => bound('RevealExport', () => Files.RevealExport()),
    settings: () => bound('Settings', () => Preferences.Settings() as Promise<Settings>),
    saveSettings: (settings) => bound('SaveSettings', () => Preferences.SaveSettings(settings)),
    checkResuming: (wanted) =>
      bound(
        'CheckResuming',
        () => Resuming.CheckResuming({ ...defaults, ...wanted }) as Promise<ResumingCheck>,
      ),
    saveResuming: (wanted) =>
      bound(
        'SaveResuming',
        () => Resuming.SaveResuming({ ...defaults, ...wanted }) as Promise<Settings>,
        3_600_000,
      ),
    terminals: () => bound('Terminals', () => Resuming.Terminals()),
    tryTerminal: (terminal) => bound('TryTerminal', () => Resuming.TryTerminal(terminal), 20_000),
    // The system's dialog waits for an answer, at most three minutes.
    readyToNotify: () => bound('ReadyToNotify', () => App.ReadyToNotify(), 200_000),
    windowReady: () => bound('WindowReady', () => App.WindowReady()),
    // The dialog stays open for as long as the person needs.
    chooseRoot: () => bound('ChooseRoot', () => Preferences.ChooseRoot(), 3_600_000),
    setRoot: (path, name, color, hidden) =>
      bound('SetRoot', () => Preferences.SetRoot(path, name, color, hidden), 30_000),
    forgetRoot: (path) => bound('ForgetRoot', () => Preferences.ForgetRoot(path), 30_000),
    archive: () => bound('Archive', () => Archiving.Archive(), 30_000),
    planArchive: (kind, chats) =>
      bound('PlanArchive', () => Archiving.PlanArchive(kind, chats) as Promise<ArchivePlan>, 600_000),
    runArchive: (token) => bound('RunArchive', () => Archiving.RunArchive(token), 3_600_000),
    openArchive: () => bound('OpenArchive', () => Archiving.OpenArchive()),
    keepLost: (session) => bound('KeepLost', () => Archiving.KeepLost(session), 3_600_000),
    filesAt: ({ session: id, tip, record }, signal) =>
      getJson<FilesAt>(session(id, `files${query({ tip, record })}`), signal),
    fileText: ({ session: id, tip, record }, path, at, signal) =>
      getJson<FileText>(session(id, `files/text${query({ tip, record, path, at })}`), signal),
    saveFileAt: ({ session: id, tip, record }, path, when) =>
      bound('SaveFileAt', () => Files.SaveFileAt(id, tip, record, path, when), 3_600_000),
    savePatchAt: ({ session: id, tip, record }) =>
      bound('SavePatchAt', () => Files.SavePatchAt(id, tip, record), 3_600_000),
    saveFilesAt: ({ session: id, tip, record }) =>
      bound('SaveFilesAt', () => Files.SaveFilesAt(id, tip, record), 3_600_000),
    gone: (q, limit, signal) => getJson<GonePrompts>(`/api/gone${query({ q, limit })}`, signal),
    noteChat: (chat, note) => bound('NoteChat', () => Notes.NoteChat(chat, note)),
    noteRecord: (session, record, note) =>
      bound('NoteRecord', () => Notes.NoteRecord(session, record, note), 30_000),
    noteBranch: (session, record, note) =>
      bound('NoteBranch', () => Notes.NoteBranch(session, record, note), 30_000),
    starChats: (chats, star) => bound('StarChats', () => Notes.StarChats(chats, star), 30_000),
    tagChats: (chats, add, remove) => bound('TagChats', () => Notes.TagChats(chats, add, remove), 30_000),
    notes: (signal) => getJson<NotesList>('/api/notes', signal),
    rowNotes: (id, tip, signal) => getJson<RowNotes>(session(id, `notes${query({ tip })}`), signal),
    exportNotes: () => bound('ExportNotes', () => Notes.ExportNotes(), 3_600_000),
    importNotes: () => bound('ImportNotes', () => Notes.ImportNotes(), 3_600_000),
    clearCache: () => bound('ClearCache', () => Preferences.ClearCache(), 30_000),
    stopReading: () => bound('StopReading', () => Preferences.StopReading(), 5_000),
    rescan: () => bound('Rescan', () => Preferences.Rescan(), 30_000),

    onSystemTheme: (fn) =>
      'runtime' in window
        ? EventsOn('theme', (theme: string) => fn(theme === 'dark' || theme === 'light' ? theme : 'unknown'))
        : () => undefined,
    setTitle: (title) => {
      if ('runtime' in window) WindowSetTitle(title);
    },
    onLeave: (fn) =>
      'runtime' in window
        ? EventsOn('window:leave', () => void fn().finally(() => EventsEmit('window:left')))
        : () => undefined,
    onChange: (fn) => ('runtime' in window ? EventsOn('change', fn) : () => undefined),
    onOpen: (fn) => ('runtime' in window ? EventsOn('open', fn) : () => undefined),
    onLink: (fn) => ('runtime' in window ? EventsOn('link', fn) : () => undefined),
  };
}

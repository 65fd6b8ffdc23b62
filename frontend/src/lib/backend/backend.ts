import { getContext, setContext } from 'svelte';
import type {
  About,
  Activity,
  AgentPage,
  AgentRef,
  Archived,
  ArchivePlan,
  ArchivePlanKind,
  ChangeHint,
  ChatList,
  ChatTree,
  Comparison,
  Details,
  ErrorCode,
  Exported,
  ExportRequest,
  Figures,
  FigureScope,
  FileMoment,
  FilesAt,
  FileText,
  FilterResult,
  FilterScope,
  GonePrompts,
  HealthReport,
  Kept,
  Findings,
  Named,
  NotesList,
  NoteText,
  OpenedTerminal,
  Near,
  RawPart,
  RecordPlace,
  Resumed,
  Resuming,
  ResumingCheck,
  ResumePlan,
  Wish,
  RootColor,
  RowNotes,
  RowPage,
  RankedResult,
  SearchResult,
  SavedFiles,
  SearchScope,
  Settings,
  SideRecords,
  Skeleton,
  State,
  TerminalInfo,
  Touched,
  Touching,
  Beside,
  Commands,
  TurnInfo,
  TurnRef,
  Work,
  Wanted,
  UsageAsk,
  UsageReport,
} from './types';

/** A branch of a session, identified by its last record. */
export interface BranchEnd {
  session: string;
  tip: string;
}

/** The error of a request; its message is shown to the person. */
export class BackendError extends Error {
  constructor(
    readonly code: ErrorCode,
    message: string,
  ) {
    super(message);
    this.name = 'BackendError';
  }
}

/**
 * The interface to the engine and the system. Reads can be aborted by their signal; every method rejects
 * with a BackendError and has a timeout.
 */
export type SystemTheme = 'dark' | 'light' | 'unknown';

/** The answers that the page was served with, so that the first paint needs no request. */
export interface FirstAnswers {
  settings?: Settings;
  state?: State;
  chats?: ChatList;
  /** The link to open at the start; '' for the last location. */
  link?: string;
}

export interface Backend {
  readonly first: FirstAnswers;
  state(signal?: AbortSignal): Promise<State>;
  chats(signal?: AbortSignal): Promise<ChatList>;
  /** The matching chats of the scope; if that takes long, the newest ones are passed to `told` first. */
  filter(
    query: string,
    limit: number,
    scope: FilterScope,
    signal?: AbortSignal,
    told?: (part: FilterResult) => void,
  ): Promise<FilterResult>;
  chat(id: string, signal?: AbortSignal): Promise<ChatTree>;
  /** Compares two branches after their last shared turn. */
  compare(a: BranchEnd, b: BranchEnd, signal?: AbortSignal): Promise<Comparison>;
  /** The activity of every chat over time. */
  activity(signal?: AbortSignal): Promise<Activity>;
  /** Tokens, costs and work, by day or by something else. */
  usage(ask: UsageAsk, signal?: AbortSignal): Promise<UsageReport>;
  /** The facts of all chats that the table of chats shows beside those of the list. */
  details(signal?: AbortSignal): Promise<Details>;
  touched(chat: string, signal?: AbortSignal): Promise<Touched>;
  /**
   * `internal`: include the agents that Claude Code started for itself, after all other rows. Of a thread that
   * is `known` only the rows that came since are transferred.
   */
  thread(
    session: string,
    tip: string,
    signal?: AbortSignal,
    near?: Near,
    internal?: boolean,
    known?: Skeleton,
  ): Promise<Skeleton>;
  rows(
    session: string,
    tip: string,
    from: number,
    count: number,
    signal?: AbortSignal,
    internal?: boolean,
  ): Promise<RowPage>;
  /** Turns that the thread was loaded without. */
  turns(
    session: string,
    tip: string,
    from: number,
    count: number,
    signal?: AbortSignal,
    internal?: boolean,
  ): Promise<TurnInfo[]>;
  /** The results of turns. */
  work(
    session: string,
    tip: string,
    from: number,
    count: number,
    signal?: AbortSignal,
    internal?: boolean,
  ): Promise<Work[]>;
  /** An agent's conversation, as a thread of its own. */
  agentThread(session: string, ref: AgentRef, signal?: AbortSignal, known?: Skeleton): Promise<Skeleton>;
  agentRows(
    session: string,
    ref: AgentRef,
    from: number,
    count: number,
    signal?: AbortSignal,
  ): Promise<AgentPage>;
  figures(session: string, scope: FigureScope, signal?: AbortSignal): Promise<Figures>;
  /** The shell commands of a branch, and how they ended. */
  commands(session: string, tip: string, signal?: AbortSignal): Promise<Commands>;
  /** Plans, todos, tasks and environment files of a session, at the turns of a branch. */
  beside(session: string, tip: string, signal?: AbortSignal): Promise<Beside>;
  touching(session: string, tip: string, file: string, signal?: AbortSignal): Promise<Touching>;
  /**
   * The first `limit` hits, newest first, and their total number. Earlier results are passed to `told`: the
   * first hits as soon as they are final, and the hits so far if that takes long. An abort or another
   * search ends it.
   */
  search(
    query: string,
    scope: SearchScope,
    limit: number,
    told: (part: SearchResult) => void,
    signal?: AbortSignal,
  ): Promise<SearchResult>;
  /** The best `limit` turns for a description, of which any word may be missing. */
  ranked(query: string, scope: SearchScope, limit: number, signal?: AbortSignal): Promise<RankedResult>;
  /** The rows that show a record, on the branch that ends at `tip` if it is there. */
  locate(
    session: string,
    tip: string,
    record: string,
    block: number,
    signal?: AbortSignal,
  ): Promise<RecordPlace>;
  /** The rows of a branch that contain a text, including collapsed cards and agents. */
  find(
    session: string,
    tip: string,
    text: string,
    signal?: AbortSignal,
    internal?: boolean,
  ): Promise<Findings>;
  /** The same in an agent's conversation, by its own rows. */
  agentFind(session: string, ref: AgentRef, text: string, signal?: AbortSignal): Promise<Findings>;
  /** A query for the turns that resemble the one of a record; '' if none does. */
  like(session: string, tip: string, record: string, signal?: AbortSignal): Promise<string>;
  about(signal?: AbortSignal): Promise<About>;
  /** This Dendro and its machine, for a bug report: no paths, names or texts of the history. */
  report(signal?: AbortSignal): Promise<string>;
  /** The files that were read, and all problems with them. */
  doctor(signal?: AbortSignal): Promise<HealthReport>;
  named(id: string, signal?: AbortSignal): Promise<Named>;
  record(session: string, uuid: string, signal?: AbortSignal): Promise<string>;
  /** A raw record from a byte on, by its uuid or by the ref of a side record. */
  raw(session: string, record: string, from: number, signal?: AbortSignal): Promise<RawPart>;
  /** The lines of a session and its agents that no row shows; with `bad` only unreadable ones. */
  sides(session: string, from: number, bad: boolean, signal?: AbortSignal): Promise<SideRecords>;
  blockText(session: string, uuid: string, block?: number, signal?: AbortSignal): Promise<string>;
  /** The words of a text that name files in the session's directory. */
  paths(session: string, uuid: string, block: number, signal?: AbortSignal): Promise<string[]>;
  /** The output of a tool that has its own file, by the file's name. */
  spilled(session: string, name: string, signal?: AbortSignal): Promise<string>;
  imageURL(session: string, uuid: string, n: number): string;

  /** How a resume by the installed Claude would differ from the branch that ends at `tip`. */
  resumed(session: string, tip: string, signal?: AbortSignal): Promise<Resumed>;
  resumePlan(wish: Wish): Promise<ResumePlan>;
  resume(wish: Wish): Promise<ResumePlan>;
  /** Writes the files that the plan's command needs. */
  prepareResume(wish: Wish): Promise<ResumePlan>;
  /** Opens a dialog to choose the directory to resume in; "" if it was cancelled. */
  choosePlace(): Promise<string>;
  /** Opens a terminal in a session's directory. */
  openTerminal(session: string): Promise<void>;
  copyText(text: string): Promise<void>;
  openURL(url: string): Promise<void>;
  revealSession(session: string): Promise<void>;
  /**
   * Opens the file that a call names in the system's text editor, or the one that a word of a text names; false
   * if the user does not agree.
   */
  openFile(session: string, record: string, block: number, word: string): Promise<boolean>;
  /** Opens the directory of a chat's project in the editor or the file manager; false if the user does not agree. */
  openProject(chat: string, inEditor: boolean): Promise<boolean>;
  /** Opens a save dialog, and resolves when the document is written. */
  exportDocument(request: ExportRequest): Promise<Exported>;
  /** Returns the directory that the person chose for exportToFolder; '' if the dialog was cancelled. */
  chooseExportFolder(): Promise<string>;
  exportToFolder(request: ExportRequest): Promise<Exported>;
  revealExport(): Promise<void>;
  settings(): Promise<Settings>;
  saveSettings(settings: Settings): Promise<void>;
  /** Validates the settings without running anything. */
  checkResuming(wanted: Resuming): Promise<ResumingCheck>;
  /** Saves after a confirmation by the system; returns the saved settings, unchanged if it was declined. */
  saveResuming(wanted: Resuming): Promise<Settings>;
  terminals(): Promise<TerminalInfo[]>;
  /** Opens an empty terminal; fails with the reason if it does not start. */
  tryTerminal(terminal: string): Promise<OpenedTerminal>;
  /** Fails with the reason if notifications cannot be shown; the system may ask for permission. */
  readyToNotify(): Promise<void>;
  windowReady(): Promise<void>;
  chooseRoot(): Promise<string>;
  /** Names a known root, gives it a colour, and hides or shows it. */
  setRoot(path: string, name: string, color: RootColor, hidden: boolean): Promise<void>;
  /** Removes a root that the person added; its files stay. */
  forgetRoot(path: string): Promise<void>;
  rescan(): Promise<void>;
  stopReading(): Promise<void>;
  archive(): Promise<Archived>;
  /** What would be done with the sessions of chats; the next plan replaces it. */
  planArchive(kind: ArchivePlanKind, chats: string[]): Promise<ArchivePlan>;
  /** Carries out the last plan, after the person has agreed. */
  runArchive(token: string): Promise<Kept>;
  /** Shows the directory of the archive in the file manager. */
  openArchive(): Promise<void>;
  /** Copies a session into the archive that was deleted while it is open. */
  keepLost(session: string): Promise<Kept>;
  /** The files of a branch around one of its turns. */
  filesAt(at: TurnRef, signal?: AbortSignal): Promise<FilesAt>;
  fileText(at: TurnRef, path: string, when: FileMoment, signal?: AbortSignal): Promise<FileText>;
  /** Opens a save dialog, and writes a file as it was; the name of the written file, '' if it was cancelled. */
  saveFileAt(at: TurnRef, path: string, when: FileMoment): Promise<string>;
  /** The same for a patch that turns the current files into those after the turn. */
  savePatchAt(at: TurnRef): Promise<string>;
  /** Opens a dialog to choose a directory, and writes all files to it as they were after the turn. */
  saveFilesAt(at: TurnRef): Promise<SavedFiles>;
  /** Prompts of deleted sessions that have all words of a query, newest first. */
  gone(query: string, limit: number, signal?: AbortSignal): Promise<GonePrompts>;
  noteChat(chat: string, note: NoteText): Promise<void>;
  noteRecord(session: string, record: string, note: NoteText): Promise<void>;
  /** Writes the note on the branch that begins with a record. */
  noteBranch(session: string, record: string, note: NoteText): Promise<void>;
  starChats(chats: string[], star: boolean): Promise<void>;
  /** Adds tags to chats and removes others; their other tags stay. */
  tagChats(chats: string[], add: string[], remove: string[]): Promise<void>;
  /** All names, tags, notes, stars and bookmarks. */
  notes(signal?: AbortSignal): Promise<NotesList>;
  /** The rows of a branch with bookmarks. */
  rowNotes(session: string, tip: string, signal?: AbortSignal): Promise<RowNotes>;
  /** Opens a save dialog, and writes all notes to a file. */
  exportNotes(): Promise<Exported>;
  /** Opens a dialog to choose such a file, and merges it; the number of changes, -1 if it was cancelled. */
  importNotes(): Promise<number>;
  /** Deletes the startup cache; the next start reads all files again. */
  clearCache(): Promise<void>;

  /** Calls fn on every hint that something changed; returns a function that stops it. */
  /**
   * Calls fn when the desktop's theme changes; 'unknown' if only the web view knows it. The theme at the
   * start is an attribute of the <html> element. Returns a function that stops it.
   */
  onSystemTheme(fn: (theme: SystemTheme) => void): () => void;
  /** Sets the title of the window. */
  setTitle(title: string): void;
  /** Calls fn before the window closes, which waits for it; returns a function that stops it. */
  onLeave(fn: () => Promise<void>): () => void;
  onChange(fn: (hint: ChangeHint) => void): () => void;
  /** Calls fn when the notification of a session was clicked; returns a function that stops it. */
  onOpen(fn: (wanted: Wanted) => void): () => void;
  /** Calls fn with a link that was opened on the desktop; returns a function that stops it. */
  onLink(fn: (link: string) => void): () => void;
}

const key = Symbol('backend');

export function provideBackend(backend: Backend): void {
  setContext(key, backend);
}

export function useBackend(): Backend {
  return getContext<Backend>(key);
}

import { getContext, setContext } from 'svelte';
import type {
  About,
  Activity,
  AgentPage,
  AgentRef,
  ChangeHint,
  ChatList,
  ChatTree,
  Comparison,
  ErrorCode,
  Exported,
  ExportRequest,
  Figures,
  FigureScope,
  FilterResult,
  FilterScope,
  HealthReport,
  Findings,
  Named,
  OpenedTerminal,
  Near,
  RawPart,
  RecordPlace,
  Resumed,
  Resuming,
  ResumingCheck,
  ResumePlan,
  Wish,
  RowPage,
  RankedResult,
  SearchResult,
  SearchScope,
  Settings,
  SideRecords,
  Skeleton,
  State,
  TerminalInfo,
  Touched,
  Touching,
  TurnInfo,
  Work,
  Wanted,
} from './types';

/** A branch of a session, by the record that it ends at. */
export interface BranchEnd {
  session: string;
  tip: string;
}

/** Why a question was not answered, in words a person can act on. */
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
 * Everything the window asks of the outside. Reads may be aborted by their signal; every method
 * rejects with a BackendError, and none of them waits for ever.
 */
export type SystemTheme = 'dark' | 'light' | 'unknown';

/** What the page was served with, so that its first picture waits for no round trip. */
export interface FirstAnswers {
  settings?: Settings;
  state?: State;
  chats?: ChatList;
  /** A place to begin with, as a link; '' for where the reader was. */
  link?: string;
}

export interface Backend {
  readonly first: FirstAnswers;
  state(signal?: AbortSignal): Promise<State>;
  chats(signal?: AbortSignal): Promise<ChatList>;
  /** The chats of the scope that fit; where that takes long, the newest of them are `told` before. */
  filter(
    query: string,
    limit: number,
    scope: FilterScope,
    signal?: AbortSignal,
    told?: (part: FilterResult) => void,
  ): Promise<FilterResult>;
  chat(id: string, signal?: AbortSignal): Promise<ChatTree>;
  /** What two branches did after they parted. */
  compare(a: BranchEnd, b: BranchEnd, signal?: AbortSignal): Promise<Comparison>;
  /** When something happened in every chat. */
  activity(signal?: AbortSignal): Promise<Activity>;
  touched(chat: string, signal?: AbortSignal): Promise<Touched>;
  /** `internal`: with the agents that Claude Code started for itself, behind all other rows. */
  thread(
    session: string,
    tip: string,
    signal?: AbortSignal,
    near?: Near,
    internal?: boolean,
  ): Promise<Skeleton>;
  rows(
    session: string,
    tip: string,
    from: number,
    count: number,
    signal?: AbortSignal,
    internal?: boolean,
  ): Promise<RowPage>;
  /** Some of the turns that did not come with their thread. */
  turns(
    session: string,
    tip: string,
    from: number,
    count: number,
    signal?: AbortSignal,
    internal?: boolean,
  ): Promise<TurnInfo[]>;
  /** What some of the turns led to. */
  work(
    session: string,
    tip: string,
    from: number,
    count: number,
    signal?: AbortSignal,
    internal?: boolean,
  ): Promise<Work[]>;
  /** An agent's conversation, as a thread of its own. */
  agentThread(session: string, ref: AgentRef, signal?: AbortSignal): Promise<Skeleton>;
  agentRows(
    session: string,
    ref: AgentRef,
    from: number,
    count: number,
    signal?: AbortSignal,
  ): Promise<AgentPage>;
  figures(session: string, scope: FigureScope, signal?: AbortSignal): Promise<Figures>;
  touching(session: string, tip: string, file: string, signal?: AbortSignal): Promise<Touching>;
  /**
   * The first `limit` hits, newest first, and how many there are in all. What is there before that
   * is `told`: the first hits as soon as they are certain, and what is found so far where they
   * take long. Leaving it, or another search, ends it.
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
  /** Where a record is shown; on the branch that ends at `tip` if it is there. */
  locate(
    session: string,
    tip: string,
    record: string,
    block: number,
    signal?: AbortSignal,
  ): Promise<RecordPlace>;
  /** Where a text stands in a branch: in closed cards and in subagents too. */
  find(
    session: string,
    tip: string,
    text: string,
    signal?: AbortSignal,
    internal?: boolean,
  ): Promise<Findings>;
  /** The same in an agent's conversation, by its own rows. */
  agentFind(session: string, ref: AgentRef, text: string, signal?: AbortSignal): Promise<Findings>;
  about(signal?: AbortSignal): Promise<About>;
  /** What was read, and what could not be. */
  doctor(signal?: AbortSignal): Promise<HealthReport>;
  named(id: string, signal?: AbortSignal): Promise<Named>;
  record(session: string, uuid: string, signal?: AbortSignal): Promise<string>;
  /** A record as it stands in the file, from a byte on: by its uuid, or by the ref of a side record. */
  raw(session: string, record: string, from: number, signal?: AbortSignal): Promise<RawPart>;
  /** The lines of a session and its agents that no row shows; `bad`: those of them that hold no record. */
  sides(session: string, from: number, bad: boolean, signal?: AbortSignal): Promise<SideRecords>;
  blockText(session: string, uuid: string, block?: number, signal?: AbortSignal): Promise<string>;
  /** A tool's output that was written to a file of its own, by that file's name. */
  spilled(session: string, name: string, signal?: AbortSignal): Promise<string>;
  imageURL(session: string, uuid: string, n: number): string;

  /** What the installed Claude would do with the session otherwise than the branch to `tip` shows. */
  resumed(session: string, tip: string, signal?: AbortSignal): Promise<Resumed>;
  resumePlan(wish: Wish): Promise<ResumePlan>;
  resume(wish: Wish): Promise<ResumePlan>;
  /** Makes that the plan's command works where it is pasted. */
  prepareResume(wish: Wish): Promise<ResumePlan>;
  /** Lets the person pick a directory to go on in; "" where none was picked. */
  choosePlace(): Promise<string>;
  /** Opens a terminal in a session's directory. */
  openTerminal(session: string): Promise<void>;
  copyText(text: string): Promise<void>;
  openURL(url: string): Promise<void>;
  revealSession(session: string): Promise<void>;
  /** Asks the person where to, and answers when the document is written. */
  exportDocument(request: ExportRequest): Promise<Exported>;
  revealExport(): Promise<void>;
  settings(): Promise<Settings>;
  saveSettings(settings: Settings): Promise<void>;
  /** Says what is wrong with them; runs nothing. */
  checkResuming(wanted: Resuming): Promise<ResumingCheck>;
  /** The system asks the person first; returns what is kept, which is what was where they say no. */
  saveResuming(wanted: Resuming): Promise<Settings>;
  terminals(): Promise<TerminalInfo[]>;
  /** Opens a terminal in which nothing happens; fails with what went wrong. */
  tryTerminal(terminal: string): Promise<OpenedTerminal>;
  /** Fails with the reason why no notification would be shown; the system may ask the person for leave. */
  readyToNotify(): Promise<void>;
  windowReady(): Promise<void>;
  chooseRoot(): Promise<string>;
  rescan(): Promise<void>;
  stopReading(): Promise<void>;
  /** Removes what is kept to start faster; the next start reads everything anew. */
  clearCache(): Promise<void>;

  /** Calls fn on every hint that something changed; returns the way to stop. */
  /**
   * Calls fn when the desktop turns to dark or light; 'unknown' where only the web view can tell.
   * What holds at the start stands on the <html> element. Returns the way to stop.
   */
  onSystemTheme(fn: (theme: SystemTheme) => void): () => void;
  /** What the system lists the window as. */
  setTitle(title: string): void;
  /** The window closes when what is called here is done: what is not saved by then is lost. */
  onLeave(fn: () => Promise<void>): () => void;
  onChange(fn: (hint: ChangeHint) => void): () => void;
  /** Calls fn when a notification of a session was clicked; returns the way to stop. */
  onOpen(fn: (wanted: Wanted) => void): () => void;
  /** Calls fn with a link that was opened on the desktop; returns the way to stop. */
  onLink(fn: (link: string) => void): () => void;
}

const key = Symbol('backend');

export function provideBackend(backend: Backend): void {
  setContext(key, backend);
}

export function useBackend(): Backend {
  return getContext<Backend>(key);
}

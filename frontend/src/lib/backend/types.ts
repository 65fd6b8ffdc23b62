import type { SkeletonRows } from './skeleton-rows';
import type { Turns } from './turns';
import type { Retention } from './types-health';
import type { Row, Unreadable } from './types-rows';

export type { TurnInfo } from './turns';
export type { SkeletonRow, SkeletonRows } from './skeleton-rows';
export * from './types-activity';
export * from './types-chats';
export * from './types-figures';
export * from './types-health';
export * from './types-rows';
export * from './types-work';
export * from './types-search';

/**
 * The wire: what the Go side answers under /api/ and through the bound methods. Written by hand,
 * because generated types cannot express unions. Lists are never null; times are RFC 3339 strings.
 */

export interface RootInfo {
  path: string;
  display: string;
  exists: boolean;
  error: string;
}

export type ScanPhase = 'listing' | 'heads' | 'reading' | 'done';

export interface ScanProgress {
  phase: ScanPhase;
  files: number;
  filesTotal: number;
  bytes: number;
  bytesTotal: number;
  error: string;
  /** By a person: reading again goes on with it. */
  stopped?: boolean;
  finished: string;
}

export interface Totals {
  projects: number;
  chats: number;
  sessions: number;
  agents: number;
  bytes: number;
  live: number;
  malformed: number;
}

export interface State {
  schema: number;
  version: string;
  seq: number;
  demo: boolean;
  platform: string;
  home: string;
  roots: RootInfo[];
  scan: ScanProgress;
  totals: Totals;
  retentionDays: number;
  retentionFrom: Retention;
  /** Where no history was found, when the demo history is shown instead. */
  looked?: string[];
}

/** Half-open rune offsets. */
export type Range = [number, number];

export interface FilterMatch {
  chat: string;
  field: 'title' | 'project' | 'prompt' | 'branch' | 'name' | 'id';
  text: string;
  ranges: Range[];
}

/** Which chats a filter is about: those for which all of it holds. */
export interface FilterScope {
  live?: boolean;
  /** Deleted within so many days. */
  expires?: number;
  /** One of these. */
  among?: readonly string[];
}

export interface FilterResult {
  q: string;
  total: number;
  /** False where only the newest chats have been looked at. */
  complete: boolean;
  matches: FilterMatch[];
}

/** Flags of a skeleton row. */
export const Flag = {
  inherited: 1,
  sidechain: 2,
  error: 4,
  images: 8,
  segment: 16,
  split: 32,
  quiet: 64,
  internal: 128,
} as const;

export interface SplitBranch {
  session: string;
  first: string;
  tip: string;
  title: string;
  active: boolean;
}

export interface Split {
  row: number;
  at: string;
  branches: SplitBranch[];
}

export interface Skeleton {
  session: string;
  tip: string;
  /** The session that holds the beginning, whose rows stand before its own. */
  continues?: string;
  /** What came before the first row is in no file. */
  gone?: boolean;
  total: number;
  seq: number;
  rows: SkeletonRows;
  turns: Turns;
  splits: Split[];
  segments?: { row: number; id: string }[];
  /** How many of the last rows are agents that no call of the session started. */
  unattached?: number;
  /** Lines of the file that hold no record, each after the row that stands before it there; -1: none does. */
  unreadable?: Unreadable[];
  /** How many agents Claude Code started for itself; where they are shown, as many rows behind all others. */
  internal?: number;
  /** The file can no longer be opened: this is how it was when it could be. */
  loss?: 'deleted' | 'unreadable';
  /** The contents of the rows where the thread is opened, where they were asked for too. */
  near?: { from: number; rows: Row[] };
}

/** Where a thread is opened: at a row, a segment's first, or the end; and how many rows are read at once. */
export interface Near {
  at: string | number;
  page: number;
}

export interface TerminalInfo {
  id: string;
  name: string;
  found: boolean;
}

/** What the installed Claude would do with a session otherwise than a branch of it shows. */
export interface Resumed {
  seq: number;
  session: string;
  /** The version of Claude, '' where it is not known. */
  client: string;
  /** The record that it goes on from, and the node of the tree that holds it. */
  leaf: string;
  segment: string;
  /** The leaf does not stand on the branch. */
  elsewhere: boolean;
  /** How many messages are shown and not sent, and how many are sent and not shown. */
  omitted: number;
  added: number;
  /** The first message that is shown and not sent. */
  first: string;
}

/** What somebody wants to go on from; what is left out holds for none. */
export interface Wish {
  session: string;
  /** A record of it; without one: where Claude goes on itself. */
  record?: string;
  /** The end of the branch that is shown. */
  tip?: string;
  /** The record itself is left out: to ask differently. */
  before?: boolean;
  /** Behind all that answers the record. */
  turn?: boolean;
  fork?: boolean;
  /** Resumes a session that is open elsewhere as it is. */
  join?: boolean;
  /** The id for a new session, as an earlier plan said it. */
  new?: string;
  /** Which of the plan's places, or "chosen". */
  place?: string;
  terminal?: string;
}

/** Where to go on if the directory is gone, with what would run there; "" where nothing does. */
export interface ResumePlace {
  kind: string;
  dir: string;
  command: string;
}

export interface ResumePlan {
  /** Where one lands, in words. */
  says: string;
  notes: string[];
  /** The session that is begun; "" where the session itself goes on. */
  new: string;
  /** The record that is gone on from. */
  leaf: string;
  /** The prompt that is left out. */
  prompt: string;
  /** The client's version. */
  client: string;
  /** The branch that is shown, where Claude would go on from another one. */
  other?: { record: string; says: string } | null;
  places: ResumePlace[];
  live: boolean;
  session: string;
  possible: boolean;
  why: string;
  dir: string;
  argv: string[];
  env: string[];
  command: string;
  /** What the person should know before it runs; none where there is nothing. */
  warning?: string;
  terminal: string;
  terminalId: string;
  terminals: TerminalInfo[];
}

export type ExportWhat = 'turn' | 'branch' | 'agent' | 'chat';
export type ExportFormat = 'md' | 'html' | 'json';

/** What is to become a document. Where it is written the person says, never the page. */
export interface ExportRequest {
  session: string;
  tip: string;
  /** Whose turn, or all of whose rows, are meant: its id or its first record's; else "". */
  agent: string;
  what: ExportWhat;
  /** Counted from 1; only for a turn. */
  turn: number;
  format: ExportFormat;
  images: boolean;
  thinking: boolean;
  mask: boolean;
}

/** The document's name and size; an empty name where none was chosen. */
export interface Exported {
  file: string;
  bytes: number;
}

export type Theme = 'system' | 'light' | 'dark';
export type Density = 'comfortable' | 'compact';
export type SearchSort = 'relevance' | 'time';
export type ChatGroups = 'project' | 'day' | 'none';
export type ChatSort = 'activity' | 'size' | 'turns';
export type TreeDensity = 'comfortable' | 'compact' | 'dense';

export interface Settings {
  theme: Theme;
  /** A language of the message catalogue; "" for the system's. */
  language: string;
  density: Density;
  treeDensity: TreeDensity;
  /** The order of what a search found. */
  searchSort: SearchSort;
  /** What the list of chats is grouped by, and its order within. */
  chatGroups: ChatGroups;
  chatSort: ChatSort;
  terminal: string;
  customTerminal: string[];
  /** The person's own claude, '' for the one that is found, and the options that it is always given. */
  client: string;
  clientFlags: string[];
  /** Where directories of other machines lie here. */
  pathMap: { from: string; to: string }[];
  panes: { sidebar: number; tree: number; inspector: number };
  /** Where the window stood: kept by the Go side. */
  window: { width: number; height: number; x: number; y: number; maximised: boolean };
  lastChat: string;
  lastPlace: string;
  /** How the timeline was left. */
  timeline: string;
  starred: string[];
  savedSearches: string[];
  /** The newest last. */
  recentSearches: string[];
  showThinking: boolean;
  /** Whether the agents that Claude Code starts for itself are listed. */
  showInternal: boolean;
  /** Long lines of code and output are broken, not scrolled. */
  wrap: boolean;
  /** How large the texts of a thread are, in percent. */
  textSize: number;
  /** Single letters and signs are keys of commands. */
  letterKeys: boolean;
  /** Keys that were changed: the id of a command and its key, with a space between; no key after it is none. */
  keys: string[];
  /** The prompts of the branch are listed below the tree. */
  outline: boolean;
  /** Tells on the desktop when a session falls silent after work. */
  notify: boolean;
  /** Changes in one column or in two. */
  diff: 'unified' | 'split';
}

/** The program and what it is built from. */
export interface About {
  version: string;
  /** '' if unknown. */
  commit: string;
  /** The release of Go, and "linux/amd64". */
  go: string;
  system: string;
  /** The licenses of Dendro and everything it contains. */
  notice: string;
}

/** What of the settings says what a resume runs, and where. */
export type Resuming = Pick<Settings, 'client' | 'clientFlags' | 'customTerminal' | 'pathMap'>;

/** What is wrong with each, '' for nothing. */
export interface ResumingCheck {
  client: string;
  flags: string;
  terminal: string;
  /** The program that would be run. */
  found: string;
}

/** A terminal in which something ran, and how it is called. */
export interface OpenedTerminal {
  terminal: string;
  command: string[];
}

export interface ChangeHint {
  seq: number;
  sessions: string[];
  chats: string[];
  scan: boolean;
}

/** A session that is to be opened. */
export interface Wanted {
  chat: string;
  session: string;
}

export type ErrorCode = 'not-found' | 'bad-request' | 'unreadable' | 'internal' | 'timeout' | 'unreachable';

/** A part of a record as it stands in the file, indented. */
export interface RawPart {
  record: string;
  text: string;
  from: number;
  /** Where the next part begins; -1 at the end. */
  next: number;
  total: number;
}

/** A line that no row shows; `ref` is what raw knows it by. */
export interface SideRecord {
  ref: string;
  type: string;
  /** Of its file, from 1. */
  line: number;
  bytes: number;
  /** In whose file it stands; the session's own where it is missing. */
  agent?: string;
  /** Why the line holds no record. */
  problem?: 'malformed' | 'oversized' | 'torn';
}

export interface SideRecords {
  session: string;
  from: number;
  total: number;
  records: SideRecord[];
}

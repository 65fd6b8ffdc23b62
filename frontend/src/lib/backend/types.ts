import type { SkeletonRows } from './skeleton-rows';
import type { Turns } from './turns';
import type { LeftOut } from './types-chats';
import type { Retention } from './types-health';
import type { Row, Unreadable } from './types-rows';

export type { TurnInfo } from './turns';
export type { SkeletonRow, SkeletonRows } from './skeleton-rows';
export * from './types-activity';
export * from './types-usage';
export * from './types-details';
export * from './types-chats';
export * from './types-figures';
export * from './types-files';
export * from './types-gone';
export * from './types-health';
export * from './types-notes';
export * from './types-rows';
export * from './types-work';
export * from './types-search';

/**
 * The wire types of /api/ and of the bound methods. Written by hand, because generated types cannot
 * express unions. Lists are never null; times are RFC 3339 strings.
 */

export interface RootInfo {
  path: string;
  display: string;
  exists: boolean;
  error: string;
  /** It holds sessions that are only in the archive. */
  archived: boolean;
  /** The name that the person gave it, or ''. */
  name: string;
  color: RootColor;
  /** The person hid it: it is not read. */
  hidden: boolean;
  /** The person added it, and can remove it. */
  added: boolean;
}

export type RootColor = '' | 'blue' | 'orange' | 'violet' | 'green' | 'red';

export type ScanPhase = 'listing' | 'heads' | 'reading' | 'done';

export interface ScanProgress {
  phase: ScanPhase;
  files: number;
  filesTotal: number;
  bytes: number;
  bytesTotal: number;
  error: string;
  /** True if the person stopped the scan; a rescan continues it. */
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
  /** The project that the list is limited to at first. */
  here?: string;
  /** The directories without a history, if the demo history is shown instead. */
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

/** The chats that a filter searches: those that meet all conditions. */
export interface FilterScope {
  live?: boolean;
  /** The file expires within this many days. */
  expires?: number;
  /** The ids to choose from. */
  among?: readonly string[];
}

export interface FilterResult {
  q: string;
  total: number;
  /** False if only the newest chats were searched. */
  complete: boolean;
  matches: FilterMatch[];
}

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
  /** The session with the beginning, whose rows precede its own. */
  continues?: string;
  /** True if the messages before the first row are in no file. */
  gone?: boolean;
  total: number;
  seq: number;
  rows: SkeletonRows;
  turns: Turns;
  splits: Split[];
  segments?: { row: number; id: string }[];
  /** How many of the last rows are agents without a parent call. */
  unattached?: number;
  /** The unreadable lines of the file, by the row before each; -1 for none. */
  unreadable?: Unreadable[];
  /** The number of internal agents; if they are shown, their rows come after all others. */
  internal?: number;
  /** True if the file cannot be opened any more and this is its last known content. */
  loss?: 'deleted' | 'unreadable';
  /** The rows around the place where the thread is opened, if they were requested. */
  near?: { from: number; rows: Row[] };
  /** How many of its rows will probably remain as they are, and the engine's checksum of them. */
  settled?: number;
  sum?: string;
}

/** Where a thread is opened: at a row, a segment's first row, or the end; and the number of rows to load. */
export interface Near {
  at: string | number;
  page: number;
}

export interface TerminalInfo {
  id: string;
  name: string;
  found: boolean;
}

/** How a resume by the installed Claude would differ from a branch of the session. */
export interface Resumed {
  seq: number;
  session: string;
  /** The version of Claude; '' if unknown. */
  client: string;
  /** The record that it continues from, and the tree node that contains it. */
  leaf: string;
  segment: string;
  /** True if the leaf is not on the branch. */
  elsewhere: boolean;
  /** The number of messages that are shown but not sent, and sent but not shown. */
  omitted: number;
  added: number;
  /** The first message that is shown but not sent. */
  first: string;
}

/** The point to continue from. Missing properties have their zero value. */
export interface Wish {
  session: string;
  /** A record of the session; by default the one that Claude would resume. */
  record?: string;
  /** The last record of the shown branch. */
  tip?: string;
  /** True to leave out the record itself: for editing the prompt. */
  before?: boolean;
  /** True to continue after the whole answer to the record. */
  turn?: boolean;
  fork?: boolean;
  /** True to resume a session that is open elsewhere. */
  join?: boolean;
  /** The id for a new session, from an earlier plan. */
  new?: string;
  /** The id of one of the plan's directories, or "chosen". */
  place?: string;
  /** Options of claude for this time; '' for its own choice. */
  model?: string;
  permissionMode?: string;
  /** The first prompt, which is asked at once; '' leaves that to the user. */
  prompt?: string;
  terminal?: string;
  /** What the new session does not load: turn:UUID, outputs:10k … */
  without?: string[];
  /** True to not name the left-out parts to the model. */
  quiet?: boolean;
  /** True to list what would be loaded. */
  list?: boolean;
}

/** A record with large outputs, with pictures, or with the result of an agent. */
export interface LoadOutput {
  record: string;
  /** '' for a prompt. */
  tool: string;
  about: string;
  agent: boolean;
  bytes: number;
  pictures: number;
  tokens: number;
  out: boolean;
  picturesOut: boolean;
}

export interface LoadTurn {
  record: string;
  text: string;
  kind: string;
  time: string;
  /** About, if it is whole, and with the choice. */
  tokens: number;
  after: number;
  state: 'whole' | 'steps' | 'out';
  /** True if it can't be left out. */
  stays: boolean;
  /** True if there is more than prompts and a last reply. */
  steps: boolean;
  outputs: LoadOutput[];
}

/** What would be loaded, and the effect of leaving something out. */
export interface ResumeLoad {
  turns: LoadTurn[];
  before: number;
  after: number;
  /** The most that the model takes; 0 if unknown. */
  limit: number;
  left: LeftOut;
  /** The sentence that tells the model. */
  note: string;
}

/** A directory to resume in if the original is gone, with the command for it; "" for none. */
export interface ResumePlace {
  kind: string;
  dir: string;
  command: string;
}

export interface ResumePlan {
  /** Describes the point to continue from. */
  says: string;
  notes: string[];
  /** The id of the new session; "" if the session itself continues. */
  new: string;
  /** The record to continue from. */
  leaf: string;
  /** The prompt that is left out. */
  prompt: string;
  /** The client's version. */
  client: string;
  /** The shown branch, if Claude would resume from another one. */
  other?: { record: string; says: string } | null;
  places: ResumePlace[];
  live: boolean;
  /** Only if the wish asks for it. */
  load?: ResumeLoad | null;
  /** Why the last turns got no answer; '' if they did. */
  refusal?: '' | 'long' | 'picture' | 'compaction' | 'model';
  /** The prompt of the earliest of them. */
  refusedFrom?: string;
  session: string;
  possible: boolean;
  why: string;
  dir: string;
  argv: string[];
  env: string[];
  command: string;
  /** Warnings to show before the command runs. */
  warning?: string;
  terminal: string;
  terminalId: string;
  terminals: TerminalInfo[];
}

export type ExportWhat = 'turn' | 'branch' | 'agent' | 'chat';
export type ExportFormat = 'md' | 'html' | 'json';

/** The content of an exported document. The person chooses its path, never the page. */
export interface ExportRequest {
  session: string;
  tip: string;
  /** The agent whose turn or rows are exported, by its id or its first record; else "". */
  agent: string;
  what: ExportWhat;
  /** Counted from 1; only for a turn. */
  turn: number;
  format: ExportFormat;
  images: boolean;
  thinking: boolean;
  mask: boolean;
}

/** The document's name and size; an empty name if the dialog was cancelled. */
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
  /** The order of search results. */
  searchSort: SearchSort;
  /** The grouping of the list of chats, and the order within a group. */
  chatGroups: ChatGroups;
  /** Ids of chats, and paths of projects after "project:", that the list leaves out. */
  hiddenChats: string[];
  chatSort: ChatSort;
  terminal: string;
  customTerminal: string[];
  /** The path of claude, '' to find it automatically, and arguments for every launch. */
  client: string;
  clientFlags: string[];
  /** Maps directories of other machines to local ones. */
  pathMap: { from: string; to: string }[];
  panes: { sidebar: number; tree: number; inspector: number };
  /** The position of the window, saved by the Go side. */
  window: { width: number; height: number; x: number; y: number; maximised: boolean };
  lastChat: string;
  lastPlace: string;
  /** The saved view of the timeline. */
  timeline: string;
  /** The columns and the order of the table of chats. */
  table: string;
  savedSearches: string[];
  /** Newest last. */
  recentSearches: string[];
  showThinking: boolean;
  /** Whether agents that Claude Code starts for itself are shown. */
  showInternal: boolean;
  /** Whether long lines of code and output wrap. */
  wrap: boolean;
  /** The zoom of the window, in percent. */
  textSize: number;
  /** Whether single letters and signs are shortcuts. */
  letterKeys: boolean;
  /** Changed shortcuts: "<command id> <key>", or only the id for no shortcut. */
  keys: string[];
  /** Whether the prompts of the selected node are listed in the tree. */
  outline: boolean;
  /** Whether to notify when Claude finishes. */
  notify: boolean;
  /** Further roots, and how roots are shown; the page never writes them. */
  roots: { path: string; name: string; color: string; hidden: boolean; added: boolean }[];
  /** Which sessions are archived, and when; '' until the person chose. */
  keep: '' | 'all' | 'starred' | 'ended' | 'none';
  /** The largest size of the archive in GB; 0 for no limit. */
  keepLimit: number;
  /** Whether archived sessions of Claude directories that are not there are shown. */
  keepAway: boolean;
  /** Unified or side-by-side diffs. */
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

/** The settings that decide which command a resume runs, and where. */
export type Resuming = Pick<Settings, 'client' | 'clientFlags' | 'customTerminal' | 'pathMap'>;

/** The error of each setting; '' for none. */
export interface ResumingCheck {
  client: string;
  flags: string;
  terminal: string;
  /** The program that would be run. */
  found: string;
}

/** A terminal with its display name. */
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

/** A session to open. */
export interface Wanted {
  chat: string;
  session: string;
}

export type ErrorCode = 'not-found' | 'bad-request' | 'unreadable' | 'internal' | 'timeout' | 'unreachable';

/** A part of a raw record, indented. */
export interface RawPart {
  record: string;
  text: string;
  from: number;
  /** The offset of the next part; -1 at the end. */
  next: number;
  total: number;
  /** The file of the record, and its line there; only of the first part. */
  path?: string;
  line?: number;
}

/** A line that no row shows; `ref` identifies it for raw. */
export interface SideRecord {
  ref: string;
  type: string;
  /** The line number in its file, from 1. */
  line: number;
  bytes: number;
  /** The agent whose file contains it; missing for the session's own. */
  agent?: string;
  /** Why the line could not be read. */
  problem?: 'malformed' | 'oversized' | 'torn';
}

export interface SideRecords {
  session: string;
  from: number;
  total: number;
  records: SideRecord[];
}

/** The archive of sessions that outlive what Claude Code deletes. */
export interface Archived {
  /** Its directory. */
  path: string;
  /** Bytes on the disk. */
  size: number;
  sessions: number;
  /** Sessions that Claude Code has deleted. */
  only: number;
  /** Sessions of Claude directories that are not there, as on a disk that is not mounted. */
  away: number;
  /** The ids of the chats with a session in the archive. */
  chats: string[];
  /** Sessions that expire within a week and are not archived as they are. */
  due: number;
  /** Why sessions that are due could not be archived; '' if all could. */
  problem: string;
}

/** What a plan does with chats and the archive. */
export type ArchivePlanKind = 'keep' | 'restore' | 'drop';

/** A session of a plan. */
export interface PlannedSession {
  session: string;
  title: string;
  bytes: number;
  /** When its file was changed last. */
  changed: string;
  /** When it was kept last; '' if it was not. */
  kept: string;
  /** Whether it exists nowhere else. */
  only: boolean;
  /** How many older versions are kept with it. */
  older: number;
}

/** What the person is asked before something is done with chats and the archive. */
export interface ArchivePlan {
  kind: ArchivePlanKind;
  token: string;
  /** Empty if there is nothing to do. */
  sessions: PlannedSession[];
  bytes: number;
  /** The files that a restore writes. */
  files: string[];
  /** Files without a conversation that move to the archive. */
  aside: string[];
  /** When Claude Code may delete the first restored session again; '' for other plans. */
  expires: string;
}

/** The result of a plan. */
export interface Kept {
  /** How many were kept, restored or removed. */
  sessions: number;
  /** Of the kept ones, those that were archived already as they are. */
  before: number;
  /** Bytes that were removed from the disk. */
  freed: number;
  /** Why others could not be; '' if all are. */
  problem: string;
}

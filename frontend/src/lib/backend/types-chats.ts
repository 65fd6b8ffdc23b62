import type { Own, RecordNote } from './types-notes';

/** The kind of a session's last record; '' if unknown, or while Claude works. */
export type Standing = '' | 'answered' | 'waiting' | 'interrupted' | 'failed' | 'open';

export interface ChatSummary {
  id: string;
  title: string;
  titleFrom: string;
  /** The title, if `title` is a name that the person gave; else ''. */
  titled: string;
  project: string;
  projectName: string;
  projectDisplay: string;
  /** Set if the project is a worktree of a repository. */
  worktree?: { name: string; repository: string; repositoryName: string; repositoryDisplay: string };
  start: string;
  end: string;
  sessions: number;
  branches: number;
  turns: number;
  agents: number;
  live: boolean;
  expiresInDays: number | null;
  /** Its newest session is only in the archive: Claude Code has deleted it. */
  archived: boolean;
  newestLeaf: string;
  gitBranch: string;
  /** Whose turn it is in the most recent session. */
  state: Standing;
  /** The decisive sentence there: of the last answer, the question, or the error. */
  outcome: string;
  partial: boolean;
  malformed: number;
  /** The size of its sessions' files. */
  bytes: number;
  /** Its Claude config directory, if it is not the first one. */
  root?: string;
  starred: boolean;
  tags: string[];
  /** The person's note. */
  note: string;
}

export interface ChatList {
  seq: number;
  /** The version of the list, for requests of the changes since then. */
  version: number;
  chats: ChatSummary[];
  /** If the list is only its beginning: the total number of chats, and the number in each project. */
  more?: { chats: number; projects: Record<string, number> };
}

/** The changes from an earlier version of the list to the current one. */
export interface ChatChanges {
  seq: number;
  version: number;
  total: number;
  /** Changed chats with their indices in the current list, in order; the others keep their order between them. */
  changed: { at: number; chat: ChatSummary }[];
  removed: string[];
}

export interface SessionInfo {
  id: string;
  /** The session id, if another file is the primary one with it. */
  copyOf?: string;
  /** Relative to its root. */
  file?: string;
  /** Other files with its session id and no records of their own. */
  duplicates?: string[];
  title: string;
  titleFrom: string;
  parent: string | null;
  missingParent?: string;
  relation: 'root' | 'resumed' | 'forked';
  evidence: string[];
  confidence: 'certain' | 'inferred';
  forkPoint: string | null;
  shared: number;
  own: number;
  superseded: boolean;
  activeLeaf: string;
  agents: number;
  records: number;
  prompts: number;
  malformed: number;
  bytes: number;
  start: string;
  end: string;
  cwd: string;
  gitBranch: string;
  version: string;
  live: boolean;
  partial: boolean;
  expiresInDays: number | null;
  archived: boolean;
  model: string;
  resume: { possible: boolean; why: string };
  lastPromptLeaf?: string;
  /** The segment of lastPromptLeaf, if that is not the active leaf. */
  lastPromptSegment?: string;
  stranded?: number;
  /** The uuids of their prompts. */
  strandedTurns?: string[];
}

/** `continue`: the same session continues after a fork. */
export type EdgeKind = 'root' | 'continue' | 'resume' | 'fork' | 'rewind' | 'compaction' | 'missing';

export interface Segment {
  id: string;
  session: string;
  parent: string | null;
  edge: EdgeKind;
  at: string | null;
  first: string;
  tip: string;
  title: string;
  turns: number;
  start: string;
  end: string;
  leaf: boolean;
  superseded: boolean;
  active: boolean;
  resumesHere: boolean;
  newerElsewhere: boolean;
  compactions: number;
  agents: number;
  model: string;
  gitBranch: string;
  live: boolean;
  /** True for a session that was started in this window and has no file yet. */
  waiting?: boolean;
  missingParent: string;
  /** True if its session began without the parent's messages: no branch holds both. */
  apart?: boolean;
  evidence: string[];
  confidence: 'certain' | 'inferred';
  shared: number;
  forkTurn: number;
  /** The parts of the parent that the session was started without. */
  without?: LeftOut;
}

export interface ChatTree {
  seq: number;
  id: string;
  title: string;
  project: string;
  projectDisplay: string;
  start: string;
  end: string;
  sessions: SessionInfo[];
  segments: Segment[];
  /** What the person wrote about the chat. */
  own: Own;
  notes: RecordNote[];
}

/** Counts of what a new session does not load. */
export interface LeftOut {
  turns: number;
  /** Turns of which only the prompts and the last reply are loaded. */
  steps: number;
  outputs: number;
  pictures: number;
}

/** What the last record of a session is; '' while that cannot be told, or work goes on. */
export type Standing = '' | 'answered' | 'waiting' | 'interrupted' | 'failed' | 'open';

export interface ChatSummary {
  id: string;
  title: string;
  titleFrom: string;
  project: string;
  projectName: string;
  projectDisplay: string;
  start: string;
  end: string;
  sessions: number;
  branches: number;
  turns: number;
  agents: number;
  live: boolean;
  expiresInDays: number | null;
  newestLeaf: string;
  gitBranch: string;
  /** Whose turn it is in the session that was written to last. */
  state: Standing;
  /** The sentence that says what came out there: of the last answer, the question, the error. */
  outcome: string;
  partial: boolean;
  malformed: number;
  /** Of its sessions' files. */
  bytes: number;
}

export interface ChatList {
  seq: number;
  /** Of the list: what has changed since is asked for with it. */
  version: number;
  chats: ChatSummary[];
  /** Where these are only the first that a sidebar shows: how many there are, and in each of their projects. */
  more?: { chats: number; projects: Record<string, number> };
}

/** What makes the list of an earlier version that of now. */
export interface ChatChanges {
  seq: number;
  version: number;
  total: number;
  /** With their places in the list of now, in its order; the others stand between, in theirs. */
  changed: { at: number; chat: ChatSummary }[];
  removed: string[];
}

export interface SessionInfo {
  id: string;
  /** The session id, where another file is the primary one with it. */
  copyOf?: string;
  /** Relative to its root. */
  file?: string;
  /** Files with its session id that hold nothing else. */
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
  model: string;
  resume: { possible: boolean; why: string };
  lastPromptLeaf?: string;
  /** The segment that lastPromptLeaf lies in, where it is not the active leaf. */
  lastPromptSegment?: string;
  stranded?: number;
  /** The uuids of their prompts. */
  strandedTurns?: string[];
}

/** `continue`: the same session goes on after a split. */
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
  /** It was begun here, and nothing of it is written yet. */
  waiting?: boolean;
  missingParent: string;
  evidence: string[];
  confidence: 'certain' | 'inferred';
  shared: number;
  forkTurn: number;
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
}

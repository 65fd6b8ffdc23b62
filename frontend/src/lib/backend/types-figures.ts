import type { Tokens } from './types-rows';

/** What the inspector counts: one session as its files stand, or its whole chat with each copied record once. */
export type FigureScope = 'session' | 'chat';

export interface ModelFigure {
  model: string;
  messages: number;
  tokens: Tokens;
}

export interface ToolFigure {
  name: string;
  count: number;
  failed: number;
}

/** A file as the calls name it, with how many of them read and wrote it. */
export interface FileFigure {
  path: string;
  reads: number;
  writes: number;
}

export interface BadRecord {
  file: string;
  line: number;
  error: string;
}

export interface Figures {
  seq: number;
  scope: FigureScope;
  session: string;
  /** Of the session's file, for people to read; it never goes back. */
  path: string;
  /** The session id, where another file is the primary one with it; else ''. */
  copyOf: string;
  /** The path of that one, for people to read. */
  primary: string;
  /** Files with the session's id that hold nothing else. */
  duplicates: string[];
  sessions: number;
  agents: number;
  inherited: number;
  /** Titles, pull requests, tags and the like that search knows the session by. */
  names: string[];
  bytes: number;
  agentBytes: number;
  /** Empty where nothing deletes the file. */
  expires: string;
  expiresInDays: number;
  malformed: BadRecord[];
  malformedMore: number;
  torn: number;
  oversized: number;
  unreadable: { path: string; error: string }[];
  start: string;
  end: string;
  ms: number;
  records: number;
  types: { name: string; count: number }[];
  prompts: number;
  models: ModelFigure[];
  tokens: Tokens;
  agentTokens: Tokens;
  tools: ToolFigure[];
  files: FileFigure[];
  gitBranches: string[];
  versions: string[];
  dirs: string[];
  sessionIds: string[];
}

/** A file that a chat touches; `segments` are places in the list of segments beside it. */
export interface TouchedFile extends FileFigure {
  segments: number[];
}

/** Which segments of a chat touch which files, by themselves or through an agent. */
export interface Touched {
  seq: number;
  chat: string;
  segments: string[];
  files: TouchedFile[];
  /** How many files more there are than are listed. */
  more: number;
  unreadable: { path: string; error: string }[];
}

export interface ComparedTurn {
  /** Its number in the whole branch, from 1. */
  number: number;
  row: number;
  text: string;
  time: string;
  tokens: number;
  ms: number;
  /** Calls, those of agents too. */
  tools: number;
}

/** What one branch did after the last turn that both have, the work of its agents included. */
export interface ComparedSide {
  session: string;
  tip: string;
  turnCount: number;
  /** The first ones. */
  turns: ComparedTurn[];
  ms: number;
  tokens: Tokens;
  agentTokens: Tokens;
  tools: ToolFigure[];
  files: FileFigure[];
}

export interface Comparison {
  seq: number;
  /** How many turns both begin with, and the prompt of the last of them. */
  common: number;
  text: string;
  sides: [ComparedSide, ComparedSide];
}

/** The rows of a branch whose calls touch a file, in order. */
export interface Touching {
  session: string;
  file: string;
  rows: number[];
}

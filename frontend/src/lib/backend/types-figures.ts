import type { Tokens } from './types-rows';

/** The scope of the statistics: one session with all its records, or its chat with each copied record once. */
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

/** A file with the number of calls that read and wrote it, by the path in the calls. */
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
  /** An estimate in US dollars. */
  cost: number;
  /** The agents' part of it. */
  agentCost: number;
  /** Tokens of models without a price. */
  unpriced: number;
  /** The date of the prices. */
  pricesOf: string;
  /** What the session itself has cost in US dollars, as Claude Code recorded it; 0 if it did not. */
  recordedCost: number;
  /** The git worktree that the session works in; '' if none. */
  worktree: string;
  /** The path of the session's file, for display only. */
  path: string;
  /** The session id, if another file is the primary one with it; else ''. */
  copyOf: string;
  /** The path of the primary file, for display only. */
  primary: string;
  /** Other files with the session's id and no records of their own. */
  duplicates: string[];
  sessions: number;
  /** Their own turns, as the tree counts them. */
  turns: number;
  /** Their agents, as the list counts them. */
  agents: number;
  inherited: number;
  /** Titles, pull requests, tags and other names that search finds the session by. */
  names: string[];
  pullRequests: { number: number; url: string }[];
  /** How Claude Code was started: 'cli', 'sdk-cli' (-p), 'claude-vscode', … */
  entrypoints: string[];
  /** How much thinking was asked for. */
  efforts: string[];
  bytes: number;
  agentBytes: number;
  /** Empty if nothing deletes the file. */
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
  /** The time that Claude worked, without the pauses of the person. */
  workMs: number;
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

/** A file that a chat reads or changes; `segments` are indices in Touched.segments. */
export interface TouchedFile extends FileFigure {
  segments: number[];
}

/** The segments of a chat that read or change each file, including their agents. */
export interface Touched {
  seq: number;
  chat: string;
  segments: string[];
  files: TouchedFile[];
  /** The number of files that are not listed. */
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
  /** The number of calls, including those of agents. */
  tools: number;
}

/** The work of one branch after the last shared turn, including its agents. */
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
  /** The number of shared turns, and the prompt of the last one. */
  common: number;
  text: string;
  sides: [ComparedSide, ComparedSide];
}

/** A shell command of a branch, and how it ended. */
export interface CommandRun {
  row: number;
  turn: number;
  text: string;
  /** 'missing': no result is in the records. */
  end: 'ok' | 'error' | 'missing' | 'denied';
  /** The exit code; missing if 0 or unknown. */
  exit?: number;
  ms?: number;
}

/** The shell commands of a branch: the last ones of `total`. */
export interface Commands {
  session: string;
  tip: string;
  total: number;
  failed: number;
  list: CommandRun[];
}

/** A task or todo as it was last. */
export interface BesideTask {
  text: string;
  detail: string;
  state: string;
}

/** A file that Claude Code keeps of a session outside of its project directory. */
export interface BesideFile {
  kind: 'plan' | 'todos' | 'task' | 'environment';
  /** Relative to the Claude config directory. */
  path: string;
  time: string;
  /** The turn of the branch in which it was changed last, and its prompt's row; 0 and -1 before the first. */
  turn: number;
  row: number;
  tasks: BesideTask[];
  text: string;
  /** `text` is only the beginning. */
  cut: boolean;
}

export interface Beside {
  session: string;
  tip: string;
  files: BesideFile[];
}

/** The rows of a branch whose calls read or change a file, in order. */
export interface Touching {
  session: string;
  file: string;
  rows: number[];
}

/** A piece of a query, in runes, and what it is: the box colours it. */
export interface QuerySpan {
  from: number;
  to: number;
  kind: 'word' | 'phrase' | 'regex' | 'not' | 'key' | 'value' | 'bad';
}

export type HitKind =
  | 'title'
  | 'prompt'
  | 'command'
  | 'message'
  | 'summary'
  | 'reply'
  | 'thinking'
  | 'tool'
  | 'result'
  | 'notice';

/** One record, or one title, that matches; copies of it in other sessions are named, not listed. */
export interface SearchHit {
  session: string;
  uuid: string;
  kind: HitKind;
  time?: string | null;
  snippet: string;
  ranges: [number, number][];
  alsoIn: string[];
  agent?: string;
  chat?: string;
  project?: string;
  block?: number;
  tool?: string;
  toolUseId?: string;
  sidechain?: boolean;
}

/** A session among those of its chat. */
export interface HitPlace {
  chat: string;
  /** Of the session. */
  title: string;
  /** From 1, parents before their children. */
  at: number;
  of: number;
  relation: 'root' | 'resumed' | 'forked';
  superseded: boolean;
  /** The session id, where another file is the primary one with it. */
  copyOf?: string;
}

/** What was found in one chat. */
export interface ChatHits {
  chat: string;
  count: number;
  /** Of one of its sessions; null where none matches. */
  title: SearchHit | null;
  /** Of its records; null where only titles match. */
  best: SearchHit | null;
}

export interface SearchResult {
  query: string;
  spans: QuerySpan[];
  /** What is wrong with the query, and where in it. */
  problem: { from: number; to: number; message: string } | null;
  /** The whole query, where it is an id or the beginning of one. */
  id: string;
  hits: SearchHit[];
  /** Null while it is not known. */
  total: number | null;
  complete: boolean;
  /** The hits are the final ones, though not all may be counted. */
  settled: boolean;
  /** How many there are so far. */
  counted: number;
  /** The best chats when all is counted, best first, of `inChats`. */
  chats?: ChatHits[];
  inChats?: number;
  /** How much has been looked at, of `blocks` that may hold a hit. */
  looked: number;
  blocks: number;
  /** Where the sessions of the hits, and of their copies, stand in their chats. */
  places: Record<string, HitPlace>;
  /** The number of this answer among those of its search. */
  seen: number;
  /** False while files are still being read for the first time: it saw `files` of them. */
  scanned: boolean;
  files: number;
  filesOf: number;
}

/** A turn that a description fits: a prompt with what follows it up to the next one. */
export interface RankedTurn {
  session: string;
  /** Of the record that opens it. */
  uuid: string;
  chat: string;
  project: string;
  /** Of the session. */
  title: string;
  /** How the turn begins; '' where no prompt opens it. */
  prompt: string;
  time: string | null;
  score: number;
  /** Words of the query that the turn has, and those that it has not. */
  found: string[];
  missing: string[];
  /** The record that shows most of why. */
  best: {
    uuid: string;
    kind: HitKind | '';
    snippet: string;
    ranges: [number, number][];
    agent?: string;
    block?: number;
    toolUseId?: string;
  };
  alsoIn: string[];
  /** Of the tree, and the end of a branch that the turn is on. */
  segment: string;
  tip: string;
}

/** The turns that a description fits, best first. */
export interface RankedResult {
  query: string;
  spans: QuerySpan[];
  problem: SearchResult['problem'];
  turns: RankedTurn[];
  /** The query with its misspelt words mended; null where none is. */
  instead: string | null;
  /** How many turns have a word of the query. */
  total: number;
  places: Record<string, HitPlace>;
  scanned: boolean;
  files: number;
  filesOf: number;
}

/** What a search keeps to: everything, a project, a chat, or the branch of a session. */
export interface SearchScope {
  project?: string;
  chat?: string;
  session?: string;
  tip?: string;
}

/** Where a record is shown: a row of a branch, then one of the agent's that unfolds there, and so on. */
export interface RecordPlace {
  session: string;
  tip: string;
  rows: number[];
}

/** The rows of a branch that hold a text, each with the way into it and how often. */
export interface Findings {
  query: string;
  rows: { rows: number[]; count: number }[];
  matches: number;
  /** False where there are more rows than are listed. */
  complete: boolean;
}

/** What an id names; a session where `record` is ''. */
export interface Named {
  chat: string;
  session: string;
  record: string;
}

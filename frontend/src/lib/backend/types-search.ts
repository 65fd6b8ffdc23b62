/** A part of a query as a range of runes, with its kind for syntax colouring. */
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

/** A matching record or title; its copies in other sessions are named, not listed. */
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

/** A session in its chat. */
export interface HitPlace {
  chat: string;
  /** The number of the session. */
  title: string;
  /** Counted from 1, parents before their children. */
  at: number;
  of: number;
  relation: 'root' | 'resumed' | 'forked';
  superseded: boolean;
  /** The session id, if another file is the primary one with it. */
  copyOf?: string;
}

/** The hits of one chat. */
export interface ChatHits {
  chat: string;
  count: number;
  /** The best title of its sessions; null if none matches. */
  title: SearchHit | null;
  /** The best record; null if only titles match. */
  best: SearchHit | null;
}

export interface SearchResult {
  query: string;
  spans: QuerySpan[];
  /** The error in the query, with its position. */
  problem: { from: number; to: number; message: string } | null;
  /** The query, if it is an id or the beginning of one. */
  id: string;
  hits: SearchHit[];
  /** Null until it is known. */
  total: number | null;
  complete: boolean;
  /** True if the hits are final; counting may continue. */
  settled: boolean;
  /** The number of hits so far. */
  counted: number;
  /** The best chats of `inChats`, best first, after counting. */
  chats?: ChatHits[];
  inChats?: number;
  /** How many of the `blocks` that may have a hit were searched. */
  looked: number;
  blocks: number;
  /** The positions in their chats of the sessions with hits or copies of hits. */
  places: Record<string, HitPlace>;
  /** The number of this result in its search. */
  seen: number;
  /** False during the first scan: only `files` files were searched. */
  scanned: boolean;
  files: number;
  filesOf: number;
}

/** A turn that matches a description: a prompt with all rows up to the next one. */
export interface RankedTurn {
  session: string;
  /** Of the record that opens it. */
  uuid: string;
  chat: string;
  project: string;
  /** Of the session. */
  title: string;
  /** The beginning of the prompt; '' if the turn has none. */
  prompt: string;
  time: string | null;
  score: number;
  /** The words of the query that the turn contains, and those that it lacks. */
  found: string[];
  missing: string[];
  /** The record that matches best. */
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
  /** A sentence of its last reply, so far; '' if there is none, or if that is the best record. */
  closing: string;
  /** Of the tree, and the end of a branch that the turn is on. */
  segment: string;
  tip: string;
}

/** The turns that match a description, best first. */
export interface RankedResult {
  query: string;
  spans: QuerySpan[];
  problem: SearchResult['problem'];
  turns: RankedTurn[];
  /** The query with corrected spelling; null if nothing was corrected. */
  instead: string | null;
  /** How many turns have a word of the query. */
  total: number;
  places: Record<string, HitPlace>;
  scanned: boolean;
  files: number;
  filesOf: number;
}

/** The scope of a search: everything, a project, a chat, or the branch of a session. */
export interface SearchScope {
  project?: string;
  chat?: string;
  session?: string;
  tip?: string;
}

/** The path to a record: a row of a branch, then a row of the agent that expands there, and so on. */
export interface RecordPlace {
  session: string;
  tip: string;
  rows: number[];
}

/** The rows of a branch that contain a text, each with its path and the number of matches. */
export interface Findings {
  query: string;
  rows: { rows: number[]; count: number }[];
  matches: number;
  /** False if not all rows are listed. */
  complete: boolean;
}

/** The target of an id: a session if `record` is ''. */
export interface Named {
  chat: string;
  session: string;
  record: string;
}

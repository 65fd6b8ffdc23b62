export const ROW_KINDS = [
  'prompt',
  'reply',
  'thinking',
  'tool',
  'compaction',
  'command',
  'notice',
  'message',
] as const;

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
  /** A call with the tool and input of the call before it. */
  repeats: 256,
} as const;

/** The sender of a message that was not typed into this session. */
export interface Sender {
  kind: 'peer' | 'teammate' | 'coordinator' | 'auto' | 'channel';
  /** Empty if the record names no sender. */
  name: string;
}

export interface Tokens {
  in: number;
  out: number;
  cacheRead: number;
  cacheWrite: number;
  /** The part of cacheWrite that is kept for an hour; absent: 0. */
  cacheWrite1h?: number;
}

interface RowBase {
  uuid: string;
  /** Null if the record has none. */
  time: string | null;
  index: number;
  turn: number;
  /** The index of its content block in the record. */
  block?: number;
  inherited?: boolean;
  /** The ancestor whose file contains it; missing for the session's own file. */
  session?: string;
  model?: string;
  gitBranch?: string;
  messageId?: string;
  tokens?: Tokens;
  /** The number of bytes that were truncated; blockText loads the whole text. */
  truncated?: number;
  images?: number;
  pictures?: Picture[];
  /** The agent that this call started. */
  sidechain?: Sidechain;
}

export type Json = null | boolean | number | string | Json[] | { [key: string]: Json };

/** An image of a record; without a size its format may not be supported. */
export interface Picture {
  index: number;
  type: string;
  bytes: number;
  width?: number;
  height?: number;
  /** The address of an image that is not in the file; it is never loaded. */
  url?: string;
  /** The path of the file that was sent, as the client recorded it. */
  path?: string;
}

export interface ToolCall {
  id: string;
  name: string;
  status: 'ok' | 'error' | 'missing';
  input: Record<string, Json>;
  result: string;
  images: number;
  resultTime?: string;
  resultUuid?: string;
  /** The index of its content block in the result's record. */
  resultBlock?: number;
  truncated?: number;
  /** The number of bytes that were truncated in the input's strings. */
  inputTruncated?: number;
  pictures?: Picture[];
  detail?: Json;
  /** The name of the file with the whole output. */
  spilled?: string;
  /** Why a person or a rule refused the call. */
  denied?: string;
  /** What the person said instead of allowing the call. */
  said?: string;
  /** The run that a workflow's call started, after it ended. */
  workflow?: Workflow;
}

export interface Workflow {
  name?: string;
  status?: string;
  summary?: string;
  error?: string;
  phases?: { title: string; detail?: string; agents: number }[];
  agents?: number;
  ms?: number;
  tokens?: number;
  /** The script that ran, if the call only names it. */
  script?: string;
}

export interface Sidechain {
  agent: string;
  type?: string;
  description?: string;
  model?: string;
  total?: number;
  /** The key of a conversation without `agent`, which may be a part of an agent's. */
  first?: string;
  tokens?: number;
  ms?: number;
  /** The state of the agent in its workflow's run. */
  phase?: string;
  state?: string;
}

export interface TextRow extends RowBase {
  kind: 'prompt' | 'reply' | 'thinking' | 'command' | 'message';
  text: string;
  /** The sender of a message, or the channel that a prompt came through. */
  from?: Sender;
  /** One line about the text, from its sender. */
  subject?: string;
  /** False if it was delivered inside a result: a resume does not load it. */
  loaded?: false;
}

export interface NoticeRow extends RowBase {
  kind: 'notice';
  text: string;
  /** The kind: `notification`, `api-error`, `output`, `task`, … */
  notice?: string;
  level?: string;
  /** Where the background task that it is about was started. */
  call?: RowRef;
  /** Of a `task`: where its end was reported. */
  end?: RowRef;
}

/** The row of a content block of a record. */
export interface RowRef {
  uuid: string;
  block: number;
}

export interface CompactionRow extends RowBase {
  kind: 'compaction';
  text: string;
  trigger?: string;
  preTokens?: number;
  postTokens?: number;
  /** The record with the summary, if a boundary record precedes it. */
  summaryUuid?: string;
}

export interface ToolRow extends RowBase {
  kind: 'tool';
  tool: ToolCall;
}

export type Row = TextRow | NoticeRow | CompactionRow | ToolRow;

export interface RowPage {
  session: string;
  tip: string;
  from: number;
  total: number;
  rows: Row[];
}

export interface Unreadable {
  row: number;
  /** The ref of the first line. */
  ref: string;
  lines: number;
  bytes: number;
}

export interface AgentPage {
  total: number;
  rows: Row[];
  /** With the first page: the unreadable lines of the agent's file. */
  unreadable?: Unreadable[];
}

/** A subagent's conversation: by agent id, or by the first record's uuid if it is inline. */
export type AgentRef = { agent: string } | { first: string };

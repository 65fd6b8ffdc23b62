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

/** Who sent a message that was not typed into this session. */
export interface Sender {
  kind: 'peer' | 'teammate' | 'coordinator' | 'auto' | 'channel';
  /** Empty where the record names nobody. */
  name: string;
}

export interface Tokens {
  in: number;
  out: number;
  cacheRead: number;
  cacheWrite: number;
}

interface RowBase {
  uuid: string;
  /** Null where the record has none. */
  time: string | null;
  index: number;
  turn: number;
  /** Which content block of its record it is. */
  block?: number;
  inherited?: boolean;
  /** The ancestor in whose file it stands; none where that is the session's own. */
  session?: string;
  model?: string;
  gitBranch?: string;
  messageId?: string;
  tokens?: Tokens;
  /** Bytes that were cut from this page; the whole text is behind blockText. */
  truncated?: number;
  images?: number;
  pictures?: Picture[];
  /** The agent that was started here. */
  sidechain?: Sidechain;
}

export type Json = null | boolean | number | string | Json[] | { [key: string]: Json };

/** A picture of a record; without a size it may be of a kind that is not shown. */
export interface Picture {
  index: number;
  type: string;
  bytes: number;
  width?: number;
  height?: number;
  /** Where a picture lies that is not in the file; it is never loaded. */
  url?: string;
  /** Path of the file that was sent, as the client wrote it. */
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
  /** Which content block of the result's record it is. */
  resultBlock?: number;
  truncated?: number;
  /** Bytes of the input's strings that were cut from this page. */
  inputTruncated?: number;
  pictures?: Picture[];
  detail?: Json;
  /** The name of the file that holds the whole output. */
  spilled?: string;
  /** Why a person or a rule refused the call. */
  denied?: string;
  /** The run that a workflow's call started, once it has ended. */
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
  /** What ran, where the call only names it. */
  script?: string;
}

export interface Sidechain {
  agent: string;
  type?: string;
  description?: string;
  model?: string;
  total?: number;
  /** The key of a conversation that `agent` does not name: also of a part of an agent's. */
  first?: string;
  tokens?: number;
  ms?: number;
  /** What its workflow's run says of the agent. */
  phase?: string;
  state?: string;
}

export interface TextRow extends RowBase {
  kind: 'prompt' | 'reply' | 'thinking' | 'command' | 'message';
  text: string;
  /** The sender of a message, or the channel that a prompt came through. */
  from?: Sender;
}

export interface NoticeRow extends RowBase {
  kind: 'notice';
  text: string;
  /** What it is: `notification`, `api-error`, `output`, … */
  notice?: string;
  level?: string;
}

export interface CompactionRow extends RowBase {
  kind: 'compaction';
  text: string;
  trigger?: string;
  preTokens?: number;
  postTokens?: number;
  /** The record that holds the summary, where a boundary stands before it. */
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
  /** What the first of the lines is known by. */
  ref: string;
  lines: number;
  bytes: number;
}

export interface AgentPage {
  total: number;
  rows: Row[];
  /** With the first page: lines of the agent's file that hold no record. */
  unreadable?: Unreadable[];
}

/** A subagent's conversation: by agent id, or by the first record's uuid when it lies inline. */
export type AgentRef = { agent: string } | { first: string };

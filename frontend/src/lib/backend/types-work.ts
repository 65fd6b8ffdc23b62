/** What a turn led to. Rows are those of the branch; lists may be cut, then `…More` counts what is left out. */
export interface Work {
  /** The sentence that its last answer comes to. */
  said?: string;
  files?: FileChange[];
  filesMore?: number;
  failed?: { row: number; label: string }[];
  failedMore?: number;
  agents?: { row: number; label: string; ms?: number }[];
  agentsMore?: number;
  compactions?: Compacted[];
}

export interface FileChange {
  row: number;
  path: string;
  added?: number;
  removed?: number;
}

export interface Compacted {
  row: number;
  trigger?: string;
  /** In tokens. */
  before?: number;
  after?: number;
}

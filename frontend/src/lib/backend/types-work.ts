/** The results of a turn. Rows are those of the branch; `…More` counts the items that a truncated list lacks. */
export interface Work {
  /** The decisive sentence of its last answer. */
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

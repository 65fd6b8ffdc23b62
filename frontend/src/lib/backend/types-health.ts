/** How long Claude Code keeps sessions, and which settings say so; none for its default. */
export interface Retention {
  days: number;
  scope: 'default' | 'user' | 'project' | 'local' | 'managed';
  file?: string;
}

/** What was read, and what could not be. */
export interface HealthReport {
  schema: number;
  roots: { path: string; projects: number; sessions: number; agents: number; bytes: number }[];
  records: number;
  types: Record<string, number>;
  unknownTypes: Record<string, number>;
  /** Lines that are no JSON object; `file` is relative to its root. */
  malformed: BadLine[];
  /** Such lines beyond those that are listed. */
  malformedMore?: number;
  /** Parents that no file holds. */
  dangling: number;
  retentionDays: number;
  retentionFrom: Retention;
  expiring: { session: string; days: number }[];
  /** Files and directories. */
  unreadable: { path: string; error: string }[];
  /** Agents whose session is gone. */
  orphans: { agent: string; file: string; session: string }[];
  /** Files with the session id of another file; `copy` is the id of those with records of their own. */
  duplicates: { session: string; file: string; own: number; copy?: string }[];
  /** Transcripts where Claude Code does not look. */
  misplaced: { file: string }[];
  /** Files whose last line does not end. */
  torn: number;
  /** Lines that are too long to be read at once. */
  oversized: number;
}

export interface BadLine {
  file: string;
  line: number;
  error: string;
}

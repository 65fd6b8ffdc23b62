/** How long Claude Code keeps sessions, and the settings file that says so; none for the default. */
export interface Retention {
  days: number;
  scope: 'default' | 'user' | 'project' | 'local' | 'managed';
  file?: string;
}

/** The files that were read, and all problems with them. */
export interface HealthReport {
  schema: number;
  roots: { path: string; projects: number; sessions: number; agents: number; bytes: number }[];
  records: number;
  types: Record<string, number>;
  unknownTypes: Record<string, number>;
  /** Lines that are not a JSON object; `file` is relative to its root. */
  malformed: BadLine[];
  /** The number of such lines that are not listed. */
  malformedMore?: number;
  /** Parents that no file contains. */
  dangling: number;
  retentionDays: number;
  retentionFrom: Retention;
  expiring: { session: string; days: number }[];
  /** Files and directories. */
  unreadable: { path: string; error: string }[];
  /** Agents whose session was deleted. */
  orphans: { agent: string; file: string; session: string }[];
  /** Files with the session id of another file; `copy` is the id if they have records of their own. */
  duplicates: { session: string; file: string; own: number; copy?: string }[];
  /** Transcripts in places that Claude Code does not read. */
  misplaced: { file: string; session?: string }[];
  /** Files whose last line is incomplete. */
  torn: number;
  /** Lines that are too long to be read at once. */
  oversized: number;
}

export interface BadLine {
  file: string;
  line: number;
  error: string;
}

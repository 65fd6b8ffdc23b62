/** What became of a file; '' if nothing did, 'unknown' if a state is not known. */
export type FileEffect = '' | 'created' | 'modified' | 'deleted' | 'unknown';

/** A file that Claude Code kept copies of, around a turn. */
export interface FileAt {
  path: string;
  /** Relative to the working directory, if it is in it. */
  shown: string;
  /** What the turn did to it. */
  turn: FileEffect;
  /** What happened between the end of the turn and now. */
  since: FileEffect;
  /** Why the states before and after the turn are not known; '' or undefined if they are. */
  beforeUnknown?: string;
  afterUnknown?: string;
}

export interface FilesAt {
  session: string;
  /** From 1. */
  turn: number;
  /** No later turn has a checkpoint: the state after this one is what its calls made of the files. */
  last: boolean;
  /** The working directory. */
  dir: string;
  files: FileAt[];
}

export type FileMoment = 'before' | 'after' | 'now';

export interface FileText {
  path: string;
  existed: boolean;
  binary: boolean;
  bytes: number;
  text: string;
}

/** The result of writing all files of a turn; `files` is -1 if the person cancelled. */
export interface SavedFiles {
  files: number;
  skipped: string[];
}

/** A turn of a branch, by one of its records. */
export interface TurnRef {
  session: string;
  tip: string;
  record: string;
}

/** What a person wrote about a chat, a branch or a record. */
export interface Own {
  name: string;
  tags: string[];
  note: string;
  starred?: boolean;
  changed?: string;
}

/** A note on a record of the open chat, or on the branch that begins with it. */
export interface RecordNote extends Own {
  of: 'branch' | 'record';
  session: string;
  uuid: string;
  /** Those of the record in all files of the chat: some forks give it a new one. */
  uuids: string[];
  /** The node of the tree that holds the record. */
  segment?: string;
  /** The beginning of what the record says. */
  excerpt: string;
}

/** A note with its place. */
export interface PlacedNote extends Own {
  of: 'chat' | 'branch' | 'record';
  /** '' if no file holds the record any more. */
  chat: string;
  /** The title of the chat. */
  title: string;
  session: string;
  uuid: string;
  project: string;
  excerpt: string;
}

export interface NotesList {
  /** The file that holds them. */
  path: string;
  /** The newest first. */
  notes: PlacedNote[];
}

/** The rows of a branch that have bookmarks. */
export interface RowNotes {
  session: string;
  rows: { uuid: string; row: number }[];
}

/** What replaces a note. */
export interface NoteText {
  name: string;
  tags: string[];
  note: string;
  /** False to remove it. */
  keep: boolean;
}

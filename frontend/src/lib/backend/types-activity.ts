/** A session, or a chain of sessions that resume each other, over time. */
export interface ActivityLane {
  session: string;
  /** Missing for the chat's only lane. */
  title?: string;
  /** The outcome; missing for the chat's only lane. */
  outcome?: string;
  model: string;
  /** The lane that it was forked from; -1 for none. */
  parent: number;
  /** The time of the fork in Unix milliseconds; 0 if unknown. */
  fork: number;
  /** The length of the bins, in milliseconds. */
  step: number;
  /** Three numbers per bin: steps since the bin before (the first: since 1970), records, failed calls. */
  bins: readonly number[];
  /** Two numbers per mark: the kind, and the time. */
  marks: readonly number[];
}

export const MarkKind = { resume: 0, rewind: 1, compaction: 2, error: 3, note: 4 } as const;

/** The activity of all chats over time. */
export interface Activity {
  seq: number;
  chats: readonly { id: string; lanes: readonly ActivityLane[] }[];
}

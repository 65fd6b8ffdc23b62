/** A session, or a line of them of which each resumes the one before, over time. */
export interface ActivityLane {
  session: string;
  /** Where it is not the chat's only lane. */
  title?: string;
  /** What came out, where it is not the chat's only lane. */
  outcome?: string;
  model: string;
  /** The lane that it was forked from; -1 for none. */
  parent: number;
  /** When that was, in Unix milliseconds; 0 where it is not known. */
  fork: number;
  /** Of the bins, in milliseconds. */
  step: number;
  /** Three numbers each: steps since the one before (the first: since 1970), records, calls that failed. */
  bins: readonly number[];
  /** Two numbers each: the kind, and when. */
  marks: readonly number[];
}

export const MarkKind = { resume: 0, rewind: 1, compaction: 2, error: 3 } as const;

/** When something happened in every chat. */
export interface Activity {
  seq: number;
  chats: readonly { id: string; lanes: readonly ActivityLane[] }[];
}

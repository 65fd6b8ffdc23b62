/** A prompt of a session that no file holds any more. */
export interface GonePrompt {
  /** '' if its client did not note one. */
  session: string;
  project: string;
  projectName: string;
  time: string;
  text: string;
  /** The contents of its placeholders, as far as they are known. */
  pasted: string[];
}

export interface GonePrompts {
  q: string;
  total: number;
  /** The newest first. */
  prompts: GonePrompt[];
}

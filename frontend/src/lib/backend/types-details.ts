/** Facts of a chat that the list does not have: of the session with its newest record, but for the files. */
export interface ChatDetails {
  id: string;
  model: string;
  /** The version of Claude Code. */
  version: string;
  /** How Claude Code was started: "cli", "sdk-cli" and so on; '' before 2.1.114. */
  entrypoint: string;
  relation: 'root' | 'resumed' | 'forked';
  /** The number of files that its sessions and their agents touched. */
  files: number;
  /** What it spent itself, with its agents: input, output and additions to the cache. Copied records count once. */
  tokens: number;
  /** An estimate in US dollars, without `unpriced`. */
  cost: number;
  /** Tokens of models without a price. */
  unpriced: number;
}

export interface Details {
  seq: number;
  chats: readonly ChatDetails[];
}

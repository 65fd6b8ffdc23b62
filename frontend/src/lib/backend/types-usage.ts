import type { Tokens } from './types-rows';

export type UsageBy = 'day' | 'week' | 'month' | 'project' | 'model' | 'tool' | 'branch' | 'session';

/** Which figures: dates as 2026-01-31 or ages as 7d; all of the history without them. */
export interface UsageAsk {
  by: UsageBy;
  /** What each row is divided by. */
  split?: 'model' | 'project';
  since?: string;
  until?: string;
  /** The directory of a project. */
  project?: string;
}

/** Figures: each message and record once, however many files hold it. */
export interface UsageSums {
  tokens: Tokens;
  /** The part of the tokens that agents spent. */
  agentTokens: Tokens;
  /** An estimate in US dollars. */
  cost: number;
  agentCost: number;
  /** Tokens of models without a price. */
  unpriced: number;
  /** Responses. */
  messages: number;
  turns: number;
  sessions: number;
  calls: number;
  failed: number;
  /** Time between records without gaps of more than 10 minutes, in milliseconds. */
  activeMs: number;
}

export interface UsagePart {
  key: string;
  tokens: Tokens;
  cost: number;
}

export interface UsageRow extends UsageSums {
  /** '' where the records do not say it. */
  key: string;
  /** By `split`, most tokens first. */
  parts?: UsagePart[];
}

export interface UsageReport {
  schema: number;
  by: UsageBy;
  since?: string;
  until?: string;
  /** By time, else most tokens first. */
  rows: UsageRow[];
  total: UsageSums;
  /** Models without a price. */
  unpriced: string[];
  prices: { source: string; date: string };
}

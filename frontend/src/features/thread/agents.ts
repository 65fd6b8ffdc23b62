import type { AgentRef, Row, Sidechain } from '../../lib/backend/types';
import { m } from '../../lib/messages';
import { duration, modelName, thousands } from '../../lib/text';

/** How a thread was left, so that the way back ends where the other one began. */
export interface Left {
  readonly path: readonly string[];
  readonly openFolds: ReadonlySet<number>;
  readonly openRows: ReadonlySet<string>;
  readonly topRow: number;
  /** How far in that row the view began, in pixels. */
  readonly offset: number;
  /** Its session went on with this branch. */
  wentOn: boolean;
}

/** A thread in which nothing was opened yet. */
export const nothingOpen: Left = {
  path: [],
  openFolds: new Set(),
  openRows: new Set(),
  topRow: 0,
  offset: 0,
  wentOn: false,
};

/** An agent that is open alone. */
export interface AgentStep {
  readonly ref: AgentRef;
  readonly chain: Sidechain;
  /** What it was asked for, where it does not say so itself. */
  readonly about: string;
  /** The way to the row that it unfolds from, in the thread that it was opened from. */
  readonly rows: readonly number[];
  readonly left: Left;
}

/** The agent that unfolds from a row. */
export function agentRef(chain: Sidechain, row: Row): AgentRef {
  if (chain.first) return { first: chain.first };
  return chain.agent === '' ? { first: row.uuid } : { agent: chain.agent };
}

/** The purpose of an internal agent, by the beginning of its id. */
function internalPurpose(agent: string): string {
  if (agent.startsWith('aprompt_suggestion-')) return m.thread_agent_prompt_suggestion();
  if (agent.startsWith('acompact-')) return m.thread_agent_compaction();
  if (agent.startsWith('aside_question-')) return m.thread_agent_side_question();
  return m.thread_agent_warm_up();
}

/** What an agent says of itself that no call of this file describes. */
export function agentAbout(row: Row): string {
  const chain = row.sidechain;
  if (!chain) return '';
  const own = row.kind === 'tool' && row.tool.name === '(internal agent)' ? internalPurpose(chain.agent) : '';
  return [chain.phase, chain.description, chain.type, own].filter((word) => word).join(' · ');
}

export function agentKey({ ref }: Pick<AgentStep, 'ref'>): string {
  return 'agent' in ref ? ref.agent : ref.first;
}

/** What kind of agent it is, and what it was to do. */
export function agentTitle({ chain, about }: AgentStep): { type: string; about: string } {
  return { type: chain.type || m.thread_agent(), about: chain.description || about };
}

/** "18.2k tokens". */
export const tokenCount = (count: number) => m.thread_tokens({ count, short: thousands(count) });

/** The size of an agent's work on its line: rows, and tokens or else the model. */
export function agentFigures(chain: Sidechain): string[] {
  const out: string[] = [];
  if (chain.total) out.push(m.thread_rows({ count: chain.total }));
  if (chain.tokens) out.push(tokenCount(chain.tokens));
  else if (chain.model) out.push(modelName(chain.model));
  return out;
}

/** Model, rows, tokens and duration of an agent. */
export function agentMeta({ chain }: AgentStep, rows: number | undefined): string {
  const total = rows ?? chain.total;
  return [
    chain.model ? modelName(chain.model) : '',
    total === undefined ? '' : m.thread_rows({ count: total }),
    chain.tokens ? tokenCount(chain.tokens) : '',
    chain.ms && chain.ms >= 1000 ? duration(chain.ms) : '',
  ]
    .filter((part) => part !== '')
    .join(' · ');
}

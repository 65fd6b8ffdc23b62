import type { AgentRef, Row, Sidechain } from '../../lib/backend/types';
import { m } from '../../lib/messages';
import { duration, modelName, thousands } from '../../lib/text';

/** The saved state of a thread, to return to. */
export interface Left {
  readonly openFolds: ReadonlySet<number>;
  readonly openRows: ReadonlySet<string>;
  /** The first row of the view, and the offset of the view in it, in pixels. */
  readonly topRow: number;
  readonly offset: number;
}

/** The state of a thread without anything expanded. */
export const nothingOpen: Left = {
  openFolds: new Set(),
  openRows: new Set(),
  topRow: 0,
  offset: 0,
};

/** An open agent. */
export interface AgentStep {
  readonly ref: AgentRef;
  readonly chain: Sidechain;
  /** Its task, if the agent does not state it. */
  readonly about: string;
  /** The path to the row that started it, in the thread it was opened from. */
  readonly rows: readonly number[];
  readonly left: Left;
}

/** Returns the reference of the agent that a row started. */
export function agentRef(chain: Sidechain, row: Row): AgentRef {
  if (chain.first) return { first: chain.first };
  return chain.agent === '' ? { first: row.uuid } : { agent: chain.agent };
}

/** Returns the purpose of an internal agent, by the prefix of its id. */
function internalPurpose(agent: string): string {
  if (agent.startsWith('aprompt_suggestion-')) return m.thread_agent_prompt_suggestion();
  if (agent.startsWith('acompact-')) return m.thread_agent_compaction();
  if (agent.startsWith('aside_question-')) return m.thread_agent_side_question();
  return m.thread_agent_warm_up();
}

/** Returns an agent's own description, for agents without a call in this file. */
export function agentAbout(row: Row): string {
  const chain = row.sidechain;
  if (!chain) return '';
  const own = row.kind === 'tool' && row.tool.name === '(internal agent)' ? internalPurpose(chain.agent) : '';
  return [chain.phase, chain.description, chain.type, own].filter((word) => word).join(' · ');
}

export function agentKey({ ref }: Pick<AgentStep, 'ref'>): string {
  return 'agent' in ref ? ref.agent : ref.first;
}

/** Returns the type of an agent and its task. */
export function agentTitle({ chain, about }: AgentStep): { type: string; about: string } {
  return { type: chain.type || m.word_agent(), about: chain.description || about };
}

/** "18.2k tokens". */
export const tokenCount = (count: number) => m.thread_tokens({ count, short: thousands(count) });

/** Returns the size of an agent's work: rows, and tokens or else the model. */
export function agentFigures(chain: Sidechain): string[] {
  const out: string[] = [];
  if (chain.total) out.push(m.thread_rows({ count: chain.total }));
  if (chain.tokens) out.push(tokenCount(chain.tokens));
  else if (chain.model) out.push(modelName(chain.model));
  return out;
}

/** Returns model, rows, tokens and duration of an agent. */
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

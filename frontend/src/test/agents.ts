import type { AgentStep } from '../model/place/agents';
import type { ThreadState } from '../model/thread/thread.svelte';

/** Opens an agent of a thread alone, as going there does. */
export async function enter(thread: ThreadState, agent: Omit<AgentStep, 'left'>): Promise<void> {
  const { target, agents, left } = thread;
  if (!target) throw new Error('no thread is open');
  await thread.open({ ...target, agents: [...agents, { ...agent, left }] }, [], 0);
}

/** Leaves the agents but for the first few, as going back does. */
export async function leave(thread: ThreadState, depth = thread.agents.length - 1): Promise<void> {
  const { target, agents } = thread;
  const step = agents[depth];
  if (!target || !step) throw new Error('no agent is open');
  const { left, rows } = step;
  await thread.return({ ...target, agents: agents.slice(0, depth) }, left, left.topRow, rows);
}

import { tick } from 'svelte';
import type { AppState } from '../../app.svelte';
import { agentAbout, agentRef } from './agents';
import type { AgentAt } from './athand';

/** Agents that fill the thread's pane by themselves, and the way back out of them. */
export class Alone {
  constructor(private readonly app: AppState) {}

  /** The agent that a command means: that of the menu's row, or the one at hand. */
  get atHand(): AgentAt | null {
    const { rowMenu, atHand } = this.app;
    if (rowMenu) return rowMenu.agent;
    return atHand.agentIn(document.querySelector('main.thread [role=feed]'));
  }

  async open(agent: AgentAt | null): Promise<void> {
    const { describeTool } = await import('./tools'); // there since threads are drawn, not before
    const chain = agent?.row.sidechain;
    const { thread, chatId } = this.app;
    if (!agent || !chain || !thread.target || chatId === null) return;
    const about = describeTool(agent.row.tool, agent.row.time, '').target || agentAbout(agent.row);
    this.app.nav.note();
    const opening = thread.enter({ ref: agentRef(chain, agent.row), chain, about, rows: agent.rows });
    this.app.nav.moved();
    await this.keepKeys(opening);
  }

  /** Leaves the innermost agent, or all but the first few. */
  async leave(depth?: number): Promise<void> {
    const { thread } = this.app;
    if (thread.agents.length === 0) return;
    const leaving = thread.leave(depth);
    this.app.nav.leftAgents(thread.agents.length);
    await this.keepKeys(leaving);
  }

  /** The thread is another one: the keyboard stays with it. */
  private keepKeys(opening: Promise<void>): Promise<void> {
    return this.app.panes.focusAfter('thread', opening.then(tick));
  }
}

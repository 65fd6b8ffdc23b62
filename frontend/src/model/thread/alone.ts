import { tick } from 'svelte';
import type { Navigator } from '../navigator.svelte';
import type { Panes } from '../shell/panes';
import { agentAbout, agentRef } from '../place/agents';
import type { AgentAt, AtHand } from './athand';
import type { ThreadState } from './thread.svelte';

/** The parts of the window that opening an agent uses. */
export interface AloneHost {
  readonly thread: ThreadState;
  readonly nav: Navigator;
  readonly panes: Panes;
  readonly atHand: AtHand;
  /** The row whose menu is open. */
  readonly layers: { readonly row: { agent: AgentAt | null } | null };
}

/** Opens agents in the thread's pane, and leads back out of them. */
export class Alone {
  constructor(private readonly app: AloneHost) {}

  /** The agent that a command acts on: of the menu's row, or the one at hand. */
  get atHand(): AgentAt | null {
    const { layers, atHand } = this.app;
    return layers.row ? layers.row.agent : atHand.agentInView;
  }

  async open(agent: AgentAt | null): Promise<void> {
    const { describeTool } = await import('./tools'); // loaded with the thread's view
    const chain = agent?.row.sidechain;
    if (!agent || !chain) return;
    const { row } = agent;
    const asked = row.kind === 'tool' ? describeTool(row.tool, row.time ?? '', '').target : '';
    const about = asked || agentAbout(row);
    await this.keepKeys(
      this.app.nav.enter({ ref: agentRef(chain, agent.row), chain, about, rows: agent.rows }),
    );
  }

  /** Closes the innermost agent, or all but the first `depth`. */
  async leave(depth?: number): Promise<void> {
    if (this.app.thread.agents.length > 0) await this.keepKeys(this.app.nav.leave(depth));
  }

  /** Keeps the keyboard focus in the thread's pane. */
  private keepKeys(opening: Promise<boolean>): Promise<void> {
    const drawn = opening.then(async (opened) => {
      await tick();
      return opened;
    });
    return this.app.panes.focusAfter('thread', drawn);
  }
}

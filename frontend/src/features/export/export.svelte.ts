import type { Backend } from '../../lib/backend/backend';
import { toBackendError } from '../../lib/backend/call';
import type { Exported, ExportFormat, ExportWhat } from '../../lib/backend/types';
import { type AgentStep, agentKey } from '../thread/agents';
import type { ThreadState } from '../thread/thread.svelte';
import type { ThreadTarget } from '../thread/target';

/** The export dialog: what is chosen, and what came of it. Choices last as long as the window. */
export class ExportState {
  open = $state(false);
  what = $state<ExportWhat>('branch');
  format = $state<ExportFormat>('md');
  images = $state(true);
  thinking = $state(false);
  mask = $state(true);
  /** From the moment that the person is asked where to until the document is written. */
  busy = $state(false);
  done = $state.raw<Exported | null>(null);
  error = $state<string | null>(null);
  /** The turn that was in view when the dialog opened, from 1; 0 before the first. */
  turn = $state(0);

  /** The agent that was open alone when the dialog opened: the turn is one of its own. */
  agent = $state.raw<AgentStep | null>(null);

  private target: ThreadTarget | null = null;

  constructor(
    private readonly backend: Backend,
    private readonly thread: ThreadState,
  ) {}

  ask(): void {
    if (!this.thread.skeleton || !this.thread.target) return;
    if (!this.busy) {
      this.target = this.thread.target;
      this.agent = this.thread.agents.at(-1) ?? null;
      this.turn = this.thread.turnIndex + 1;
      if (this.what !== 'chat' && (this.what !== 'turn' || this.turn === 0)) this.what = this.whole;
      this.forget();
    }
    this.open = true;
  }

  /** All of what the pane shows. */
  get whole(): ExportWhat {
    return this.agent ? 'agent' : 'branch';
  }

  /** Another choice: what is said about the last export no longer fits. */
  forget(): void {
    this.done = null;
    this.error = null;
  }

  async run(): Promise<void> {
    const target = this.target;
    if (!target || this.busy) return;
    this.forget();
    this.busy = true;
    try {
      const { what, turn, agent, format, images, thinking, mask } = this;
      const exported = await this.backend.exportDocument({
        session: target.session,
        tip: target.tip,
        agent: agent && what !== 'chat' ? agentKey(agent) : '',
        what,
        turn: what === 'turn' ? turn : 0,
        format,
        images,
        thinking,
        mask,
      });
      if (exported.file !== '') this.done = exported;
    } catch (error) {
      this.error = toBackendError(error).message;
    } finally {
      this.busy = false;
    }
  }

  async reveal(): Promise<void> {
    try {
      await this.backend.revealExport();
    } catch (error) {
      this.error = toBackendError(error).message;
    }
  }
}

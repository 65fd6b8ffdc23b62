import type { Backend } from '../../lib/backend/backend';
import { toBackendError } from '../../lib/backend/call';
import type { Exported, ExportFormat, ExportWhat } from '../../lib/backend/types';
import { type AgentStep, agentKey } from '../place/agents';
import type { ThreadState } from '../thread/thread.svelte';
import type { ThreadTarget } from '../place/target';

/** The state of the export dialog. Choices last until the window closes. */
export class ExportState {
  open = $state(false);
  what = $state<ExportWhat>('branch');
  format = $state<ExportFormat>('md');
  images = $state(true);
  thinking = $state(false);
  mask = $state(true);
  /** From the system's save dialog until the document is written. */
  busy = $state(false);
  done = $state.raw<Exported | null>(null);
  error = $state<string | null>(null);
  /** The visible turn when the dialog opened, from 1; 0 before the first. */
  turn = $state(0);

  /** The open agent when the dialog opened; the turn is one of its own. */
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

  /** The scope of everything the pane shows. */
  get whole(): ExportWhat {
    return this.agent ? 'agent' : 'branch';
  }

  /** Clears the last result after a choice changed. */
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

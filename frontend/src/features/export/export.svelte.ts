import type { Backend } from '../../lib/backend/backend';
import { toBackendError } from '../../lib/backend/call';
import type { Exported, ExportFormat, ExportWhat } from '../../lib/backend/types';
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

  private target: ThreadTarget | null = null;

  constructor(
    private readonly backend: Backend,
    private readonly thread: ThreadState,
  ) {}

  ask(): void {
    if (!this.thread.skeleton || !this.thread.target) return;
    if (!this.busy) {
      this.target = this.thread.target;
      // The turns of an agent are none of the branch's.
      this.turn = this.thread.agents.length > 0 ? 0 : this.thread.turnIndex + 1;
      if (this.turn === 0 && this.what === 'turn') this.what = 'branch';
      this.forget();
    }
    this.open = true;
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
      const { what, turn, format, images, thinking, mask } = this;
      const exported = await this.backend.exportDocument({
        ...target,
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

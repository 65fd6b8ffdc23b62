import type { Backend } from '../../lib/backend/backend';
import { toBackendError } from '../../lib/backend/call';
import type { ChatSummary, Exported, ExportFormat, ExportRequest, ExportWhat } from '../../lib/backend/types';
import { chatName } from '../../lib/text';
import { type AgentStep, agentKey } from '../place/agents';
import type { ThreadState } from '../thread/thread.svelte';
import type { ThreadTarget } from '../place/target';

/** Several chats, each exported to a document of its own in a directory that the person chooses. */
interface Several {
  readonly chats: readonly ChatSummary[];
  /** How many were exported or failed. */
  readonly done: number;
  readonly failures: readonly { readonly name: string; readonly why: string }[];
}

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

  /** Set while the dialog is about several chats. */
  several = $state.raw<Several | null>(null);
  /** Whether no further chat is exported. */
  private stopped = false;

  private target: ThreadTarget | null = null;

  constructor(
    private readonly backend: Backend,
    private readonly thread: ThreadState,
  ) {}

  ask(): void {
    if (!this.thread.skeleton || !this.thread.target) return;
    if (!this.busy) {
      this.several = null;
      this.target = this.thread.target;
      this.agent = this.thread.agents.at(-1) ?? null;
      this.turn = this.thread.turnIndex + 1;
      if (this.what !== 'chat' && (this.what !== 'turn' || this.turn === 0)) this.what = this.whole;
      this.forget();
    }
    this.open = true;
  }

  /** Opens the dialog for several chats, each as a whole. */
  askSeveral(chats: readonly ChatSummary[]): void {
    if (chats.length === 0) return;
    if (!this.busy) {
      this.several = { chats, done: 0, failures: [] };
      this.forget();
    }
    this.open = true;
  }

  /** Closes the dialog, or stops the export of several chats after the current one. */
  cancel(): void {
    if (this.busy && this.several) this.stopped = true;
    else this.open = false;
  }

  /** The scope of everything the pane shows. */
  get whole(): ExportWhat {
    return this.agent ? 'agent' : 'branch';
  }

  /** Clears the last result after a choice changed. */
  forget(): void {
    this.done = null;
    this.error = null;
    if (this.several) this.several = { ...this.several, done: 0, failures: [] };
  }

  async run(): Promise<void> {
    if (this.busy) return;
    this.forget();
    this.busy = true;
    try {
      await (this.several ? this.runSeveral(this.several) : this.runOne());
    } catch (error) {
      this.error = toBackendError(error).message;
    } finally {
      this.busy = false;
    }
  }

  private async runOne(): Promise<void> {
    const { target, what, turn, agent } = this;
    if (!target) return;
    const exported = await this.backend.exportDocument({
      ...this.request(target),
      agent: agent && what !== 'chat' ? agentKey(agent) : '',
      what,
      turn: what === 'turn' ? turn : 0,
    });
    if (exported.file !== '') this.done = exported;
  }

  private async runSeveral({ chats }: Several): Promise<void> {
    const file = await this.backend.chooseExportFolder();
    if (file === '') return;
    this.stopped = false;
    const failures: Several['failures'][number][] = [];
    let size = 0;
    for (const [i, chat] of chats.entries()) {
      if (this.stopped) break;
      try {
        size += (await this.backend.exportToFolder(this.request({ session: chat.newestLeaf, tip: '' })))
          .bytes;
      } catch (error) {
        failures.push({ name: chatName(chat), why: toBackendError(error).message });
      }
      this.several = { chats, done: i + 1, failures: [...failures] };
    }
    if ((this.several?.done ?? 0) > failures.length) this.done = { file, bytes: size };
  }

  /** The request for a whole chat with the chosen format and options. */
  private request({ session, tip }: Pick<ThreadTarget, 'session' | 'tip'>): ExportRequest {
    const { format, images, thinking, mask } = this;
    const what: ExportWhat = 'chat';
    return { session, tip, agent: '', what, turn: 0, format, images, thinking, mask };
  }

  async reveal(): Promise<void> {
    try {
      await this.backend.revealExport();
    } catch (error) {
      this.error = toBackendError(error).message;
    }
  }
}

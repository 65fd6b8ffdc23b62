import type { Backend } from '../../lib/backend/backend';
import { toBackendError } from '../../lib/backend/call';
import type { ResumePlan } from '../../lib/backend/types';
import type { SettingsState } from '../settings/settings.svelte';

/** Starting Claude again: the plan is shown first, and only then run. */
export class ResumeState {
  open = $state(false);
  fork = $state(false);
  plan = $state.raw<ResumePlan | null>(null);
  error = $state<string | null>(null);
  /** The terminal in which it was started; empty until then. */
  started = $state('');
  busy = $state(false);
  private session = '';

  constructor(
    private readonly backend: Backend,
    private readonly settings: SettingsState,
  ) {}

  readonly terminal = $derived.by(() => {
    const found = (this.plan?.terminals ?? []).filter((t) => t.found);
    const wanted = found.find((t) => t.id === this.settings.value.terminal);
    return wanted ?? found.find((t) => t.id === this.plan?.terminalId) ?? found[0] ?? null;
  });

  /** Asks what would run, and shows it. */
  async ask(session: string, fork = false): Promise<void> {
    this.session = session;
    this.fork = fork;
    this.open = true;
    this.started = '';
    this.error = null;
    if (this.plan?.session !== session) this.plan = null;
    try {
      const plan = await this.backend.resumePlan(session, fork);
      if (this.session === session) this.plan = plan;
    } catch (error) {
      this.error = toBackendError(error).message;
    }
  }

  async setFork(fork: boolean): Promise<void> {
    await this.ask(this.session, fork);
  }

  async run(): Promise<void> {
    if (!this.plan?.possible || this.busy) return;
    this.busy = true;
    this.error = null;
    try {
      const plan = await this.backend.resume(this.session, this.fork, this.settings.value.terminal);
      this.started = plan.terminal === '' ? 'a terminal' : plan.terminal;
      setTimeout(() => (this.open = false), 1_400);
    } catch (error) {
      this.error = toBackendError(error).message;
    } finally {
      this.busy = false;
    }
  }
}

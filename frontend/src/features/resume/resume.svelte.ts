import type { Backend } from '../../lib/backend/backend';
import { toBackendError } from '../../lib/backend/call';
import type { ResumePlan } from '../../lib/backend/types';
import { Resource } from '../../lib/resource.svelte';
import type { SettingsState } from '../settings/settings.svelte';

/** How long it is said that it was started, before the plan closes. */
const SAID_FOR = 1_400;

/** Starting Claude again: the plan is shown first, and only what is shown is run. */
export class ResumeState {
  open = $state(false);
  fork = $state(false);
  /** The terminal in which it was started; empty until then. */
  started = $state('');
  busy = $state(false);
  private session = $state('');
  private failed = $state<string | null>(null);
  private readonly plans = new Resource<ResumePlan>();
  private closing: ReturnType<typeof setTimeout> | undefined;

  constructor(
    private readonly backend: Backend,
    private readonly settings: SettingsState,
  ) {}

  /** What would run as it was asked for last; null until it is known: another one is not shown for it. */
  readonly plan = $derived(this.plans.shown === this.key ? this.plans.value : null);
  readonly error = $derived(this.failed ?? this.plans.error);
  /** What is known of the session while what would run is asked for anew. */
  readonly known = $derived(this.plans.value?.session === this.session ? this.plans.value : null);
  readonly terminals = $derived(this.known?.terminals.filter((t) => t.found) ?? []);

  readonly terminal = $derived.by(() => {
    const found = this.terminals;
    const wanted = found.find((t) => t.id === this.settings.value.terminal);
    return wanted ?? found.find((t) => t.id === this.known?.terminalId) ?? found[0] ?? null;
  });

  private get key(): string {
    return `${this.session} ${this.fork ? 'fork' : ''}`;
  }

  /** Asks what would run, and shows it. */
  async ask(session: string, fork = false): Promise<void> {
    clearTimeout(this.closing);
    this.session = session;
    this.fork = fork;
    this.open = true;
    this.started = '';
    this.failed = null;
    await this.plans.load(this.key, () => this.backend.resumePlan(session, fork));
  }

  async setFork(fork: boolean): Promise<void> {
    await this.ask(this.session, fork);
  }

  async run(): Promise<void> {
    const { plan, session, fork } = this;
    if (!plan?.possible || this.busy) return;
    this.busy = true;
    this.failed = null;
    try {
      const { terminal } = await this.backend.resume(session, fork, this.settings.value.terminal);
      // Who asked for another plan meanwhile reads that one.
      if (this.plan !== plan) return;
      this.started = terminal === '' ? 'a terminal' : terminal;
      this.closing = setTimeout(() => (this.open = false), SAID_FOR);
    } catch (error) {
      if (this.plan === plan) this.failed = toBackendError(error).message;
    } finally {
      this.busy = false;
    }
  }
}

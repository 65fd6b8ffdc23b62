import type { Backend } from '../../lib/backend/backend';
import { toBackendError } from '../../lib/backend/call';
import type { ResumePlan, Wish } from '../../lib/backend/types';
import { m } from '../../lib/messages';
import { Resource } from '../../lib/resource.svelte';
import type { Begun } from '../tree/pending-sessions';
import type { SettingsState } from '../settings/settings.svelte';
import { LeaveOut } from './leaveout.svelte';

/** Milliseconds until the plan closes after a start. */
const CLOSE_AFTER = 1_400;

/** The message that a session was started; the name of the terminal may be ''. */
export const startedIn = (terminal: string): string =>
  terminal === '' ? m.resume_started_somewhere() : m.resume_started({ terminal });

/** Resumes a session from some place: shows the plan first, and runs only the plan that is shown. */
export class ResumeState {
  private isOpen = $state(false);
  /** The message that it was started; empty until then. */
  started = $state('');
  busy = $state(false);
  /** The request of the plan. */
  wish = $state.raw<Wish>({ session: '' });
  private failed = $state<string | null>(null);
  private readonly plans = new Resource<ResumePlan>();
  private closing: ReturnType<typeof setTimeout> | undefined;
  /** Called with each session that was started. */
  onbegun: (begun: Begun) => void = () => undefined;

  constructor(
    private readonly backend: Backend,
    private readonly settings: SettingsState,
  ) {}

  /** The plan for the latest request; null until it is loaded. */
  readonly plan = $derived(this.plans.valueKey === this.key ? this.plans.value : null);
  readonly error = $derived(this.failed ?? this.plans.error);
  /** The latest plan of this session, also while the next one is loading. */
  readonly known = $derived(this.plans.value?.session === this.wish.session ? this.plans.value : null);
  readonly terminals = $derived(this.known?.terminals.filter((t) => t.found) ?? []);
  readonly fork = $derived(this.wish.fork ?? false);
  readonly leave = new LeaveOut(this);

  readonly terminal = $derived.by(() => {
    const found = this.terminals;
    const wanted = found.find((t) => t.id === this.settings.value.terminal);
    return wanted ?? found.find((t) => t.id === this.known?.terminalId) ?? found[0] ?? null;
  });

  get open(): boolean {
    return this.isOpen;
  }

  /** Closing cancels the request for a plan. */
  set open(open: boolean) {
    this.isOpen = open;
    if (!open) this.plans.stop();
  }

  private get key(): string {
    return JSON.stringify(this.wish);
  }

  /** Loads a plan and shows it. */
  async ask(wish: Wish): Promise<void> {
    clearTimeout(this.closing);
    this.wish = wish;
    this.open = true;
    this.started = '';
    this.failed = null;
    await this.plans.load(this.key, () => this.backend.resumePlan(wish));
  }

  async change(part: Partial<Wish>): Promise<void> {
    await this.ask({ ...this.wish, ...part });
  }

  async setFork(fork: boolean): Promise<void> {
    await this.change({ fork, join: !fork });
  }

  /** Lets the user pick a directory to resume in. */
  async choosePlace(): Promise<void> {
    const place = await this.trying(() => this.backend.choosePlace());
    if (place) await this.change({ place: 'chosen' });
  }

  /** Prepares the plan and returns its command line; '' if that fails. */
  async command(): Promise<string> {
    const { plan, wish } = this;
    if (!plan) return '';
    const line = await this.trying(async () => {
      const { command, why } = await this.backend.prepareResume({ ...wish, new: plan.new });
      if (command === '') throw new Error(why);
      return command;
    });
    return line ?? '';
  }

  /** Starts a plan, and reports the new session, if there is one, to onbegun. */
  async start(wish: Wish, plan: ResumePlan): Promise<ResumePlan> {
    const { terminal } = this.settings.value;
    const ran = await this.backend.resume({ ...wish, new: plan.new, terminal });
    const { new: session, leaf: record } = ran;
    if (session !== '') this.onbegun({ session, from: wish.session, record, time: new Date().toISOString() });
    return ran;
  }

  async run(): Promise<void> {
    const { plan, wish } = this;
    if (!plan?.possible || this.busy) return;
    this.busy = true;
    await this.trying(async () => {
      const ran = await this.start(wish, plan);
      // Another plan may be shown by now.
      if (this.plan === plan) this.started = startedIn(ran.terminal);
      if (plan.prompt !== '') await this.backend.copyText(plan.prompt);
      if (this.plan === plan) this.closing = setTimeout(() => (this.open = false), CLOSE_AFTER);
    });
    this.busy = false;
  }

  /** Runs `way`; an error is shown beside the plan that was shown at its start. */
  private async trying<T>(way: () => Promise<T>): Promise<T | null> {
    const { plan } = this;
    this.failed = null;
    try {
      return await way();
    } catch (error) {
      if (this.plan === plan) this.failed = toBackendError(error).message;
      return null;
    }
  }
}

import type { Backend } from '../../lib/backend/backend';
import { toBackendError } from '../../lib/backend/call';
import type { ResumePlan, Wish } from '../../lib/backend/types';
import { Resource } from '../../lib/resource.svelte';
import type { SettingsState } from '../settings/settings.svelte';

/** How long it is said that it was started, before the plan closes. */
const SAID_FOR = 1_400;

/** A session that was begun here and has not been written yet. */
export interface Begun {
  session: string;
  from: string;
  /** The record that it goes on from. */
  record: string;
  time: string;
}

/** Going on from somewhere: the plan is shown first, and only what is shown is run. */
export class ResumeState {
  private shown = $state(false);
  /** The terminal in which it was started; empty until then. */
  started = $state('');
  busy = $state(false);
  /** What the plan is for. */
  wish = $state.raw<Wish>({ session: '' });
  private failed = $state<string | null>(null);
  private readonly plans = new Resource<ResumePlan>();
  private closing: ReturnType<typeof setTimeout> | undefined;
  /** Hears of what was begun. */
  onbegun: (begun: Begun) => void = () => undefined;

  constructor(
    private readonly backend: Backend,
    private readonly settings: SettingsState,
  ) {}

  /** What would run as it was asked for last; null until it is known: another one is not shown for it. */
  readonly plan = $derived(this.plans.shown === this.key ? this.plans.value : null);
  readonly error = $derived(this.failed ?? this.plans.error);
  /** What is known of the session while what would run is asked for anew. */
  readonly known = $derived(this.plans.value?.session === this.wish.session ? this.plans.value : null);
  readonly terminals = $derived(this.known?.terminals.filter((t) => t.found) ?? []);
  readonly fork = $derived(this.wish.fork ?? false);

  readonly terminal = $derived.by(() => {
    const found = this.terminals;
    const wanted = found.find((t) => t.id === this.settings.value.terminal);
    return wanted ?? found.find((t) => t.id === this.known?.terminalId) ?? found[0] ?? null;
  });

  get open(): boolean {
    return this.shown;
  }

  /** Closed, it asks for no plan any more. */
  set open(open: boolean) {
    this.shown = open;
    if (!open) this.plans.stop();
  }

  private get key(): string {
    return JSON.stringify(this.wish);
  }

  /** Asks what would run, and shows it. */
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

  /** Goes on in a directory that the person picks. */
  async choosePlace(): Promise<void> {
    const place = await this.trying(() => this.backend.choosePlace());
    if (place) await this.change({ place: 'chosen' });
  }

  /** The line to copy, which works from now on; '' where there is none. */
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

  /** Starts what a plan says; of a session that is begun it is heard. */
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
      // Who asked for another plan meanwhile reads that one.
      if (this.plan === plan) this.started = ran.terminal === '' ? 'a terminal' : ran.terminal;
      if (plan.prompt !== '') await this.backend.copyText(plan.prompt);
      if (this.plan === plan) this.closing = setTimeout(() => (this.open = false), SAID_FOR);
    });
    this.busy = false;
  }

  /** Does something with the plan that is shown; why it was not done is said beside that plan. */
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

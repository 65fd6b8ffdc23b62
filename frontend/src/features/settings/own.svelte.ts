import type { Backend } from '../../lib/backend/backend';
import { toBackendError } from '../../lib/backend/call';
import type { Resuming, ResumingCheck, TerminalInfo } from '../../lib/backend/types';
import { Resource } from '../../lib/resource.svelte';
import type { SettingsState } from './settings.svelte';

/** A list as it is edited: an argument a line. */
const lines = (list: readonly string[]) => list.join('\n');
const listOf = (text: string) => text.split('\n').filter((line) => line.trim() !== '');

/** What of the settings says what a resume runs: it is edited here, and kept when the system has asked. */
export class OwnResuming {
  client = $state('');
  flags = $state('');
  terminal = $state('');
  paths = $state<{ from: string; to: string }[]>([]);
  /** What became of what was asked for last. */
  said = $state('');
  failed = $state(false);
  busy = $state(false);
  readonly terminals = new Resource<TerminalInfo[]>();
  private readonly checks = new Resource<ResumingCheck>();

  constructor(
    private readonly backend: Backend,
    private readonly settings: SettingsState,
  ) {
    this.take(settings.value);
  }

  readonly wanted = $derived<Resuming>({
    client: this.client.trim(),
    clientFlags: listOf(this.flags),
    customTerminal: listOf(this.terminal),
    pathMap: $state.snapshot(this.paths).filter(({ from, to }) => from.trim() !== '' || to.trim() !== ''),
  });
  private readonly text = $derived(JSON.stringify(this.wanted));
  readonly changed = $derived.by(() => {
    const { client, clientFlags, customTerminal, pathMap } = this.settings.value;
    return this.text !== JSON.stringify({ client, clientFlags, customTerminal, pathMap });
  });
  readonly check = $derived(this.checks.value);
  /** A row of the table that says only one half. */
  readonly halves = $derived(
    this.wanted.pathMap.some(({ from, to }) => from.trim() === '' || to.trim() === ''),
  );
  readonly right = $derived(
    !this.halves && this.check !== null && !(this.check.client || this.check.flags || this.check.terminal),
  );

  private take({ client, clientFlags, customTerminal, pathMap }: Resuming): void {
    this.client = client;
    this.flags = lines(clientFlags);
    this.terminal = lines(customTerminal);
    this.paths = pathMap.map((row) => ({ ...row }));
  }

  /** Looks at what is typed, in a moment; returns the way to leave it. */
  follow(): () => void {
    const { wanted, text } = this;
    const timer = setTimeout(
      () => void this.checks.load(text, () => this.backend.checkResuming(wanted)),
      150,
    );
    return () => clearTimeout(timer);
  }

  async load(): Promise<void> {
    await this.terminals.load('', () => this.backend.terminals());
  }

  /** Keeps what is typed, if the person says so to the system. */
  async save(): Promise<void> {
    await this.doing(async () => {
      const asked = this.text;
      const before = JSON.stringify(this.settings.value);
      const { client, clientFlags, customTerminal, pathMap } = await this.backend.saveResuming(this.wanted);
      const kept = { client, clientFlags, customTerminal, pathMap };
      this.settings.set(kept);
      // Who said no may still think better of it: what is typed stays.
      if (JSON.stringify(this.settings.value) === before) return 'Nothing was changed';
      if (asked === this.text) this.take(kept);
      await this.load();
      return 'Saved';
    });
  }

  async test(): Promise<void> {
    await this.doing(async () => {
      const { terminal, command } = await this.backend.tryTerminal(this.settings.value.terminal);
      return `${terminal} opened: ${command.join(' ')}`;
    });
  }

  private async doing(what: () => Promise<string>): Promise<void> {
    this.busy = true;
    this.said = '';
    try {
      this.said = await what();
      this.failed = false;
    } catch (error) {
      this.said = toBackendError(error).message;
      this.failed = true;
    } finally {
      this.busy = false;
    }
  }
}

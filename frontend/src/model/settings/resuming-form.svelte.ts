import type { Backend } from '../../lib/backend/backend';
import { toBackendError } from '../../lib/backend/call';
import type { Resuming, ResumingCheck, TerminalInfo } from '../../lib/backend/types';
import { m } from '../../lib/messages';
import { Resource } from '../../lib/resource.svelte';
import type { SettingsState } from './settings.svelte';

/** A list as it is edited: one argument per line. */
const lines = (list: readonly string[]) => list.join('\n');
const listOf = (text: string) => text.split('\n').filter((line) => line.trim() !== '');

/**
 * The settings that determine what a resume runs, while they are edited. They are saved only after a
 * native dialog has confirmed them.
 */
export class ResumingForm {
  client = $state('');
  flags = $state('');
  terminal = $state('');
  paths = $state<{ from: string; to: string }[]>([]);
  /** The result of the last save or test, or its error if `failed`. */
  message = $state('');
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
  /** Why the input could not be checked, or null. */
  readonly unchecked = $derived(this.checks.error);
  /** A row has only one of its paths. */
  readonly incomplete = $derived(
    this.wanted.pathMap.some(({ from, to }) => from.trim() === '' || to.trim() === ''),
  );
  readonly valid = $derived(
    !this.incomplete &&
      this.check !== null &&
      this.checks.valueKey === this.text &&
      !(this.check.client || this.check.flags || this.check.terminal),
  );

  private take({ client, clientFlags, customTerminal, pathMap }: Resuming): void {
    this.client = client;
    this.flags = lines(clientFlags);
    this.terminal = lines(customTerminal);
    this.paths = pathMap.map((row) => ({ ...row }));
  }

  /** Checks the input after a moment; returns a function that cancels that. */
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

  /** Saves the input, if the user confirms it in the native dialog. */
  async save(): Promise<void> {
    await this.doing(async () => {
      const asked = this.text;
      const before = JSON.stringify(this.settings.value);
      const { client, clientFlags, customTerminal, pathMap } = await this.backend.saveResuming(this.wanted);
      const kept = { client, clientFlags, customTerminal, pathMap };
      this.settings.set(kept);
      // Not confirmed: the input stays, so that it can be saved later.
      if (JSON.stringify(this.settings.value) === before) return m.settings_unchanged();
      if (asked === this.text) this.take(kept);
      await this.load();
      return m.settings_saved();
    });
  }

  async test(): Promise<void> {
    await this.doing(async () => {
      const { terminal, command } = await this.backend.tryTerminal(this.settings.value.terminal);
      return m.settings_terminal_opened({ terminal, command: command.join(' ') });
    });
  }

  private async doing(what: () => Promise<string>): Promise<void> {
    this.busy = true;
    this.message = '';
    try {
      this.message = await what();
      this.failed = false;
    } catch (error) {
      this.message = toBackendError(error).message;
      this.failed = true;
    } finally {
      this.busy = false;
    }
  }
}

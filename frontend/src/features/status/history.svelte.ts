import type { Backend } from '../../lib/backend/backend';
import { toBackendError } from '../../lib/backend/call';
import type { State } from '../../lib/backend/types';
import { Resource } from '../../lib/resource.svelte';
import { Pace } from './pace.svelte';

/** What the history as a whole needs of the window. */
export interface HistoryHost {
  readonly backend: Backend;
  readonly sidebar: { readonly loaded: boolean; readonly error: string | null; load(): Promise<void> };
  readonly say: (message: string) => void;
}

/** What is known of the history as a whole, and what can be asked for about it. */
export class HistoryState {
  readonly pace = new Pace();
  private readonly states = new Resource<State>(
    () => true,
    ({ scan }) => this.pace.note(scan, performance.now()),
  );

  constructor(private readonly host: HistoryHost) {}

  get state(): State | null {
    return this.states.value;
  }

  /** It is being read, or was until somebody stopped that. */
  readonly unread = $derived(this.state !== null && this.state.scan.phase !== 'done');
  readonly reading = $derived(this.unread && this.state?.scan.stopped !== true);
  /** All was read, and there is no chat. */
  readonly none = $derived(this.state?.totals.chats === 0 && !this.reading);
  readonly roots = $derived(this.state?.roots.map((r) => r.display).join(', ') ?? '~/.claude');

  /** Why nothing that is newer than what is shown is known. */
  get unanswered(): string | null {
    const { loaded, error } = this.host.sidebar;
    return this.states.error ?? (loaded ? error : null);
  }

  take(state: State): void {
    this.states.set('', state);
  }

  async load(): Promise<void> {
    await this.states.load('', (signal) => this.host.backend.state(signal));
  }

  chooseRoot(): Promise<void> {
    return this.trying('The folder could not be opened', async ({ backend, sidebar }) => {
      const root = await backend.chooseRoot();
      if (root !== '') await Promise.all([this.load(), sidebar.load()]);
    });
  }

  rescan(): Promise<void> {
    return this.trying('The scan did not start', ({ backend }) => backend.rescan().then(() => this.load()));
  }

  stopReading(): Promise<void> {
    return this.trying('The reading goes on', ({ backend }) => backend.stopReading().then(() => this.load()));
  }

  clearCache(): Promise<void> {
    return this.trying('The cache was not cleared', async ({ backend, say }) => {
      await backend.clearCache();
      say('Cache cleared: the next start reads everything again');
    });
  }

  private async trying(failed: string, way: (host: HistoryHost) => Promise<void>): Promise<void> {
    try {
      await way(this.host);
    } catch (error) {
      this.host.say(`${failed}: ${toBackendError(error).message}`);
    }
  }
}

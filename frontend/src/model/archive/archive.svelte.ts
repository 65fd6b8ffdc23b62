import type { Backend } from '../../lib/backend/backend';
import { toBackendError } from '../../lib/backend/call';
import type { Archived, Kept, Settings } from '../../lib/backend/types';
import { m } from '../../lib/messages';
import { Resource } from '../../lib/resource.svelte';
import type { SettingsState } from '../settings/settings.svelte';

/** The parts of the window that the archive uses. */
export interface ArchiveHost {
  readonly backend: Backend;
  readonly settings: Pick<SettingsState, 'value' | 'set'>;
  readonly history: { readonly state: { readonly demo: boolean } | null };
  readonly say: (message: string) => void;
}

/** The archive: copies of sessions that outlive what Claude Code deletes. */
export class ArchiveState {
  private readonly states = new Resource<Archived>();

  constructor(private readonly host: ArchiveHost) {}

  get state(): Archived | null {
    return this.states.value;
  }

  get error(): string | null {
    return this.states.error;
  }

  private putOff = $state(false);

  /** Puts the first question off until the next start. */
  later(): void {
    this.putOff = true;
  }

  /** How many sessions the first question is about; 0 if it is not to be asked. */
  readonly asks = $derived.by(() =>
    this.host.settings.value.keep === '' && !this.putOff ? (this.states.value?.due ?? 0) : 0,
  );

  /** A demo has no archive. */
  async load(): Promise<void> {
    if (this.host.history.state?.demo === false)
      await this.states.load('', () => this.host.backend.archive());
  }

  /** Chooses which sessions are kept before they are deleted. */
  choose(keep: Settings['keep']): void {
    this.host.settings.set({ keep });
  }

  keep(chats: readonly string[]): Promise<void> {
    return this.trying(m.archive_keep_failed, async ({ backend, say }) => {
      say(outcome(await backend.keepChats([...chats])));
    });
  }

  /** Archives a session that was deleted while it is open. */
  keepLost(session: string): Promise<void> {
    return this.trying(m.archive_keep_failed, async ({ backend, say }) => {
      say(outcome(await backend.keepLost(session)));
    });
  }

  restore(chat: string): Promise<void> {
    return this.trying(m.archive_restore_failed, async ({ backend, say }) => {
      if (await backend.restoreChat(chat)) say(m.archive_restored());
    });
  }

  drop(chats: readonly string[]): Promise<void> {
    return this.trying(m.archive_drop_failed, async ({ backend, say }) => {
      if (await backend.dropChats([...chats])) say(m.archive_dropped());
    });
  }

  private async trying(
    failed: (inputs: { error: string }) => string,
    action: (host: ArchiveHost) => Promise<void>,
  ): Promise<void> {
    try {
      await action(this.host);
    } catch (error) {
      this.host.say(failed({ error: toBackendError(error).message }));
    }
    await this.load();
  }
}

function outcome({ sessions, before, problem }: Kept): string {
  if (problem !== '') return m.archive_kept_some({ problem });
  return sessions === before ? m.archive_kept_before() : m.archive_kept({ count: sessions });
}

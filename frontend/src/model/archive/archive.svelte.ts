import type { Backend } from '../../lib/backend/backend';
import { toBackendError } from '../../lib/backend/call';
import type { ArchivePlan, ArchivePlanKind, Archived, Kept, Settings } from '../../lib/backend/types';
import { m } from '../../lib/messages';
import { Resource } from '../../lib/resource.svelte';
import { bytes } from '../../lib/text';
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

  private readonly chats = $derived.by(() => new Set(this.states.value?.chats));

  /** Whether a chat has a session in the archive. */
  has(chat: string | null): boolean {
    return chat !== null && this.chats.has(chat);
  }

  /** A demo has no archive. */
  async load(): Promise<void> {
    if (this.host.history.state?.demo === false)
      await this.states.load('', () => this.host.backend.archive());
  }

  /** Chooses which sessions are kept, and when. */
  choose(keep: Settings['keep']): void {
    this.host.settings.set({ keep });
  }

  /** The plan that the person is asked about; null if the dialog is closed. */
  plan = $state.raw<ArchivePlan | null>(null);
  /** Whether the plan is being carried out. */
  busy = $state(false);
  /** Why the plan could not be carried out. */
  problem = $state<string | null>(null);

  /** Asks about something to do with chats. */
  async ask(kind: ArchivePlanKind, chats: readonly string[]): Promise<void> {
    try {
      const plan = await this.host.backend.planArchive(kind, [...chats]);
      if (plan.sessions.length === 0) this.host.say(nothing[kind]());
      else [this.plan, this.problem] = [plan, null];
    } catch (error) {
      this.host.say(failed[kind]({ why: toBackendError(error).message }));
    }
  }

  /** Closes the dialog, unless the plan is being carried out. */
  close(): void {
    if (!this.busy) this.plan = null;
  }

  /** Carries the plan out. If that fails, the dialog stays and says why. */
  async run(): Promise<void> {
    const { plan } = this;
    if (!plan || this.busy) return;
    this.busy = true;
    try {
      const done = await this.host.backend.runArchive(plan.token);
      this.plan = null;
      this.host.say(outcome(plan.kind, done));
    } catch (error) {
      // The plan is used up: Close is all that is left.
      this.problem = failed[plan.kind]({ why: toBackendError(error).message });
    } finally {
      this.busy = false;
    }
    await this.load();
  }

  /** Archives a session that was deleted while it is open. */
  async keepLost(session: string): Promise<void> {
    try {
      this.host.say(outcome('keep', await this.host.backend.keepLost(session)));
    } catch (error) {
      this.host.say(failed.keep({ why: toBackendError(error).message }));
    }
    await this.load();
  }

  /** Shows the directory of the archive in the file manager. */
  async openDirectory(): Promise<void> {
    try {
      await this.host.backend.openArchive();
    } catch (error) {
      this.host.say(m.archive_open_failed({ why: toBackendError(error).message }));
    }
  }
}

const nothing = {
  keep: m.archive_reason_archived,
  restore: m.archive_reason_not_archived,
  drop: m.archive_reason_not_kept,
};

const failed = {
  keep: m.archive_keep_failed,
  restore: m.archive_restore_failed,
  drop: m.archive_drop_failed,
};

function outcome(kind: ArchivePlanKind, { sessions, before, freed, problem }: Kept): string {
  if (problem !== '')
    return kind === 'restore' ? m.archive_restored_some({ problem }) : m.archive_kept_some({ problem });
  if (kind === 'drop') return m.archive_dropped_bytes({ size: bytes(freed) });
  if (kind === 'restore') return m.archive_restored();
  return sessions === before ? m.archive_kept_before() : m.archive_kept({ count: sessions });
}

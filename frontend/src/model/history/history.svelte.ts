import type { Backend } from '../../lib/backend/backend';
import { toBackendError } from '../../lib/backend/call';
import type { ChatSummary, RootInfo, State } from '../../lib/backend/types';
import { m } from '../../lib/messages';
import { Resource } from '../../lib/resource.svelte';
import { Pace } from './pace.svelte';

/** The parts of the window that the history state uses. */
export interface HistoryHost {
  readonly backend: Backend;
  readonly sidebar: {
    readonly loaded: boolean;
    readonly error: string | null;
    readonly chats: readonly Pick<ChatSummary, 'root' | 'archived'>[];
    load(): Promise<void>;
  };
  readonly say: (message: string) => void;
}

/** The state of the whole history, and the commands on it. */
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

  /** Whether the history is not fully loaded: loading, or stopped. */
  readonly unread = $derived(this.state !== null && this.state.scan.phase !== 'done');
  readonly reading = $derived(this.unread && this.state?.scan.stopped !== true);
  /** Everything is loaded, and there is no chat. */
  readonly none = $derived(this.state?.totals.chats === 0 && !this.reading);
  readonly roots = $derived(
    this.state?.roots
      .filter((r) => !r.archived && !r.hidden)
      .map((r) => r.name || r.display)
      .join(', ') ?? '~/.claude',
  );

  /** The error of the last load, if the shown data may be out of date. */
  get unanswered(): string | null {
    const { loaded, error } = this.host.sidebar;
    return this.states.error ?? (loaded ? error : null);
  }

  take(state: State): void {
    this.states.set('', state);
  }

  async load(): Promise<void> {
    await this.states.follow('', (signal) => this.host.backend.state(signal));
  }

  /** The roots that are no archive, in order. */
  readonly ownRoots = $derived((this.state?.roots ?? []).filter((root) => !root.archived));

  /** The roots that chats of the list are from: only where there are several, the root of a chat says anything. */
  private readonly usedRoots = $derived.by(() => {
    const shown = this.ownRoots.filter((root) => !root.hidden);
    const used = new Set<string | undefined>();
    for (const chat of this.host.sidebar.chats) if (!chat.archived) used.add(chat.root ?? shown[0]?.path);
    return shown.filter((root) => used.has(root.path));
  });

  /** The root of a chat, if the list has chats of several; null otherwise. */
  rootOf(path: string | undefined): RootInfo | null {
    if (this.usedRoots.length < 2) return null;
    const own = path ?? this.ownRoots.find((root) => !root.hidden)?.path;
    return this.usedRoots.find((root) => root.path === own) ?? null;
  }

  setRoot(root: RootInfo, change: Partial<Pick<RootInfo, 'name' | 'color' | 'hidden'>>): Promise<void> {
    const { path, name, color, hidden } = { ...root, ...change };
    return this.changing((backend) => backend.setRoot(path, name, color, hidden));
  }

  forgetRoot({ path }: RootInfo): Promise<void> {
    return this.changing((backend) => backend.forgetRoot(path));
  }

  private changing(change: (backend: Backend) => Promise<void>): Promise<void> {
    return this.trying(m.status_folder_failed, async ({ backend, sidebar }) => {
      await change(backend);
      await Promise.all([this.load(), sidebar.load()]);
    });
  }

  chooseRoot(): Promise<void> {
    return this.trying(m.status_folder_failed, async ({ backend, sidebar }) => {
      const root = await backend.chooseRoot();
      if (root !== '') await Promise.all([this.load(), sidebar.load()]);
    });
  }

  rescan(): Promise<void> {
    return this.trying(m.status_rescan_failed, ({ backend }) => backend.rescan().then(() => this.load()));
  }

  stopReading(): Promise<void> {
    return this.trying(m.status_stop_failed, ({ backend }) => backend.stopReading().then(() => this.load()));
  }

  clearCache(): Promise<void> {
    return this.trying(m.status_clear_failed, async ({ backend, say }) => {
      await backend.clearCache();
      say(m.status_cache_cleared());
    });
  }

  private async trying(
    failed: (inputs: { why: string }) => string,
    action: (host: HistoryHost) => Promise<void>,
  ): Promise<void> {
    try {
      await action(this.host);
    } catch (error) {
      this.host.say(failed({ why: toBackendError(error).message }));
    }
  }
}

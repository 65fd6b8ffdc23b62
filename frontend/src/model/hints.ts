import type { SearchState } from './search/search.svelte';
import type { SidebarState } from './chats/sidebar.svelte';
import type { ThreadState } from './thread/thread.svelte';
import type { TreeState } from './tree/tree.svelte';
import type { ChangeHint } from '../lib/backend/types';

/** How long the lists may lag behind the thread after a quiet time, in milliseconds. */
const LATER = 250;
/** The shortest pause between two reloads of the lists, in milliseconds. */
const PAUSE = 1_000;

/** The parts of the window that are reloaded. */
export interface HintsHost {
  readonly chatId: string | null;
  readonly thread: ThreadState;
  readonly tree: TreeState;
  readonly sidebar: SidebarState;
  readonly search: SearchState;
  readonly timeline: { heard(): void };
  readonly table: { heard(): void };
  readonly usage: { heard(): void };
  readonly history: { load(): Promise<void> };
}

/** Reloads panes after changes on the disk. */
export class Hints {
  private readonly later = {
    asked: false,
    stateAsked: false,
    tree: false,
    scan: false,
    chats: false,
    timer: null as ReturnType<typeof setTimeout> | null,
    state: null as ReturnType<typeof setTimeout> | null,
  };

  /** The refresh of the thread's rows for the latest hint. */
  private rows: Promise<void> = Promise.resolve();

  constructor(private readonly app: HintsHost) {}

  /** Refreshes the thread at once; the tree and the lists are debounced. */
  hear(hint: ChangeHint): void {
    const target = this.app.thread.target;
    if (target && hint.sessions.includes(target.session)) this.rows = this.app.thread.refresh();
    this.later.scan ||= hint.scan;
    this.later.stateAsked = true;
    this.later.state ??= setTimeout(() => void this.readState(), this.wait);
    this.later.asked = true;
    this.later.tree ||= this.app.chatId !== null && hint.chats.includes(this.app.chatId);
    this.later.chats ||= hint.scan || hint.chats.length > 0;
    this.later.timer ??= setTimeout(() => void this.readLists(), this.wait);
  }

  private get wait(): number {
    return this.app.chatId === null ? 0 : LATER;
  }

  /** Without an open chat the first scan is under way: its progress is shown steadily. */
  private get pause(): number {
    return this.app.chatId === null ? LATER : PAUSE;
  }

  /** Waits for requested rows, but not for long: a large session may need more time. */
  private rowsFirst(): Promise<unknown> {
    return Promise.race([this.rows, new Promise((resolve) => setTimeout(resolve, LATER))]);
  }

  /** Loads the state, which is small and has the progress of a scan, before the lists. */
  private async readState(): Promise<void> {
    await this.rowsFirst();
    const { scan } = this.later;
    this.later.scan = this.later.stateAsked = false;
    await this.app.history.load();
    if (scan) this.app.search.grew();
    this.later.state = setTimeout(() => {
      this.later.state = null;
      if (this.later.stateAsked) void this.readState();
    }, this.pause);
  }

  private async readLists(): Promise<void> {
    await this.rowsFirst();
    const { chats, tree } = this.later;
    if (chats) {
      this.app.timeline.heard();
      this.app.table.heard();
      this.app.usage.heard();
    }
    const started = performance.now();
    this.later.chats = false;
    // A tree that is still loading is not reloaded.
    const there = this.app.chatId !== null && this.app.tree.tree?.id === this.app.chatId;
    this.later.asked = this.later.tree = tree && !there;
    await Promise.all([
      tree && there ? this.app.tree.reload() : undefined,
      chats ? this.app.sidebar.load() : undefined,
    ]);
    // The longer a reload takes, the longer the pause before the next one.
    const rest = Math.max(this.pause, 3 * (performance.now() - started));
    this.later.timer = setTimeout(() => {
      this.later.timer = null;
      if (this.later.asked) void this.readLists();
    }, rest);
  }
}

import type { SearchState } from './search/search.svelte';
import type { SidebarState } from './chats/sidebar.svelte';
import type { ThreadState } from './thread/thread.svelte';
import type { TreeState } from './tree/tree.svelte';
import type { ChangeHint } from '../lib/backend/types';
import { nextTask } from '../lib/frames';
import { Throttled } from '../lib/later';

/** How long the lists may lag behind the thread after a quiet time, in milliseconds. */
const LATER = 250;
/** The shortest pause between two reloads of the lists, in milliseconds. */
const PAUSE = 1_000;
/**
 * A refresh of the thread that takes no longer than this, in milliseconds, is made at each change. After a longer
 * one the thread rests thirty times what it took beyond, but at most a second: painting and the engine's work
 * cost more than the refresh, and a giant session is drawn once a second while it grows.
 */
const QUICK = 30;
const restOf = (took: number) => Math.min(Math.max(0, 30 * (took - QUICK)), PAUSE);

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
  /** What the next reload of the lists has to load, besides the state. */
  private readonly due = { tree: false, scan: false, chats: false };

  private readonly rows = new Throttled(() => this.readRows(), 0, restOf);
  private readonly state = new Throttled(
    () => this.readState(),
    () => this.wait,
    () => this.pause,
  );
  /** The longer a reload takes, the longer the pause before the next one. */
  private readonly lists = new Throttled(
    () => this.readLists(),
    () => this.wait,
    (took) => Math.max(this.pause, 3 * took),
  );

  /** The refresh of the thread's rows for the latest hint. */
  private latest: Promise<void> = Promise.resolve();

  constructor(private readonly app: HintsHost) {}

  /** Refreshes the thread at once unless it rests; the tree and the lists are debounced. */
  hear(hint: ChangeHint): void {
    const target = this.app.thread.target;
    if (target && hint.sessions.includes(target.session)) this.rows.ask();
    this.due.scan ||= hint.scan;
    this.due.tree ||= this.app.chatId !== null && hint.chats.includes(this.app.chatId);
    this.due.chats ||= hint.scan || hint.chats.length > 0;
    this.state.ask();
    this.lists.ask();
  }

  private get wait(): number {
    return this.app.chatId === null ? 0 : LATER;
  }

  /** Without an open chat the first scan is under way: its progress is shown steadily. */
  private get pause(): number {
    return this.app.chatId === null ? LATER : PAUSE;
  }

  /** Refreshes the rows, and waits until they are drawn: what a large thread takes is mostly that. */
  private async readRows(): Promise<void> {
    await (this.latest = this.app.thread.refresh());
    await nextTask();
  }

  /** Waits for requested rows, but not for long: a large session may need more time. */
  private rowsFirst(): Promise<unknown> {
    return Promise.race([this.latest, new Promise((resolve) => setTimeout(resolve, LATER))]);
  }

  /** Loads the state, which is small and has the progress of a scan, before the lists. */
  private async readState(): Promise<void> {
    await this.rowsFirst();
    const { scan } = this.due;
    this.due.scan = false;
    await this.app.history.load();
    if (scan) this.app.search.grew();
  }

  private async readLists(): Promise<void> {
    await this.rowsFirst();
    const { chats, tree } = this.due;
    this.due.chats = false;
    if (chats) {
      this.app.timeline.heard();
      this.app.table.heard();
      this.app.usage.heard();
    }
    // A tree that is still loading is not reloaded.
    const there = this.app.chatId !== null && this.app.tree.tree?.id === this.app.chatId;
    this.due.tree = tree && !there;
    if (this.due.tree) this.lists.ask();
    await Promise.all([
      tree && there ? this.app.tree.reload() : undefined,
      chats ? this.app.sidebar.load() : undefined,
    ]);
  }
}

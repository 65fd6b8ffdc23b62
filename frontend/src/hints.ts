import type { SearchState } from './features/search/search.svelte';
import type { SidebarState } from './features/sidebar/sidebar.svelte';
import type { ThreadState } from './features/thread/thread.svelte';
import type { TreeState } from './features/tree/tree.svelte';
import type { ChangeHint } from './lib/backend/types';

/** How long, in milliseconds, the lists may lag behind what is being read. */
const LATER = 250;

/** What is read anew, and by whom. */
export interface HintsHost {
  readonly chatId: string | null;
  readonly thread: ThreadState;
  readonly tree: TreeState;
  readonly sidebar: SidebarState;
  readonly search: SearchState;
  readonly timeline: { heard(): void };
  readonly history: { load(): Promise<void> };
}

/** What changes on the disk, and when which pane is read anew for it. */
export class Hints {
  private readonly later = {
    asked: false,
    tree: false,
    scan: false,
    chats: false,
    timer: null as ReturnType<typeof setTimeout> | null,
    state: null as ReturnType<typeof setTimeout> | null,
  };

  /** The rows that are being read for the latest hint. */
  private rows: Promise<void> = Promise.resolve();

  constructor(private readonly app: HintsHost) {}

  /** What is being read comes first; the tree and the lists have time, and are gathered. */
  hear(hint: ChangeHint): void {
    const target = this.app.thread.target;
    if (target && hint.sessions.includes(target.session)) this.rows = this.app.thread.refresh(this.atItsEnd);
    this.later.scan ||= hint.scan;
    this.later.state ??= setTimeout(() => void this.readState(), this.wait);
    this.later.asked = true;
    this.later.tree ||= this.app.chatId !== null && hint.chats.includes(this.app.chatId);
    this.later.chats ||= hint.scan || hint.chats.length > 0;
    this.later.timer ??= setTimeout(() => void this.readLists(), this.wait);
  }

  private get wait(): number {
    return this.app.chatId === null ? 0 : LATER;
  }

  /** Waits for rows that are on their way, though not for those of a session that is long in reading. */
  private rowsFirst(): Promise<unknown> {
    return Promise.race([this.rows, new Promise((resolve) => setTimeout(resolve, LATER))]);
  }

  /** Small, and how far the reading has come: it does not wait for the lists. */
  private async readState(): Promise<void> {
    await this.rowsFirst();
    const { scan } = this.later;
    this.later.state = null;
    this.later.scan = false;
    await this.app.history.load();
    if (scan) this.app.search.grew();
  }

  private async readLists(): Promise<void> {
    await this.rowsFirst();
    const { chats, tree } = this.later;
    if (chats) this.app.timeline.heard();
    const started = performance.now();
    this.later.chats = false;
    // A tree that is being read for the first time is not read anew before it is there.
    const there = this.app.chatId !== null && this.app.tree.tree?.id === this.app.chatId;
    this.later.asked = this.later.tree = tree && !there;
    await Promise.all([
      tree && there ? this.app.tree.open(this.app.tree.tree.id) : undefined,
      chats ? this.app.sidebar.load() : undefined,
    ]);
    // Long lists are read anew the more seldom the longer it takes.
    const rest = Math.max(LATER, 3 * (performance.now() - started));
    this.later.timer = setTimeout(() => {
      this.later.timer = null;
      if (this.later.asked) void this.readLists();
    }, rest);
  }

  /**
   * Whether the open branch is the one that its session goes on with. Tree and thread are read at
   * different times: a branch whose end the tree does not know is taken for that one.
   */
  private get atItsEnd(): boolean {
    const { target, followsActiveLeaf } = this.app.thread;
    const end = this.app.tree.leafOf(target);
    return followsActiveLeaf || (end !== null && end.session === target?.session && end.leaf && end.active);
  }
}

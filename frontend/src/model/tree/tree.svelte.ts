import type { Backend } from '../../lib/backend/backend';
import type { ChatTree, Segment } from '../../lib/backend/types';
import { nextTask } from '../../lib/frames';
import { clockNow } from '../../lib/time/clock.svelte';
import { Resource } from '../../lib/resource.svelte';
import { Branches } from './branches';
import { noFilter } from './fold';
import { lastPromptNotes } from './last-prompt-notes';
import { TouchedState } from './touched.svelte';
import { TreeView } from './view.svelte';
import { type Begun, withPendingSessions } from './pending-sessions';
import type { Location } from '../place/location';
import type { Place } from '../place/place.svelte';

/** From this many rows on the layout takes longer than a frame. */
const LARGE = 500;

/** The tree of the open chat, and the node that is selected in it. */
export class TreeState {
  /** The row that the keys selected, until the thread follows; null if they rest. */
  walking = $state<string | null>(null);
  /** The selected row: the one that the thread shows, or where the keys are. */
  readonly selected = $derived.by(() => this.walking ?? this.location.here?.segment ?? null);
  /** True while the field of "Find in tree" is shown. */
  finding = $state(false);
  /** The filter by file. */
  readonly touched: TouchedState;
  readonly view = new TreeView(this);
  /** The branch last chosen at each fork: segment id to child segment id. */
  private readonly chosen = new Map<string, string>();
  /** The chat whose tree is loaded or loading. */
  private chat: string | null = null;
  /** Resolves when the last requested tree was loaded, or failed. */
  protected reading = Promise.resolve();
  private readonly trees = new Resource<ChatTree>(undefined, () => {
    this.touched.follow();
    this.onread();
  });
  /** Called after a tree was loaded. */
  onread: () => void = () => undefined;

  constructor(
    private readonly backend: Backend,
    private readonly location: Place,
  ) {
    this.touched = new TouchedState(backend, this);
  }

  /** False while the rows must not be rendered yet. */
  drawable = $state(true);

  /** The sessions that were started in this window. */
  private begun = $state.raw<readonly Begun[]>([]);

  /** Adds a session that was started; it is shown until its file exists. */
  begin(begun: Begun): void {
    this.begun = [...this.begun.filter((b) => b.session !== begun.session), begun];
  }

  readonly tree = $derived(
    this.trees.value && this.begun.length > 0
      ? withPendingSessions(this.trees.value, this.begun, clockNow.now)
      : this.trees.value,
  );
  readonly branches = $derived(new Branches(this.tree, this.chosen));
  /** The last-prompt records of sessions that contradict where a resume continues. */
  readonly lastPromptNotes = $derived(this.tree ? lastPromptNotes(this.tree) : []);
  readonly noted = $derived(new Set(this.lastPromptNotes.map((o) => o.segment.id)));

  get loading(): boolean {
    return this.trees.loading;
  }

  /** Why there is no tree; null while an older tree is shown, whose chat may have been deleted. */
  get error(): string | null {
    return this.tree === null ? this.trees.error : null;
  }

  /** True if the chat no longer exists. */
  get gone(): boolean {
    return this.tree === null && this.trees.failure?.code === 'not-found';
  }

  /**
   * Loads the tree of the current location's chat, and clears filters that hide its node. Must be called after
   * every move, with the location before it: a jump within the thread, whose node may be hidden, leaves the
   * filters alone.
   */
  follow(before: Pick<Location, 'segment'> | null): void {
    const { chat, here } = this.location;
    if (chat !== this.chat) {
      this.chat = chat;
      this.trees.forget();
      this.view.reset();
      this.showAll();
      this.walking = null;
      this.drawable = false;
      if (chat !== null) this.reading = this.reload();
    } else if (this.error !== null && !this.loading) this.reading = this.reload();
    if (before === null || before.segment !== here?.segment) this.reveal();
  }

  /** Loads the tree again. */
  async reload(): Promise<void> {
    const { chat } = this;
    if (chat === null) return;
    await this.trees.follow(chat, (signal) => this.backend.chat(chat, signal));
    // Layout and rendering of a large tree run in separate tasks.
    if (this.view.items.length > LARGE) await nextTask();
    if (chat === this.chat) this.drawable = true;
  }

  retry(): void {
    void this.trees.retry();
  }

  /** Clears the filters if they hide the selected node. */
  private reveal(): void {
    if (this.branches.segment(this.selected) && this.view.index(this.selected) < 0) this.showAll();
  }

  /** Clears all filters. */
  showAll(): void {
    this.view.filter = noFilter;
    this.finding = false;
    this.touched.clear();
  }

  /** Remembers a branch as the chosen one of its fork. */
  choose(child: Segment): void {
    if (child.parent !== null) this.chosen.set(child.parent, child.id);
  }
}

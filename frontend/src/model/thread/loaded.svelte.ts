import type { Skeleton } from '../../lib/backend/types';
import { Resource } from '../../lib/resource.svelte';
import { type Location, threadKey } from '../place/location';
import type { Place } from '../place/place.svelte';
import type { Branch, Loss, ThreadTarget } from '../place/target';
import type { TreeState } from '../tree/tree.svelte';
import { PAGE, Pages } from './pages.svelte';
import { alike } from './skeleton-diff';
import type { ThreadSource } from './source';

/** The view of the open thread. */
interface View {
  /** Whether it stays at the end as the thread grows. */
  following: () => boolean;
  /** Called once the first skeleton of a thread is shown: goes to the spot of the location. */
  arrive: () => void;
  /** Called with each later skeleton, before it is shown. */
  change: (before: Skeleton, next: Skeleton) => void;
}

/** A skeleton, and whether it is that of the session's active branch, whatever the location says. */
interface Answer {
  skeleton: Skeleton;
  latest: boolean;
}

/** The open thread: its location, its skeleton and its contents, and how they go on as the branch grows. */
export class LoadedThread {
  /** The location whose thread is shown; another one of its chat may still be waiting for its branch. */
  location = $state.raw<Location | null>(null);
  skeleton = $state.raw<Skeleton | null>(null);
  private readonly answers = new Resource<Answer>(undefined, (answer) => this.take(answer));

  /** Why there is no thread; while one is shown, the next change or a timer loads it again. */
  readonly error = $derived.by((): string | null => (this.skeleton ? null : this.answers.error));
  readonly loading = $derived.by((): boolean => this.skeleton === null && this.answers.loading);
  /** Why the file no longer contains the shown branch; null if it does. */
  readonly loss = $derived.by((): Loss | null => {
    const isGone = this.skeleton !== null && this.answers.failure?.code === 'not-found';
    return this.skeleton?.loss ?? (isGone ? 'rewritten' : null);
  });
  readonly agents = $derived(this.location?.agents ?? []);
  /** Key of the branch, also while an agent of it is open; '' if nothing is. Its end is no part of it while it grows. */
  readonly branchKey = $derived.by((): string => {
    const branch = this.location?.branch;
    return branch ? `${branch.session} ${branch.tip ?? ''}` : '';
  });
  /** Key of the shown thread: another key resets all state. A branch that grows keeps its key. */
  readonly key = $derived(this.location ? threadKey(this.location) : '');
  /** What the engine is asked for; the tip of a branch that is followed is that of the shown rows. */
  readonly target = $derived.by((): ThreadTarget | null => {
    const { branch, agents } = this.location ?? { branch: null, agents: [] };
    if (!branch) return null;
    const { session, tip = agents.length > 0 ? '' : (this.skeleton?.tip ?? '') } = branch;
    return agents.length > 0 ? { session, tip, agents } : { session, tip };
  });
  /** The nodes of the tree from its root to the branch. */
  readonly path = $derived.by((): readonly string[] =>
    this.agents.length > 0 ? [] : this.tree.branches.pathTo(this.tree.branches.leafOf(this.target)),
  );
  /** The path for which the skeleton was loaded. */
  private pathRead = '';
  /** The number of threads that were opened: the key of their skeletons. */
  private nOpened = 0;
  readonly pages: Pages;

  constructor(
    private readonly source: ThreadSource,
    private readonly place: Place,
    private readonly tree: TreeState,
    private readonly view: View,
  ) {
    this.pages = new Pages(source, this);
  }

  /** Leaves the thread. */
  close(): void {
    this.nOpened++;
    this.answers.forget();
    this.pages.reset();
    this.skeleton = null;
    this.location = null;
  }

  /**
   * Loads the thread, again if it is shown. `exact`: the end that the location says, although it may no longer
   * be that of the active branch.
   */
  load(exact = false): Promise<unknown> {
    return this.answers.follow(String(this.nOpened), async (signal) => {
      const { target, skeleton, agents } = this;
      const branch = this.location?.branch;
      if (!target || !branch) throw new DOMException('nothing is open', 'AbortError');
      const latest =
        !exact && agents.length === 0 && (branch.follow ?? (skeleton !== null && this.seemsActive(branch)));
      const at = this.location?.spot ?? 'end';
      // When following, the response includes the new rows, so that they are shown first.
      const following = this.view.following() ? { at: skeleton?.total ?? 0, page: 1 } : undefined;
      return {
        skeleton: await this.source.skeleton(
          latest ? { ...target, tip: '' } : target,
          signal,
          skeleton ? following : { at, page: PAGE },
          skeleton ?? undefined,
        ),
        latest,
      };
    });
  }

  /** Must be called when the tree was loaded: after a fork the branch has other nodes. */
  followTree(): void {
    if (this.skeleton && this.path.length > 0 && this.path.join() !== this.pathRead) void this.load();
  }

  /**
   * Whether a branch with a fixed end may be the one on which its session continues. Tree and thread are loaded
   * at different times: an end that the tree does not know counts as active.
   */
  private seemsActive(branch: Branch & { tip: string }): boolean {
    const end = this.tree.branches.leafOf(branch);
    return end !== null && end.session === branch.session && end.leaf && end.active;
  }

  private take({ skeleton: next, latest }: Answer): void {
    const before = this.skeleton;
    const branch = this.location?.branch;
    if (!branch) return;
    if (before && latest && !this.continuesOn(before, next, branch)) {
      void this.load(true);
      return;
    }
    if (before) this.change(before, next);
    else this.pages.begin(next);
    this.skeleton = next;
    this.pathRead = this.path.join();
    if (before) return;
    this.view.arrive();
    // The session may have grown since this branch was left.
    if (branch.tip !== undefined && this.agents.length === 0 && this.seemsActive(branch)) void this.load();
  }

  private change(before: Skeleton, next: Skeleton): void {
    const like = alike(before, next, ['kinds', 'lines', 'chars', 'turns', 'records']);
    next.turns.inherit(before.turns, like);
    this.pages.change(next, before.total, like);
    this.view.change(before, next);
  }

  /**
   * Reports whether to show the session's active branch. If the session continued on another one, only a person
   * at the end of the former goes along. The location then says where it stays, as do all others with this branch.
   */
  private continuesOn(before: Skeleton, next: Skeleton, branch: Branch): boolean {
    const { session } = branch;
    if (alike(before, next, ['records']) >= before.total) {
      if (!branch.follow) this.rebranch(branch, { session, follow: true });
      return true;
    }
    if (!branch.follow || this.view.following()) return branch.follow ?? false;
    this.rebranch(branch, { session, tip: before.tip });
    return false;
  }

  private rebranch(from: Branch, to: Branch): void {
    if (this.location) this.location = { ...this.location, branch: to };
    this.place.rebranch(from, to);
  }
}

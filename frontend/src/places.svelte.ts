import type { ThreadTarget } from './features/thread/target';
import type { RecordPlace } from './lib/backend/types';

/** A place that back and forward lead to. */
export interface Place {
  chat: string;
  segment: string;
  /** The row that was looked for there. */
  record?: RecordPlace;
  /** The agents that were open alone there. */
  inside?: ThreadTarget;
  /** The results of a search, which stood over the chats and the tree. */
  search?: true;
}

const MOST = 100;

/** Where the reader has been: the last place is where they are. */
export class Places {
  private past = $state.raw<readonly Place[]>([]);
  private future = $state.raw<readonly Place[]>([]);
  readonly canGoBack = $derived(this.past.length > 1);
  readonly canGoForward = $derived(this.future.length > 0);

  add(place: Place): void {
    const last = this.past.at(-1);
    if (
      last?.chat === place.chat &&
      last.segment === place.segment &&
      last.search === place.search &&
      last.inside === place.inside &&
      last.record?.rows.join() === place.record?.rows.join()
    )
      return;
    this.past = [...this.past.slice(1 - MOST), place];
    this.future = [];
  }

  back(): Place | null {
    const here = this.past.at(-1);
    const there = this.past.at(-2);
    if (!here || !there) return null;
    this.past = this.past.slice(0, -1);
    this.future = [here, ...this.future];
    return there;
  }

  /** How many agents are open alone where the reader is. */
  get depth(): number {
    return this.past.at(-1)?.inside?.agents?.length ?? 0;
  }

  forward(): Place | null {
    const there = this.future[0];
    if (!there) return null;
    this.future = this.future.slice(1);
    this.past = [...this.past, there];
    return there;
  }

  /** The last place that is no search. */
  get reading(): Place | null {
    return this.past.findLast((place) => place.search !== true) ?? null;
  }
}

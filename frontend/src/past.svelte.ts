import { type Location, samePlace } from './location';

const MOST = 100;

/** Where the reader has been: the last place is where they are. */
export class Past {
  private past = $state.raw<readonly Location[]>([]);
  private future = $state.raw<readonly Location[]>([]);
  readonly canGoBack = $derived(this.past.length > 1);
  readonly canGoForward = $derived(this.future.length > 0);

  get here(): Location | null {
    return this.past.at(-1) ?? null;
  }

  add(place: Location): void {
    const { here } = this;
    if (here && samePlace(here, place)) return;
    this.past = [...this.past.slice(1 - MOST), place];
    this.future = [];
  }

  /** The place where the reader is, known better. */
  replace(place: Location): void {
    this.past = [...this.past.slice(0, -1), place];
  }

  back(): Location | null {
    const { here } = this;
    const there = this.past.at(-2);
    if (!here || !there) return null;
    this.past = this.past.slice(0, -1);
    this.future = [here, ...this.future];
    return there;
  }

  /** Forgets the places of agents that were left: they are no longer where back leads from. */
  leaveAgents(depth: number): void {
    while (this.canGoBack && (this.here?.agents.length ?? 0) > depth) this.back();
  }

  forward(): Location | null {
    const there = this.future[0];
    if (!there) return null;
    this.future = this.future.slice(1);
    this.past = [...this.past, there];
    return there;
  }

  /** The last place that is no search. */
  get reading(): Location | null {
    return this.past.findLast((place) => place.search === null) ?? null;
  }
}

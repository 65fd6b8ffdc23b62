import { type Location, samePlace } from './location';

const MOST = 100;

/** The history of locations; its last entry is the current one. */
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

  /** Replaces the current entry. */
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

  /** Removes the entries of agents that were closed. */
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

  /** The last entry without search results. */
  get reading(): Location | null {
    return this.past.findLast((place) => place.search === null) ?? null;
  }
}

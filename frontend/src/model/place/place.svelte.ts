import { chatAt, type Location, samePlace, threadKey } from './location';
import { type Branch, isSameBranch } from './target';

/** How many locations the history keeps. */
const MOST = 100;

/** How a move changes the history: it adds a location, replaces the current one, or is a preview that adds none. */
export type How = 'push' | 'replace' | 'preview';

/** The parts of a location that change while the reader stays. */
export type Settled = Partial<Omit<Location, 'chat' | 'wish'>>;

/**
 * Where the reader is: the current location and the history of locations. `go` is the only way to move,
 * `settle` the only way to amend the location, and everything else in the window follows from it. Tree and
 * thread of a location may still be loading; Back, Forward and links need no code of their own.
 */
export class Place {
  here = $state.raw<Location | null>(null);
  /** The number of moves: an answer for an earlier one comes too late. */
  goal = $state(0);
  private behind = $state.raw<readonly Location[]>([]);
  private ahead = $state.raw<readonly Location[]>([]);
  /** The location before a preview; null if there is none. */
  private base = $state.raw<Location | null>(null);
  /** True if the history has the current location already: as the results that were left for a hit. */
  private noted = false;
  /** True if Back or Forward opened the search results again: leaving them is a step of its own. */
  private results = false;

  /** `moved` is called after every move with the location before it, `amended` after every amendment. */
  constructor(
    private readonly moved: (before: Location | null) => void,
    private readonly amended: () => void = () => undefined,
  ) {}

  readonly canGoBack = $derived(this.behind.length > 0 || (this.here?.agents.length ?? 0) > 0);
  readonly canGoForward = $derived(this.ahead.length > 0);
  /** The open chat. */
  readonly chat = $derived(this.here?.chat || null);
  /** The text of the find bar; null if it is closed. */
  readonly find = $derived(this.here?.find ?? null);
  /** The search query; null if no results are open. */
  readonly search = $derived(this.here?.search ?? null);

  go(to: Location, how: How = 'push'): void {
    const from = this.base ?? this.here;
    if (how !== 'preview') this.results = false;
    if (how === 'preview') this.base ??= this.here && withoutResults(this.here);
    else this.base = null;
    if (how === 'push') {
      if (from && from.chat !== '' && !this.noted && !samePlace(withoutResults(from), withoutResults(to)))
        this.behind = [...this.behind.slice(1 - MOST), withoutResults(from)];
      this.ahead = [];
      this.noted = false;
    }
    this.stand(to);
  }

  /** Amends the current location: the view was scrolled, a row was expanded, the branch grew. */
  settle(part: Settled): void {
    this.here = { ...(this.here ?? chatAt('')), ...part };
    this.amended();
  }

  /**
   * Amends the branch of all locations that have this one: the thread found out that it is, or no longer is,
   * the one on which its session continues.
   */
  rebranch(from: Branch, to: Branch): void {
    const amended = (location: Location): Location =>
      isSameBranch(location.branch, from) ? { ...location, branch: to } : location;
    this.behind = this.behind.map(amended);
    this.ahead = this.ahead.map(amended);
    this.base = this.base && amended(this.base);
    this.here = this.here && amended(this.here);
    this.amended();
  }

  /** Replaces the current location by what its wish led to. */
  resolve(to: Settled): void {
    const { here } = this;
    if (!here) return;
    const found = { ...here, ...to, wish: null };
    // The wish led to where the reader came from: one place is one step of the history.
    const last = this.behind.at(-1);
    if (last && !this.base && samePlace(last, withoutResults(found))) this.behind = this.behind.slice(0, -1);
    this.here = found;
    this.moved(here);
  }

  /** Ignores what the current location is still waiting for: the reader is about to move. */
  abandon(): void {
    this.goal++;
  }

  back(): void {
    const to = this.behind.at(-1);
    if (!to) {
      this.leave((this.here?.agents.length ?? 0) - 1);
      return;
    }
    const { left } = this;
    if (left) this.ahead = [left, ...this.ahead];
    this.behind = this.behind.slice(0, -1);
    this.visit(to);
  }

  forward(): void {
    const [to] = this.ahead;
    if (!to) return;
    const { left } = this;
    if (left) this.behind = [...this.behind, left];
    this.ahead = this.ahead.slice(1);
    this.visit(to);
  }

  /** What Back and Forward leave: search results only if they were opened by them. */
  private get left(): Location | null {
    const from = this.base ?? this.here;
    return from && !this.results ? withoutResults(from) : from;
  }

  /** Closes the agents from `depth` on, and returns to the call that started them. */
  leave(depth: number): void {
    const step = this.here?.agents[depth];
    if (!this.here || !step) return;
    const { left, rows } = step;
    const agents = this.here.agents.slice(0, depth);
    const to = { ...this.here, agents, left, found: rows, spot: left.topRow };
    const isInside = (location: Location | undefined): location is Location =>
      location?.chat === to.chat &&
      location.agents.length > depth &&
      threadKey({ ...location, agents: location.agents.slice(0, depth) }) === threadKey(to);
    let behind = this.behind;
    this.ahead = [this.here, ...this.ahead];
    for (let last = behind.at(-1); isInside(last); last = behind.at(-1)) {
      this.ahead = [last, ...this.ahead];
      behind = behind.slice(0, -1);
    }
    // Where the agents were opened from is no longer behind: the reader is there. A link may have led into them
    // from elsewhere.
    const opener = behind.at(-1);
    const isBack = opener?.chat === to.chat && threadKey(opener) === threadKey(to);
    this.behind = isBack ? behind.slice(0, -1) : behind;
    this.base = null;
    this.results = false;
    this.stand(to);
  }

  /** Adds the open search results to the history: Back returns to them from the hit that is opened next. */
  rememberResults(): void {
    const { here } = this;
    const from = this.base ?? here;
    if (!here || !from) return;
    const added = from.chat === '' ? [here] : [withoutResults(from), here];
    this.behind = [...this.behind.slice(added.length - MOST), ...added];
    this.ahead = [];
    this.noted = true;
  }

  /** Returns to the location before a preview; false if there was none. The search stays as it is. */
  endPreview(): boolean {
    const { base, search } = this;
    if (base) this.go({ ...base, search }, 'replace');
    return base !== null;
  }

  /** Of a location with search results only the results are opened again. */
  private visit(to: Location): void {
    this.base = null;
    this.results = to.search !== null;
    this.stand(to.search === null ? to : { ...(this.here ?? to), search: to.search });
  }

  private stand(to: Location): void {
    const before = this.here;
    this.goal++;
    this.here = to;
    this.moved(before);
  }
}

const withoutResults = (place: Location): Location => ({ ...place, search: null });

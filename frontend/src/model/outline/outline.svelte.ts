import { isAbort } from '../../lib/backend/call';
import { Throttled } from '../../lib/later';
import type { Skeleton, Work } from '../../lib/backend/types';
import type { ThreadState } from '../thread/thread.svelte';

/** How many turns are requested at once; the engine reads them to list their results. */
const PAGE = 12;
/** How long the result of a growing turn may lag behind its rows, in milliseconds. */
const LAG = 1_000;

/** The results of the turns of the open thread, loaded on demand. */
export class OutlineState {
  /** The current prompt in the outline of a chat without branches; -1 if a tree is shown. */
  marked = $state(-1);
  private version = $state(0);
  private of: Skeleton | null = null;
  private known: (Work | undefined)[] = [];
  private asked = new Set<number>();
  /** The turns from this one on have changed since their results were loaded. */
  private outdated = Infinity;
  private readonly reload = new Throttled(() => this.readOutdated(), LAG);
  private request = new AbortController();

  constructor(private readonly thread: ThreadState) {}

  /** The results of a turn; undefined until they are loaded. */
  work(turn: number): Work | undefined {
    void this.version;
    const { skeleton } = this.thread;
    if (skeleton) this.follow(skeleton);
    return skeleton ? this.known[turn] : undefined;
  }

  /** Loads the results of these turns unless they are loaded or requested. */
  ensure(from: number, to: number): void {
    const { skeleton } = this.thread;
    if (!skeleton) return;
    this.follow(skeleton);
    const last = Math.min(to, skeleton.turns.length - 1);
    for (let page = Math.floor(Math.max(0, from) / PAGE); page * PAGE <= last; page++) {
      if (this.asked.has(page)) continue;
      this.asked.add(page);
      const all = Array.from({ length: PAGE }, (_, i) => this.known[page * PAGE + i]);
      const missing = skeleton.turns.length - page * PAGE;
      if (all.slice(0, missing).some((work) => work === undefined)) void this.read(page);
      else if ((page + 1) * PAGE > this.outdated) this.reload.ask();
    }
  }

  /**
   * Switches to another thread; if it is the same one, longer, keeps all results, and those of its last turn
   * until newer ones are loaded.
   */
  private follow(skeleton: Skeleton): void {
    const { of } = this;
    if (of === skeleton) return;
    const before = of?.turns.rows ?? [];
    const now = skeleton.turns.rows;
    const same = of?.session === skeleton.session && of.turns.at(0)?.text === skeleton.turns.at(0)?.text;
    let kept = 0;
    while (same && kept < before.length - 1 && before[kept + 1] === now[kept + 1]) kept++;
    this.of = skeleton;
    if (same && kept === before.length - 1 && of.turns.at(kept)?.text === skeleton.turns.at(kept)?.text) {
      this.outdated = Math.min(this.outdated, kept);
      this.asked.delete(Math.floor(kept / PAGE));
      return;
    }
    this.request.abort();
    this.request = new AbortController();
    this.outdated = Infinity;
    this.known = this.known.slice(0, kept);
    this.asked = new Set();
  }

  private async readOutdated(): Promise<void> {
    if (this.outdated < this.known.length) await this.read(Math.floor(this.outdated / PAGE));
  }

  private async read(page: number): Promise<void> {
    const { target, source } = this.thread;
    const { signal } = this.request;
    if (!target) return;
    const { outdated } = this;
    // What changes from now on needs another request.
    if (outdated < (page + 1) * PAGE) this.outdated = Infinity;
    try {
      const list = await source.work(target, page * PAGE, PAGE, signal);
      if (signal.aborted) return;
      list.forEach((work, i) => (this.known[page * PAGE + i] = work));
      this.version++;
    } catch (error) {
      if (signal.aborted || isAbort(error)) return;
      // Prompts are shown without results; the next call of ensure requests them again.
      this.asked.delete(page);
      this.outdated = Math.min(this.outdated, outdated);
    }
  }
}

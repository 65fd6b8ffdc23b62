import { isAbort } from '../../lib/backend/call';
import type { Skeleton, Work } from '../../lib/backend/types';
import type { ThreadState } from '../thread/thread.svelte';

/** How many turns are requested at once; the engine reads them to list their results. */
const PAGE = 12;

/** The results of the turns of the open thread, loaded on demand. */
export class OutlineState {
  /** The current prompt in the outline of a chat without branches; -1 if a tree is shown. */
  marked = $state(-1);
  private version = $state(0);
  private of: Skeleton | null = null;
  private known: (Work | undefined)[] = [];
  private asked = new Set<number>();
  private request = new AbortController();

  constructor(private readonly thread: ThreadState) {}

  /** The results of a turn; undefined until they are loaded. */
  work(turn: number): Work | undefined {
    void this.version;
    return this.of === this.thread.skeleton ? this.known[turn] : undefined;
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
      if (all.slice(0, missing).some((work) => work === undefined)) void this.read(skeleton, page);
    }
  }

  /** Switches to another thread; if it is the same one, longer, keeps all results before its last turn. */
  private follow(skeleton: Skeleton): void {
    const { of } = this;
    if (of === skeleton) return;
    this.request.abort();
    this.request = new AbortController();
    const before = of?.turns.rows ?? [];
    const now = skeleton.turns.rows;
    const same = of?.session === skeleton.session && of.turns.at(0)?.text === skeleton.turns.at(0)?.text;
    let kept = 0;
    while (same && kept < before.length - 1 && before[kept + 1] === now[kept + 1]) kept++;
    this.known = this.known.slice(0, kept);
    this.asked = new Set();
    this.of = skeleton;
  }

  private async read(skeleton: Skeleton, page: number): Promise<void> {
    const { target, source } = this.thread;
    const { signal } = this.request;
    if (!target) return;
    try {
      const list = await source.work(target, page * PAGE, PAGE, signal);
      if (this.of !== skeleton) return;
      list.forEach((work, i) => (this.known[page * PAGE + i] = work));
      this.version++;
    } catch (error) {
      // Prompts are shown without results; the next call of ensure requests them again.
      if (!signal.aborted && !isAbort(error)) this.asked.delete(page);
    }
  }
}

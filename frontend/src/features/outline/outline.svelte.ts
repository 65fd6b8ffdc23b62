import { isAbort } from '../../lib/backend/call';
import type { Skeleton, Work } from '../../lib/backend/types';
import type { ThreadState } from '../thread/thread.svelte';

/** How many turns are asked for at once: to say what they led to, they are read. */
const PAGE = 12;

/** What the turns of the open thread led to, as far as somebody has looked at them. */
export class OutlineState {
  /** The prompt that the keys stand on in the outline of a chat without branches; -1 where a tree stands. */
  marked = $state(-1);
  private version = $state(0);
  private of: Skeleton | null = null;
  private known: (Work | undefined)[] = [];
  private asked = new Set<number>();
  private request = new AbortController();

  constructor(private readonly thread: ThreadState) {}

  /** What a turn led to; undefined while that is not known. */
  work(turn: number): Work | undefined {
    void this.version;
    return this.of === this.thread.skeleton ? this.known[turn] : undefined;
  }

  /** Makes sure that it is known of these turns, or on its way. */
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

  /** A thread that has grown keeps what is known of the turns that it had before its last one. */
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
      // The prompts stand without what they led to; the next look asks again.
      if (!signal.aborted && !isAbort(error)) this.asked.delete(page);
    }
  }
}

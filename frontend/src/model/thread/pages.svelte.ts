import { isAbort, toBackendError } from '../../lib/backend/call';
import { againLater } from '../../lib/resource.svelte';
import type { Turns } from '../../lib/backend/turns';
import type { Row, Skeleton, TurnInfo } from '../../lib/backend/types';
import type { ThreadTarget } from '../place/target';
import type { ThreadSource } from './source';

/** Number of rows per request. */
export const PAGE = 100;
/** Number of trailing rows that may still change, because calls get their results. */
const TAIL = 20;

/** The open thread, if it is loaded. */
interface Thread {
  readonly skeleton: Skeleton | null;
  readonly target: ThreadTarget | null;
}

/** The contents of the open thread's rows and turns, loaded page by page on demand. */
export class Pages {
  /** Why rows or turns could not be loaded, although the thread was. */
  error = $state<string | null>(null);
  private version = $state(0);
  private turnsVersion = $state(0);
  private rows: (Row | undefined)[] = [];
  private readonly outdated = new Set<number>();
  /** The requested pages with their request number: a later request supersedes it. */
  private readonly asked = new Map<number, number>();
  private questions = 0;
  /** The pages that could not be loaded. */
  private readonly failed = new Set<number>();
  private again: ReturnType<typeof setTimeout> | undefined;
  /** For everything that is loaded of the open thread. */
  private request = new AbortController();

  constructor(
    private readonly source: Pick<ThreadSource, 'rows' | 'turns'>,
    private readonly thread: Thread,
  ) {}

  /** Clears everything, for another thread. */
  reset(): void {
    this.request.abort();
    this.request = new AbortController();
    this.rows = [];
    this.outdated.clear();
    this.retry();
  }

  /** Requests the visible rows again. */
  retry(): void {
    clearTimeout(this.again);
    this.error = null;
    this.failed.clear();
    this.asked.clear();
    this.version++;
  }

  row(index: number): Row | undefined {
    void this.version;
    return this.rows[index];
  }

  /** Returns a row, loading it if needed; undefined if another thread was opened meanwhile. */
  async readRow(index: number): Promise<Row | undefined> {
    const there = this.row(index);
    const { target } = this.thread;
    if (there || !target) return there;
    const { signal } = this.request;
    try {
      const { rows } = await this.source.rows(target, index, 1, signal);
      return signal.aborted ? undefined : rows[0];
    } catch (error) {
      if (signal.aborted || isAbort(error)) return undefined;
      throw error;
    }
  }

  /** Adds the rows that came with a skeleton, for the first paint. */
  begin({ near, total }: Skeleton): void {
    if (!near) return;
    this.take(near.from, near.rows);
    const end = near.from + near.rows.length;
    for (let page = near.from / PAGE; page * PAGE < end; page++)
      if (Math.min((page + 1) * PAGE, total) <= end) this.asked.set(page, ++this.questions);
  }

  /** Called when the thread changed: it had `before` rows, of which the first `like` are unchanged. */
  change(next: Skeleton, before: number, like: number): void {
    // The tail may have got results: reload it with everything new.
    const same = Math.min(Math.max(0, before - TAIL), like);
    const from = Math.floor(same / PAGE);
    for (const page of [...this.asked.keys()])
      if (page >= from || this.failed.has(page)) this.asked.delete(page);
    if (this.failed.size > 0) this.error = null;
    this.failed.clear();
    this.rows.length = Math.min(this.rows.length, like < before - TAIL ? like : next.total);
    for (let i = same; i < this.rows.length; i++) this.outdated.add(i);
    if (next.near) this.take(next.near.from, next.near.rows);
    this.version++;
  }

  /** Loads these rows unless they are loaded or requested. */
  ensure(from: number, to: number): void {
    void this.version;
    const { target, skeleton } = this.thread;
    if (!target || !skeleton || skeleton.total === 0) return;
    const { total } = skeleton;
    const last = Math.floor(Math.min(Math.max(to, from), total - 1) / PAGE);
    for (let page = Math.max(0, Math.floor(from / PAGE)); page <= last; page++) {
      if (this.asked.has(page)) continue;
      this.asked.set(page, ++this.questions);
      void this.readPage(target, page, Math.min((page + 1) * PAGE, total));
    }
  }

  private async readPage(target: ThreadTarget, page: number, end: number): Promise<void> {
    const { signal } = this.request;
    const question = this.asked.get(page);
    let from = page * PAGE;
    while (from < end && this.rows[from] && !this.outdated.has(from)) from++;
    try {
      while (from < end) {
        // A response ends early if it would grow too large.
        const { rows } = await this.source.rows(target, from, end - from, signal);
        if (signal.aborted || this.asked.get(page) !== question) return;
        if (rows.length === 0) {
          this.asked.delete(page);
          return;
        }
        this.take(from, rows);
        from += rows.length;
        this.version++;
      }
    } catch (error) {
      if (signal.aborted || isAbort(error) || this.asked.get(page) !== question) return;
      this.failed.add(page);
      this.fail(error);
    }
  }

  /** A refusal stays until the person retries or the thread changes. */
  private fail(error: unknown): void {
    const why = toBackendError(error);
    this.error = why.message;
    clearTimeout(this.again);
    this.again = againLater(why, () => this.retry());
  }

  private take(from: number, rows: readonly Row[]): void {
    rows.forEach((row, i) => {
      this.rows[from + i] = row;
      this.outdated.delete(from + i);
    });
  }

  /** Returns a turn; undefined until loaded. */
  turn(at: number): TurnInfo | undefined {
    void this.turnsVersion;
    return this.thread.skeleton?.turns.at(at);
  }

  /** Loads these turns unless they are loaded or requested. */
  ensureTurns(from: number, to: number): void {
    const { target, skeleton } = this.thread;
    if (!target || !skeleton) return;
    for (const page of skeleton.turns.missing(from, to))
      void this.readTurns(target, skeleton.turns, page.from, page.count);
  }

  private async readTurns(target: ThreadTarget, turns: Turns, from: number, count: number): Promise<void> {
    const { signal } = this.request;
    try {
      turns.take(from, await this.source.turns(target, from, count, signal));
      this.turnsVersion++;
    } catch (error) {
      turns.failed(from);
      if (!signal.aborted && !isAbort(error)) this.fail(error);
    }
  }
}

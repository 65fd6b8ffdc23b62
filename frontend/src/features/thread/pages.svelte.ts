import { isAbort, toBackendError } from '../../lib/backend/call';
import type { Turns } from '../../lib/backend/turns';
import type { AgentPage, Row, Skeleton, TurnInfo } from '../../lib/backend/types';

/** How many rows are asked for at once. */
export const PAGE = 100;
/** How many of the last rows may still change: calls get their results. */
const TAIL = 20;

/** Reads some rows, at least the first of them: an answer ends early when it would grow too large. */
type Read = (from: number, count: number) => Promise<AgentPage>;
type ReadTurns = (from: number, count: number) => Promise<TurnInfo[]>;

/** The contents of a thread's rows, and what its turns are: page by page, as they are needed. */
export class Pages {
  /** Why a page could not be read. */
  error = $state<string | null>(null);
  private version = $state(0);
  private turnsVersion = $state(0);
  private rows: (Row | undefined)[] = [];
  private readonly outdated = new Set<number>();
  /** The pages asked for, each with the number of its question: a later one outdates it. */
  private readonly asked = new Map<number, number>();
  private questions = 0;

  /** Forgets everything: another thread opens. */
  reset(): void {
    this.rows = [];
    this.outdated.clear();
    this.retry();
  }

  /** Asks for what is in view again. */
  retry(): void {
    this.error = null;
    this.asked.clear();
    this.version++;
  }

  row(index: number): Row | undefined {
    void this.version;
    return this.rows[index];
  }

  /** Takes the rows that came with a skeleton, so that they are there when it is drawn first. */
  begin({ near, total }: Skeleton): void {
    if (!near) return;
    this.take(near.from, near.rows);
    const end = near.from + near.rows.length;
    for (let page = near.from / PAGE; page * PAGE < end; page++)
      if (Math.min((page + 1) * PAGE, total) <= end) this.asked.set(page, ++this.questions);
  }

  /** The thread had so many rows before, of which the first `like` are as they were. */
  change(next: Skeleton, before: number, like: number): void {
    // The last rows may have got their results: they are read again, as is all that is new.
    const same = Math.min(Math.max(0, before - TAIL), like);
    const from = Math.floor(same / PAGE);
    for (const page of [...this.asked.keys()]) if (page >= from) this.asked.delete(page);
    this.rows.length = Math.min(this.rows.length, like < before - TAIL ? like : next.total);
    for (let i = same; i < this.rows.length; i++) this.outdated.add(i);
    if (next.near) this.take(next.near.from, next.near.rows);
    this.version++;
  }

  /** Makes sure that these rows of so many are there or on their way. */
  ensure(from: number, to: number, total: number, read: Read, signal: AbortSignal): void {
    void this.version;
    if (total === 0) return;
    const last = Math.floor(Math.min(Math.max(to, from), total - 1) / PAGE);
    for (let page = Math.max(0, Math.floor(from / PAGE)); page <= last; page++) {
      if (this.asked.has(page)) continue;
      this.asked.set(page, ++this.questions);
      void this.readPage(page, Math.min((page + 1) * PAGE, total), read, signal);
    }
  }

  private async readPage(page: number, end: number, read: Read, signal: AbortSignal): Promise<void> {
    const question = this.asked.get(page);
    let from = page * PAGE;
    while (from < end && this.rows[from] && !this.outdated.has(from)) from++;
    try {
      while (from < end) {
        const { rows } = await read(from, end - from);
        if (signal.aborted || this.asked.get(page) !== question || rows.length === 0) break;
        this.take(from, rows);
        from += rows.length;
        this.version++;
      }
    } catch (error) {
      if (!signal.aborted && !isAbort(error)) this.error = toBackendError(error).message;
    }
  }

  private take(from: number, rows: readonly Row[]): void {
    rows.forEach((row, i) => {
      this.rows[from + i] = row;
      this.outdated.delete(from + i);
    });
  }

  /** A turn, as far as it is known by now. */
  turn(turns: Turns, at: number): TurnInfo | undefined {
    void this.turnsVersion;
    return turns.at(at);
  }

  /** Makes sure that what these turns are is known or on its way. */
  ensureTurns(turns: Turns, from: number, to: number, read: ReadTurns, signal: AbortSignal): void {
    for (const page of turns.missing(from, to))
      void this.readTurns(turns, page.from, page.count, read, signal);
  }

  private async readTurns(turns: Turns, from: number, count: number, read: ReadTurns, signal: AbortSignal) {
    try {
      turns.take(from, await read(from, count));
      this.turnsVersion++;
    } catch (error) {
      turns.failed(from);
      if (!signal.aborted && !isAbort(error)) this.error = toBackendError(error).message;
    }
  }
}

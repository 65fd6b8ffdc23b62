import type { Backend } from '../../lib/backend/backend';
import { isAbort, toBackendError } from '../../lib/backend/call';
import type { Figures, FigureScope } from '../../lib/backend/types';
import type { ThreadState } from '../thread/thread.svelte';

/** A file that was chosen, and the rows of the open branch that touch it. */
export interface Touched {
  file: string;
  tip: string;
  /** Null until they are known. */
  rows: readonly number[] | null;
  at: number;
  error: string | null;
}

/** A session that is being written to is counted again this much later at most. */
const AGAIN_AFTER = 3_000;

/** What the open session, or its whole chat, adds up to. */
export class InspectorState {
  open = $state(false);
  scope = $state<FigureScope>('session');
  figures = $state.raw<Figures | null>(null);
  loading = $state(false);
  error = $state<string | null>(null);
  touched = $state.raw<Touched | null>(null);

  private request = new AbortController();
  private touching = new AbortController();
  private timer: ReturnType<typeof setTimeout> | undefined;
  private read = '';

  constructor(
    private readonly backend: Backend,
    private readonly thread: ThreadState,
  ) {}

  toggle(): void {
    this.open = !this.open;
  }

  /** Opens the pane if need be, and calls then once it stands. */
  show(then: () => void): void {
    this.open = true;
    requestAnimationFrame(() => requestAnimationFrame(then));
  }

  /** Counts what the pane is to show; the same again only after a while. */
  follow(session: string, scope: FigureScope): void {
    const key = `${scope} ${session}`;
    clearTimeout(this.timer);
    if (key === this.read) {
      this.timer = setTimeout(() => void this.load(session, scope), AGAIN_AFTER);
      return;
    }
    this.read = key;
    this.figures = null;
    this.leave();
    void this.load(session, scope);
  }

  retry(): void {
    const { target } = this.thread;
    if (target) void this.load(target.session, this.scope);
  }

  /** The pane was closed: nothing is counted any more. */
  stop(): void {
    clearTimeout(this.timer);
    this.request.abort();
    this.read = '';
    this.leave();
  }

  private async load(session: string, scope: FigureScope): Promise<void> {
    this.request.abort();
    this.request = new AbortController();
    const { signal } = this.request;
    this.loading = true;
    try {
      const figures = await this.backend.figures(session, scope, signal);
      if (signal.aborted) return;
      this.figures = figures;
      this.error = null;
    } catch (error) {
      if (!signal.aborted && !isAbort(error)) this.error = toBackendError(error).message;
    } finally {
      if (!signal.aborted) this.loading = false;
    }
  }

  /** Goes to the next row that touches a file; a second time leads on. */
  async pick(file: string): Promise<void> {
    const target = this.thread.target;
    if (!target) return;
    const now = this.touched;
    if (now?.file === file && now.tip === target.tip && now.rows) {
      this.step(1);
      return;
    }
    this.touching.abort();
    this.touching = new AbortController();
    const { signal } = this.touching;
    const { session, tip } = target;
    this.touched = { file, tip, rows: null, at: -1, error: null };
    try {
      const { rows } = await this.backend.touching(session, tip, file, signal);
      if (signal.aborted) return;
      const from = this.thread.topRow;
      const next = rows.findIndex((row) => row >= from);
      this.touched = { file, tip, rows, at: next - 1, error: null };
      if (rows.length > 0) this.step(1);
    } catch (error) {
      if (signal.aborted || isAbort(error)) return;
      this.touched = { file, tip, rows: [], at: -1, error: toBackendError(error).message };
    }
  }

  /** The next or the previous row of the chosen file, round and round. */
  step(by: 1 | -1): void {
    const now = this.touched;
    if (!now?.rows || now.rows.length === 0) return;
    const n = now.rows.length;
    const at = ((((now.at < 0 && by < 0 ? 0 : now.at) + by) % n) + n) % n;
    const row = now.rows[at];
    this.touched = { ...now, at };
    if (row !== undefined) void this.goTo(row);
  }

  /** The rows are the branch's: an agent that is open alone is left for them. */
  private async goTo(row: number): Promise<void> {
    if (this.thread.agents.length > 0) await this.thread.leave(0);
    this.thread.toggle(`r${row}`, true);
    this.thread.jumpTo(row);
  }

  /** No file is chosen any more. */
  leave(): void {
    this.touching.abort();
    this.touched = null;
  }
}

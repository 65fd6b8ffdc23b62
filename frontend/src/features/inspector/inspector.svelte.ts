import type { Backend } from '../../lib/backend/backend';
import type { Figures, FigureScope, Touching } from '../../lib/backend/types';
import { never, Resource } from '../../lib/resource.svelte';
import type { Navigator } from '../../navigator.svelte';
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
  touched = $state.raw<Touched | null>(null);

  private readonly counted = new Resource<Figures>();
  private readonly touching = new Resource<Touching>(never);
  private asked = '';
  private timer: ReturnType<typeof setTimeout> | undefined;

  constructor(
    private readonly backend: Backend,
    private readonly thread: ThreadState,
    private readonly nav: Pick<Navigator, 'leave'>,
  ) {}

  get figures(): Figures | null {
    return this.counted.value;
  }

  get loading(): boolean {
    return this.counted.loading;
  }

  get error(): string | null {
    return this.counted.error;
  }

  toggle(): void {
    this.open = !this.open;
  }

  /** Counts what the pane is to show; the same again only after a while. */
  follow(session: string, scope: FigureScope): void {
    const key = `${scope} ${session}`;
    clearTimeout(this.timer);
    const load = () => void this.counted.load(key, (signal) => this.backend.figures(session, scope, signal));
    if (key === this.asked) {
      this.timer = setTimeout(load, AGAIN_AFTER);
      return;
    }
    this.asked = key;
    this.counted.forget();
    this.leave();
    load();
  }

  retry(): void {
    void this.counted.retry();
  }

  /** The pane was closed: nothing is counted any more. */
  stop(): void {
    clearTimeout(this.timer);
    this.counted.stop();
    this.asked = '';
    this.leave();
  }

  /** Goes to the next row that touches a file; a second time leads on. */
  async pick(file: string): Promise<void> {
    const target = this.thread.target;
    if (!target) return;
    const now = this.touched;
    if (now?.file === file && now.tip === target.tip && now.rows && now.error === null) {
      this.step(1);
      return;
    }
    const { session, tip } = target;
    this.touched = { file, tip, rows: null, at: -1, error: null };
    const found = await this.touching.load(`${session} ${tip} ${file}`, (signal) =>
      this.backend.touching(session, tip, file, signal),
    );
    const { error } = this.touching;
    if (this.touched.file !== file) return;
    // Rows of a branch that was left lead nowhere.
    if (this.thread.target?.session !== session || this.thread.target.tip !== tip) {
      this.leave();
      return;
    }
    if (!found) {
      if (error !== null) this.touched = { file, tip, rows: [], at: -1, error };
      return;
    }
    const from = this.thread.place.topRow;
    const next = found.rows.findIndex((row) => row >= from);
    this.touched = { file, tip, rows: found.rows, at: next - 1, error: null };
    if (found.rows.length > 0) this.step(1);
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
    if (this.thread.agents.length > 0) await this.nav.leave(0);
    this.thread.opened.toggle(`r${row}`, true);
    this.thread.place.jumpTo(row);
  }

  /** No file is chosen any more. */
  leave(): void {
    this.touching.forget();
    this.touched = null;
  }
}

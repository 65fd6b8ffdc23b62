import type { Backend } from '../../lib/backend/backend';
import type { Beside, BesideFile, Commands, Figures, FigureScope, Touching } from '../../lib/backend/types';
import { Throttled } from '../../lib/later';
import { never, Resource } from '../../lib/resource.svelte';
import type { ThreadState } from '../thread/thread.svelte';

/** The selected file, and the rows of the open branch that touch it. */
export interface Touched {
  file: string;
  tip: string;
  /** Null until they are loaded. */
  rows: readonly number[] | null;
  at: number;
  error: string | null;
}

/** Milliseconds until the statistics of a session that grows are loaded again. */
const RELOAD_AFTER = 3_000;

/** Statistics of the open session or of its whole chat. */
export class InspectorState {
  open = $state(false);
  scope = $state<FigureScope>('session');
  touched = $state.raw<Touched | null>(null);

  private readonly counted = new Resource<Figures>();
  private readonly ran = new Resource<Commands>();
  private readonly lying = new Resource<Beside>();
  private readonly touching = new Resource<Touching>(never);
  /** Keys of the shown statistics, and of the branch whose lists are shown. */
  private asked = '';
  private branch = '';
  /** Loads everything of a session that grows. */
  private readonly again = new Throttled(() => this.load(), RELOAD_AFTER);

  constructor(
    private readonly backend: Backend,
    private readonly thread: ThreadState,
    private readonly nav: { leave(depth: number): Promise<boolean>; jump(row: number): void },
  ) {}

  get figures(): Figures | null {
    return this.counted.value;
  }

  /** The shell commands of the open branch; null until they are loaded, and for a chat. */
  get commands(): Commands | null {
    return this.ran.value;
  }

  get commandsError(): string | null {
    return this.ran.error;
  }

  /** What Claude Code keeps of the session outside of its project directory; empty until it is loaded. */
  get beside(): readonly BesideFile[] {
    return this.lying.value?.files ?? [];
  }

  get besideError(): string | null {
    return this.lying.error;
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

  /**
   * Loads the statistics of a session or its chat, and the commands of a session's branch, with the files
   * beside it; those that are shown already every RELOAD_AFTER at most.
   */
  follow(session: string, scope: FigureScope): void {
    const key = `${scope} ${session}`;
    const branch = scope === 'session' ? this.thread.branchKey : '';
    if (key === this.asked && branch === this.branch) {
      this.again.ask();
      return;
    }
    this.again.stop();
    if (key !== this.asked) {
      this.counted.forget();
      this.ran.forget();
      this.lying.forget();
      this.leave();
    }
    this.asked = key;
    this.branch = branch;
    void this.load();
  }

  /** The lists stay while those of a longer or another branch are loaded. */
  private async load(): Promise<void> {
    const { asked, branch, backend } = this;
    const [scope, session] = asked.split(' ') as [FigureScope, string];
    const tip = () => this.thread.target?.tip ?? '';
    const loads: Promise<unknown>[] = [
      this.counted.follow(asked, (signal) => backend.figures(session, scope, signal)),
    ];
    if (branch !== '')
      loads.push(
        this.ran.follow(branch, (signal) => backend.commands(session, tip(), signal)),
        this.lying.follow(branch, (signal) => backend.beside(session, tip(), signal)),
      );
    await Promise.all(loads);
  }

  retry(): void {
    void this.counted.retry();
  }

  /** Cancels loading: the pane was closed. */
  stop(): void {
    this.again.stop();
    this.counted.stop();
    this.ran.stop();
    this.lying.stop();
    this.asked = this.branch = '';
    this.leave();
  }

  /** Selects a file and goes to the next row that touches it. */
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
    // These rows are of a branch that is not open any more.
    if (this.thread.target?.session !== session || this.thread.target.tip !== tip) {
      this.leave();
      return;
    }
    if (!found) {
      if (error !== null) this.touched = { file, tip, rows: [], at: -1, error };
      return;
    }
    const from = this.thread.scroll.topRow;
    const next = found.rows.findIndex((row) => row >= from);
    this.touched = { file, tip, rows: found.rows, at: next - 1, error: null };
    if (found.rows.length > 0) this.step(1);
  }

  /** Goes to the next or previous row of the selected file, and wraps around. */
  step(by: 1 | -1): void {
    const now = this.touched;
    if (!now?.rows || now.rows.length === 0) return;
    const n = now.rows.length;
    const at = ((((now.at < 0 && by < 0 ? 0 : now.at) + by) % n) + n) % n;
    const row = now.rows[at];
    this.touched = { ...now, at };
    if (row !== undefined) void this.goTo(row);
  }

  /** Goes to a row of the branch. Closes an agent that is open alone: the rows are the branch's. */
  async goTo(row: number): Promise<void> {
    if (this.thread.agents.length > 0) await this.nav.leave(0);
    this.thread.opened.toggle(`r${row}`, true);
    this.nav.jump(row);
  }

  /** Clears the selected file. */
  leave(): void {
    this.touching.forget();
    this.touched = null;
  }
}

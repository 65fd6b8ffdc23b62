import type { Backend } from '../../lib/backend/backend';
import type { UsageReport } from '../../lib/backend/types';
import { Throttled } from '../../lib/later';
import { Resource } from '../../lib/resource.svelte';
import { firstDay, type Height } from './bars';

/** What the rows of the table can be about. */
export type RowsBy = 'day' | 'project' | 'model' | 'tool' | 'branch';

/** What the reader chose. */
export interface UsageChoice {
  /** The last days; null for all time. */
  days: number | null;
  by: RowsBy;
  /** What the bars are divided by. */
  split: 'model' | 'project';
  height: Height;
}

/** The figures of a choice. */
export interface Usage {
  by: RowsBy;
  split: UsageChoice['split'];
  since: string | undefined;
  /** When it was asked for, in Unix milliseconds. */
  now: number;
  days: UsageReport;
  rows: UsageReport;
}

/** The shortest pause between two requests while the history changes, in milliseconds. */
const PAUSE = 2_000;

/** Tokens, costs and work of a period. */
export class UsageState {
  open = $state(false);
  choice = $state.raw<UsageChoice>({ days: 30, by: 'day', split: 'model', height: 'tokens' });
  private readonly found = new Resource<Usage>();
  private readonly again = new Throttled(() => this.read(), PAUSE);
  /** The key of the choice that was asked for last. */
  private asked = $state('');

  constructor(
    private readonly backend: Pick<Backend, 'usage'>,
    private readonly now: () => number = Date.now,
  ) {}

  /** The figures; of the choice before, while those of the current one are loading. */
  get value(): Usage | null {
    return this.found.value;
  }

  /** Whether the figures are not those of the current choice yet. */
  get loading(): boolean {
    return this.found.loading && this.found.valueKey !== this.asked;
  }

  /** Why there are no figures of the current choice. */
  get error(): string | null {
    return this.found.valueKey === this.asked ? null : this.found.error;
  }

  show(): void {
    this.open = true;
    void this.read();
  }

  close(): void {
    this.open = false;
    this.again.stop();
    this.found.stop();
  }

  choose(change: Partial<UsageChoice>): void {
    this.choice = { ...this.choice, ...change };
    if (this.keyOf(this.now()) !== this.asked) void this.read();
  }

  /** Loads the figures again soon, because the history changed. */
  heard(): void {
    if (this.open) this.again.ask();
  }

  async read(): Promise<void> {
    if (!this.open) return;
    const now = this.now();
    const { days, by, split } = this.choice;
    const since = firstDay(days, now);
    this.asked = this.keyOf(now);
    await this.found.follow(this.asked, async (signal) => {
      const of = since === undefined ? {} : { since };
      const [perDay, rows] = await Promise.all([
        this.backend.usage({ by: 'day', split, ...of }, signal),
        by === 'day' ? null : this.backend.usage({ by, ...of }, signal),
      ]);
      return { by, split, since, now, days: perDay, rows: rows ?? perDay };
    });
  }

  private keyOf(now: number): string {
    const { days, by, split } = this.choice;
    return JSON.stringify([firstDay(days, now), by, split]);
  }
}

import type { AgentPage, Row, Unreadable } from '../../lib/backend/types';
import { never, Resource } from '../../lib/resource.svelte';

const PAGE = 60;
/** Number of trailing rows that may still change, because calls get their results. */
const TAIL = 20;

type Read = (from: number, count: number, signal: AbortSignal) => Promise<AgentPage>;

/** The rows of an expanded agent, page by page; grows with the agent. */
export class AgentRows {
  rows = $state.raw<readonly Row[]>([]);
  total = $state<number | null>(null);
  unreadable = $state.raw<readonly Unreadable[]>([]);
  private readonly pages = new Resource<AgentPage & { from: number }>(never, (page) => this.take(page));

  constructor(private readonly read: Read) {}

  get loading(): boolean {
    return this.pages.loading;
  }

  get error(): string | null {
    return this.pages.error;
  }

  /** Loads the next page. */
  async more(): Promise<void> {
    if (!this.loading) await this.pages.load('', (signal) => this.page(this.rows.length, signal));
  }

  /** Called when the history changed: reloads the tail if all rows were loaded. */
  async grow(): Promise<void> {
    if (this.total === null || this.rows.length < this.total) return;
    await this.pages.follow('', (signal) => this.page(Math.max(0, this.rows.length - TAIL), signal));
  }

  leave(): void {
    this.pages.stop();
  }

  private async page(from: number, signal: AbortSignal): Promise<AgentPage & { from: number }> {
    return { ...(await this.read(from, PAGE, signal)), from };
  }

  private take({ from, rows, total, unreadable }: AgentPage & { from: number }): void {
    this.rows = [...this.rows.slice(0, from), ...rows];
    this.unreadable = unreadable ?? this.unreadable;
    this.total = rows.length === 0 ? this.rows.length : total;
  }
}

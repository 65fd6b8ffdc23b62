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
  private readonly pages = new Resource<AgentPage>(never);

  constructor(private readonly read: Read) {}

  get loading(): boolean {
    return this.pages.loading;
  }

  get error(): string | null {
    return this.pages.error;
  }

  /** Loads the next page. */
  async more(): Promise<void> {
    if (!this.loading) await this.from(this.rows.length);
  }

  /** Called when the history changed: reloads the tail if all rows were loaded. */
  async grow(): Promise<void> {
    if (this.total === null || this.rows.length < this.total) return;
    await this.from(Math.max(0, this.rows.length - TAIL));
  }

  leave(): void {
    this.pages.stop();
  }

  private async from(at: number): Promise<void> {
    const page = await this.pages.load(String(at), (signal) => this.read(at, PAGE, signal));
    if (!page) return;
    this.rows = [...this.rows.slice(0, at), ...page.rows];
    this.unreadable = page.unreadable ?? this.unreadable;
    this.total = page.rows.length === 0 ? this.rows.length : page.total;
  }
}

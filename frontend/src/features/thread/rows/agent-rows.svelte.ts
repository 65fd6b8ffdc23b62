import type { AgentPage, Row, Unreadable } from '../../../lib/backend/types';
import { never, Resource } from '../../../lib/resource.svelte';

const PAGE = 60;
/** How many of the last rows may still change: calls get their results. */
const TAIL = 20;

type Read = (from: number, count: number, signal: AbortSignal) => Promise<AgentPage>;

/** The rows of an agent that is unfolded in place: page by page, and on while the agent goes on. */
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

  /** Reads the next page. */
  async more(): Promise<void> {
    if (!this.loading) await this.from(this.rows.length);
  }

  /** The history went on: who has read to the end reads on, and the last calls may have got their results. */
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

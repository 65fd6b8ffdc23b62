import type { Backend } from '../../lib/backend/backend';
import type { RawPart, SideRecord, SideRecords } from '../../lib/backend/types';
import { never, Resource } from '../../lib/resource.svelte';

/** The state of the raw record dialog: one record at a time, a large one in parts. */
export class RawState {
  open = $state(false);
  /** The shown record, and the session whose file contains it. */
  record = $state('');
  session = $state('');
  text = $state('');
  total = $state(0);
  /** Where the record is: "path:line"; '' until it is known, and for one that no row shows. */
  location = $state('');
  next = $state(-1);
  /** Records of the session and its agents that no row shows; empty for the record of a row. */
  sides = $state.raw<readonly SideRecord[]>([]);
  /** -1 until known. */
  sidesTotal = $state(0);
  /** The search query. */
  query = $state('');
  /** Which records are listed: none, all that no row shows, or only unreadable lines. */
  listed = $state<'none' | 'all' | 'bad'>('none');
  /** Number of records opened so far. */
  private begun = 0;
  private readonly parts = new Resource<RawPart>(never);
  private readonly pages = new Resource<SideRecords>(never);

  constructor(private readonly backend: Backend) {}

  get loading(): boolean {
    return this.parts.loading;
  }

  get error(): string | null {
    return this.parts.error ?? this.pages.error;
  }

  /** Shows the record of a row, with a search query. */
  show(session: string, record: string, query = ''): void {
    this.begin(session, 'none');
    this.query = query;
    void this.read(record);
  }

  /** Lists the records of a session that no row shows, and opens the first. */
  async list(session: string, which: 'all' | 'bad' = 'all'): Promise<void> {
    this.begin(session, which);
    await this.listOn();
  }

  /** Retries the failed request: a page of the list, or a part of the record. */
  retry(): Promise<void> {
    return this.pages.error === null ? this.more() : this.listOn();
  }

  /** Loads the next page of the list; opens the first record if none is open. */
  private async listOn(): Promise<void> {
    await this.moreSides();
    const [first] = this.sides;
    if (first && this.record === '') await this.read(first.ref);
  }

  async moreSides(): Promise<void> {
    const { session } = this;
    const from = this.sides.length;
    const bad = this.listed === 'bad';
    const page = await this.pages.load(`${session} ${from}`, (signal) =>
      this.backend.sides(session, from, bad, signal),
    );
    if (!page) return;
    this.sides = [...this.sides, ...page.records];
    this.sidesTotal = page.total;
  }

  read(record: string): Promise<void> {
    this.forget();
    this.record = record;
    return this.more();
  }

  /** Loads the next part. */
  async more(): Promise<void> {
    const { session, record } = this;
    const from = Math.max(0, this.next);
    const part = await this.parts.load(`${record} ${from}`, (signal) =>
      this.backend.raw(session, record, from, signal),
    );
    if (!part) return;
    this.text += part.text;
    this.total = part.total;
    if (part.path !== undefined) this.location = `${part.path}:${String(part.line)}`;
    this.next = part.next;
  }

  /** Loads the whole record; null if another one was opened meanwhile, or a part failed. */
  async whole(): Promise<string | null> {
    const { begun } = this;
    while (this.next >= 0) {
      await this.more();
      if (this.begun !== begun || this.error !== null) return null;
    }
    return this.text;
  }

  close(): void {
    this.open = false;
    this.pages.forget();
    this.forget();
  }

  private begin(session: string, listed: 'none' | 'all' | 'bad'): void {
    this.pages.forget();
    this.forget();
    this.query = '';
    this.sides = [];
    this.sidesTotal = listed === 'none' ? 0 : -1;
    this.listed = listed;
    this.session = session;
    this.open = true;
  }

  private forget(): void {
    this.begun++;
    this.parts.forget();
    this.record = '';
    this.text = '';
    this.total = 0;
    this.location = '';
    this.next = -1;
  }
}

import type { Backend } from '../../lib/backend/backend';
import type { RawPart, SideRecord, SideRecords } from '../../lib/backend/types';
import { never, Resource } from '../../lib/resource.svelte';

/** Records as they stand in the file: one at a time, a large one part by part. */
export class RawState {
  open = $state(false);
  /** The record that is shown, and the session whose file holds it. */
  record = $state('');
  session = $state('');
  text = $state('');
  total = $state(0);
  next = $state(-1);
  /** Of the session and its agents: what no row shows. Empty where one row's record is looked at. */
  sides = $state.raw<readonly SideRecord[]>([]);
  /** -1: not known yet. */
  sidesTotal = $state(0);
  /** What is looked for in the text. */
  query = $state('');
  /** Which of them are listed: none, all, or only the lines that hold no record. */
  listed = $state<'none' | 'all' | 'bad'>('none');
  /** Counts the records that were begun. */
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

  /** Shows the record of a row, and what is looked for in it. */
  show(session: string, record: string, query = ''): void {
    this.begin(session, 'none');
    this.query = query;
    void this.read(record);
  }

  /** Shows the lines of a session that no row shows, the first of them open. */
  async list(session: string, which: 'all' | 'bad' = 'all'): Promise<void> {
    this.begin(session, which);
    await this.listOn();
  }

  /** Asks again for what did not come: a page of the list, or a part of the record. */
  retry(): Promise<void> {
    return this.pages.error === null ? this.more() : this.listOn();
  }

  /** Lists more of the lines; the first of them is read where none is. */
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

  /** Reads the next part. */
  async more(): Promise<void> {
    const { session, record } = this;
    const from = Math.max(0, this.next);
    const part = await this.parts.load(`${record} ${from}`, (signal) =>
      this.backend.raw(session, record, from, signal),
    );
    if (!part) return;
    this.text += part.text;
    this.total = part.total;
    this.next = part.next;
  }

  /** The whole record, whatever is shown of it; null where another one is shown by then, or a part did not come. */
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
    this.next = -1;
  }
}

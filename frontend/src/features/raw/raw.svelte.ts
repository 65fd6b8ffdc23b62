import type { Backend } from '../../lib/backend/backend';
import { isAbort, toBackendError } from '../../lib/backend/call';
import type { SideRecord } from '../../lib/backend/types';

/** Records as they stand in the file: one at a time, a large one part by part. */
export class RawState {
  open = $state(false);
  /** The record that is shown, and the session whose file holds it. */
  record = $state('');
  session = $state('');
  text = $state('');
  total = $state(0);
  next = $state(-1);
  loading = $state(false);
  error = $state<string | null>(null);
  /** Of the session and its agents: what no row shows. Empty where one row's record is looked at. */
  sides = $state.raw<readonly SideRecord[]>([]);
  /** -1: not known yet. */
  sidesTotal = $state(0);
  /** What is looked for in the text. */
  query = $state('');
  /** Which of them are listed: none, all, or only the lines that hold no record. */
  listed = $state<'none' | 'all' | 'bad'>('none');
  private request = new AbortController();
  private listing = new AbortController();

  constructor(private readonly backend: Backend) {}

  /** Shows the record of a row, and what is looked for in it. */
  show(session: string, record: string, query = ''): void {
    this.begin(session, 'none');
    this.query = query;
    void this.read(record);
  }

  /** Shows the lines of a session that no row shows, the first of them open. */
  async list(session: string, which: 'all' | 'bad' = 'all'): Promise<void> {
    this.begin(session, which);
    await this.moreSides();
    const [first] = this.sides;
    if (first) await this.read(first.ref);
  }

  async moreSides(): Promise<void> {
    this.listing.abort();
    this.listing = new AbortController();
    const { signal } = this.listing;
    try {
      const bad = this.listed === 'bad';
      const page = await this.backend.sides(this.session, this.sides.length, bad, signal);
      if (signal.aborted) return;
      this.sides = [...this.sides, ...page.records];
      this.sidesTotal = page.total;
    } catch (error) {
      if (!signal.aborted && !isAbort(error)) this.error = toBackendError(error).message;
    }
  }

  read(record: string): Promise<void> {
    this.forget();
    this.record = record;
    return this.more();
  }

  /** Reads the next part. */
  async more(): Promise<void> {
    this.request.abort();
    this.request = new AbortController();
    const { signal } = this.request;
    this.loading = true;
    this.error = null;
    try {
      const part = await this.backend.raw(this.session, this.record, Math.max(0, this.next), signal);
      if (signal.aborted) return;
      this.text += part.text;
      this.total = part.total;
      this.next = part.next;
    } catch (error) {
      if (!signal.aborted && !isAbort(error)) this.error = toBackendError(error).message;
    } finally {
      if (!signal.aborted) this.loading = false;
    }
  }

  /** The whole record, whatever is shown of it. */
  async whole(): Promise<string> {
    while (this.next >= 0 && this.error === null && this.open) await this.more();
    return this.text;
  }

  close(): void {
    this.open = false;
    this.listing.abort();
    this.forget();
  }

  private begin(session: string, listed: 'none' | 'all' | 'bad'): void {
    this.listing.abort();
    this.forget();
    this.query = '';
    this.sides = [];
    this.sidesTotal = listed === 'none' ? 0 : -1;
    this.listed = listed;
    this.session = session;
    this.open = true;
  }

  private forget(): void {
    this.request.abort();
    this.record = '';
    this.text = '';
    this.total = 0;
    this.next = -1;
    this.loading = false;
    this.error = null;
  }
}

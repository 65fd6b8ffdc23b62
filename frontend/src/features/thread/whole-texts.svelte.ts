import type { Backend } from '../../lib/backend/backend';
import { toBackendError } from '../../lib/backend/call';
import type { Row } from '../../lib/backend/types';

type Said = Exclude<Row, { kind: 'tool' }>;

/** Texts of which a page of rows holds the beginning: all of them, once they were asked for. */
export class WholeTexts {
  private known = $state.raw<ReadonlyMap<string, string>>(new Map());
  private failed = $state.raw<ReadonlyMap<string, string>>(new Map());
  private readonly asked = new Set<string>();

  constructor(private readonly backend: Backend) {}

  /** The text as far as it is here. */
  of(row: Said): string {
    return this.known.get(keyOf(row)) ?? row.text;
  }

  /** How many bytes of it are not here. */
  missing(row: Said): number {
    return this.known.has(keyOf(row)) ? 0 : (row.truncated ?? 0);
  }

  /** Why the rest of it did not come. */
  error(row: Said): string | null {
    return this.failed.get(keyOf(row)) ?? null;
  }

  async load(session: string, row: Said): Promise<void> {
    const key = keyOf(row);
    if (this.asked.has(key)) return;
    this.asked.add(key);
    try {
      const text = await this.backend.blockText(session, row.uuid, row.block ?? 0);
      this.known = new Map(this.known).set(key, text);
      this.failed = new Map([...this.failed].filter(([failed]) => failed !== key));
    } catch (error) {
      this.failed = new Map(this.failed).set(key, toBackendError(error).message);
    } finally {
      this.asked.delete(key);
    }
  }

  /** Another session is open: texts are large. */
  forget(): void {
    this.known = new Map();
    this.failed = new Map();
  }
}

const keyOf = (row: Said) => `${row.uuid} ${row.block ?? 0}`;

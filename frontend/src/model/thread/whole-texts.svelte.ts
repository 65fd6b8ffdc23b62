import type { Backend } from '../../lib/backend/backend';
import { toBackendError } from '../../lib/backend/call';
import type { Row } from '../../lib/backend/types';

type Said = Exclude<Row, { kind: 'tool' }>;

/** Full texts of rows whose page holds only the beginning, loaded on request. */
export class WholeTexts {
  private known = $state.raw<ReadonlyMap<string, string>>(new Map());
  private failed = $state.raw<ReadonlyMap<string, string>>(new Map());
  private readonly asked = new Set<string>();

  constructor(private readonly backend: Backend) {}

  /** The text as far as it is loaded. */
  of(row: Said): string {
    return this.known.get(keyOf(row)) ?? row.text;
  }

  /** Number of bytes that are not loaded. */
  missing(row: Said): number {
    return this.known.has(keyOf(row)) ? 0 : (row.truncated ?? 0);
  }

  /** Why the rest could not be loaded. */
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

  /** Called when another session opens: the texts are large. */
  forget(): void {
    this.known = new Map();
    this.failed = new Map();
  }
}

const keyOf = (row: Said) => `${row.uuid} ${row.block ?? 0}`;

import type { Backend } from '../../lib/backend/backend';
import { toBackendError } from '../../lib/backend/call';
import type { AgentRef } from '../../lib/backend/types';
import { AgentRows } from './agent-rows.svelte';

/** Number of lines that are shown of a long text at first, and added on demand. */
export const STEP = 4_000;

/** What a person loaded or expanded in a part of a card. */
export class CardState {
  /** The full text, of which the row has only a part. */
  whole = $state.raw<string | null>(null);
  /** Why something could not be loaded. */
  failed = $state('');
  /** Number of lines to show of an expanded text. */
  limit = $state(STEP);
  /** Shows all lines of a long diff. */
  all = $state(false);
  /** The lines of the file before an edit. */
  original = $state.raw<string[] | null>(null);
  /** The expanded gaps of a diff. */
  gaps = $state.raw<ReadonlySet<number>>(new Set());

  /** Loads the full text; returns whether that succeeded. */
  async load(read: () => Promise<string>): Promise<boolean> {
    try {
      this.whole = await read();
      this.failed = '';
      return true;
    } catch (error) {
      this.failed = toBackendError(error).message;
      return false;
    }
  }

  /** Expands a gap of a diff; loads the file before the edit if needed. */
  async openGap(index: number, read: () => Promise<string[]>): Promise<void> {
    try {
      this.original ??= await read();
      this.gaps = new Set([...this.gaps, index]);
      this.failed = '';
    } catch (error) {
      this.failed = toBackendError(error).message;
    }
  }
}

/**
 * The state of the cards and expanded agents of a thread. It outlives their elements, which exist
 * only near the visible range.
 */
export class CardStates {
  private readonly states = new Map<string, CardState>();
  private readonly agents = new Map<string, AgentRows>();

  constructor(private readonly backend: Backend) {}

  /** The state of a part of a card. A rewritten file may have another record in the same row. */
  of(id: string, record = ''): CardState {
    const key = `${id} ${record}`;
    let state = this.states.get(key);
    if (!state) this.states.set(key, (state = new CardState()));
    return state;
  }

  /** The rows of an agent that is expanded below the row with this id. */
  agent(id: string, session: string, ref: AgentRef): AgentRows {
    const key = `${id} ${session} ${JSON.stringify(ref)}`;
    let rows = this.agents.get(key);
    if (!rows) {
      rows = new AgentRows((from, count, signal) =>
        this.backend.agentRows(session, ref, from, count, signal),
      );
      this.agents.set(key, rows);
    }
    return rows;
  }

  /** Called when another thread opens. */
  forget(): void {
    for (const rows of this.agents.values()) rows.leave();
    this.agents.clear();
    this.states.clear();
  }
}

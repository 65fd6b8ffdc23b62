import type { Backend } from '../../lib/backend/backend';
import type { ChatDetails, Details } from '../../lib/backend/types';
import { Resource } from '../../lib/resource.svelte';
import { Selection } from '../chats/selection.svelte';

/** The table of chats: whether it is open, and what it shows beside the list. Its rows are made in the dialog. */
export class TableState {
  open = $state(false);
  /** The chat of the row with the cursor. */
  cursor = $state<string | null>(null);
  /** Returns the chats of the rows, in order; set by the dialog. */
  order: () => readonly string[] = () => [];
  /** Focuses the rows; set by the dialog. */
  focus: () => void = () => undefined;
  readonly selection = new Selection(() => this.order());
  private readonly found = new Resource<Details>();
  /** Whether the details may differ from those of the last request. */
  private changed = true;

  constructor(private readonly backend: Backend) {}

  readonly details = $derived.by(
    (): ReadonlyMap<string, ChatDetails> =>
      new Map(this.found.value?.chats.map((details) => [details.id, details])),
  );

  /** Why the last request failed. */
  get error(): string | null {
    return this.found.error;
  }

  show(): void {
    this.open = true;
    if (this.changed || this.error !== null) void this.load();
  }

  close(): void {
    this.open = false;
    this.selection.clear();
    // The running request would have answered a change.
    if (this.found.loading) this.changed = true;
    this.found.stop();
  }

  /** Loads the details again, because chats have changed. */
  heard(): void {
    this.changed = true;
    if (this.open) void this.load();
  }

  async load(): Promise<void> {
    this.changed = false;
    await this.found.follow('', (signal) => this.backend.details(signal));
  }
}

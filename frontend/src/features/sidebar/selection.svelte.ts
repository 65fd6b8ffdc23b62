/** Chats that are chosen together. What the list does not show is not chosen. */
export class Selection {
  private chosen = $state.raw<ReadonlySet<string>>(new Set());
  /** Where a range begins. */
  private from: string | null = null;

  /** `listed` are the chats of the list, in its order. */
  constructor(private readonly listed: () => readonly string[]) {}

  /** In the order of the list. */
  readonly ids = $derived.by(() =>
    this.chosen.size === 0 ? [] : this.listed().filter((id) => this.chosen.has(id)),
  );
  readonly any = $derived(this.ids.length > 0);

  has(id: string): boolean {
    return this.any && this.chosen.has(id);
  }

  /** Chooses a chat beside the others, or no longer. The first others are the one that is open. */
  toggle(id: string, open: string | null): void {
    const next = new Set(this.any || open === null ? this.ids : [open]);
    if (!next.delete(id) || !this.any) next.add(id);
    this.chosen = next;
    this.from = id;
  }

  /** Chooses all from where choosing began up to a chat, and no others; it begins at `at`. */
  extend(id: string, at: string | null): void {
    const listed = this.listed();
    if (!this.any || this.from === null || !listed.includes(this.from)) this.from = at;
    const ends = [listed.indexOf(id), listed.indexOf(this.from ?? id)].filter((end) => end >= 0);
    this.chosen = new Set(listed.slice(Math.min(...ends), Math.max(...ends) + 1));
  }

  all(): void {
    this.chosen = new Set(this.listed());
  }

  clear(): void {
    this.chosen = new Set();
    this.from = null;
  }
}

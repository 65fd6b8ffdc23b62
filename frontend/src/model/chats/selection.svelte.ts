/** The selected chats. Only listed chats can be selected. */
export class Selection {
  private selected = $state.raw<ReadonlySet<string>>(new Set());
  /** The anchor of a range. */
  private from: string | null = null;

  /** `listed` returns the chats of the list, in its order. */
  constructor(private readonly listed: () => readonly string[]) {}

  /** In list order. */
  readonly ids = $derived.by(() =>
    this.selected.size === 0 ? [] : this.listed().filter((id) => this.selected.has(id)),
  );
  readonly any = $derived(this.ids.length > 0);

  has(id: string): boolean {
    return this.any && this.selected.has(id);
  }

  /** Adds a chat to the selection or removes it. An empty selection starts with the open chat. */
  toggle(id: string, open: string | null): void {
    const next = new Set(this.any || open === null ? this.ids : [open]);
    if (!next.delete(id) || !this.any) next.add(id);
    this.selected = next;
    this.from = id;
  }

  /** Selects exactly the range from the anchor to a chat; without an anchor, the range starts at `at`. */
  extend(id: string, at: string | null): void {
    const listed = this.listed();
    if (!this.any || this.from === null || !listed.includes(this.from)) this.from = at;
    const ends = [listed.indexOf(id), listed.indexOf(this.from ?? id)].filter((end) => end >= 0);
    this.selected = new Set(listed.slice(Math.min(...ends), Math.max(...ends) + 1));
  }

  all(): void {
    this.selected = new Set(this.listed());
  }

  clear(): void {
    this.selected = new Set();
    this.from = null;
  }
}

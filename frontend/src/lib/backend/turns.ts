export interface TurnInfo {
  text: string;
  time: string;
  model?: string;
  gitBranch?: string;
  tokens?: number;
  ms?: number;
}

/** How many turns are asked for at once. */
const PAGE = 200;

/** The turns of a thread: where each begins is known, what it is where it was asked for. */
export class Turns {
  private readonly known: (TurnInfo | undefined)[] = [];
  private readonly asked = new Set<number>();

  /** At which rows they begin. */
  constructor(readonly rows: readonly number[]) {}

  /** Turns of which all is known. */
  static of(list: readonly (TurnInfo & { row: number })[]): Turns {
    const turns = new Turns(list.map(({ row }) => row));
    turns.take(0, list);
    return turns;
  }

  get length(): number {
    return this.rows.length;
  }

  at(turn: number): TurnInfo | undefined {
    return this.known[turn];
  }

  take(from: number, list: readonly TurnInfo[]): void {
    list.forEach((info, i) => (this.known[from + i] = info));
  }

  /** Keeps what was known of the turns in front of a row, which is the same in both. */
  inherit(before: Turns, row: number): void {
    before.known.forEach((info, i) => {
      const next = this.rows[i + 1];
      if (next !== undefined && next < row && this.rows[i] === before.rows[i]) this.known[i] ??= info;
    });
  }

  /** The pages of turns that nothing is known of and nobody has asked for: they count as asked for now. */
  missing(from: number, to: number): { from: number; count: number }[] {
    const pages: { from: number; count: number }[] = [];
    const last = Math.min(to, this.length - 1);
    for (let i = Math.max(0, from); i <= last; i++) {
      const page = Math.floor(i / PAGE);
      if (this.known[i] || this.asked.has(page)) continue;
      this.asked.add(page);
      pages.push({ from: page * PAGE, count: Math.min(PAGE, this.length - page * PAGE) });
    }
    return pages;
  }

  /** A page did not come: it may be asked for again. */
  failed(from: number): void {
    this.asked.delete(Math.floor(from / PAGE));
  }
}

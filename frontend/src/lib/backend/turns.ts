export interface TurnInfo {
  text: string;
  time: string;
  model?: string;
  gitBranch?: string;
  tokens?: number;
  /** The tokens in the model's context after the turn, and how many fit; 0 if unknown. */
  context?: number;
  window?: number;
  ms?: number;
}

/** How many turns are requested at once. */
const PAGE = 200;

/** The turns of a thread. The first row of each is known; the rest is loaded on demand. */
export class Turns {
  private readonly known: (TurnInfo | undefined)[] = [];
  private readonly asked = new Set<number>();

  /** The first row of every turn. */
  constructor(readonly rows: readonly number[]) {}

  /** The loaded turns. */
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

  /** Copies the loaded turns before a row from an older version of the thread. */
  inherit(before: Turns, row: number): void {
    before.known.forEach((info, i) => {
      const next = this.rows[i + 1];
      if (next !== undefined && next < row && this.rows[i] === before.rows[i]) this.known[i] ??= info;
    });
  }

  /** Returns the pages that are neither loaded nor requested, and marks them as requested. */
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

  /** Marks a page that failed as not requested. */
  failed(from: number): void {
    this.asked.delete(Math.floor(from / PAGE));
  }
}

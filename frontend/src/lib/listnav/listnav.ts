import { isWritten, pressed } from '../keys/press';

/** A list as its keys see it. */
export interface ListHost {
  /** How many rows it has. */
  count: () => number;
  /** Where the cursor stands; -1 for nowhere. */
  at: () => number;
  /** Moves the cursor there, and brings the row into view. */
  go: (row: number) => void;
  /** Whether the cursor may stand on a row; headings are passed over. */
  takes?: (row: number) => boolean;
  /** How many rows a page is. */
  page?: () => number;
  /** What a row is called, for typing ahead. */
  name?: (row: number) => string;
  /** Letters are keys of commands: then they are not typed ahead with. */
  letters?: () => boolean;
  open?: (row: number) => void;
  peek?: (row: number) => void;
  menu?: (row: number) => void;
}

/** Letters within this time of each other are one word. */
const WORD = 700;

/** The keys that all lists have: rows, pages and ends, typing ahead, opening, and the menu. */
export class ListNav {
  private typed = '';
  private typedAt = 0;

  constructor(private readonly host: ListHost) {}

  /** Takes a key; false where it is none of a list's. */
  key(event: KeyboardEvent): boolean {
    if (event.ctrlKey || event.metaKey || event.altKey) return false;
    const key = pressed(event);
    const { host } = this;
    const at = host.at();
    if (key === 'ContextMenu' || (key === 'F10' && event.shiftKey)) return this.act(host.menu, at);
    if (key === 'Enter') return this.act(host.open, at);
    if (key === ' ' && this.typed === '') return this.act(host.peek, at);
    const to = this.target(key, at);
    if (to !== null) {
      if (to >= 0 && to !== at) host.go(to);
      return true;
    }
    return this.typeAhead(event, at);
  }

  private act(way: ((row: number) => void) | undefined, at: number): boolean {
    if (!way || at < 0) return false;
    way(at);
    return true;
  }

  /** Where a key leads; -1 for nowhere, null where it is none that moves. */
  private target(key: string, at: number): number | null {
    const letters = this.host.letters?.() ?? true;
    const last = this.host.count() - 1;
    const page = Math.max(1, this.host.page?.() ?? 10);
    if (key === 'ArrowDown' || (letters && key === 'j')) return this.nearest(at + 1, 1);
    if (key === 'ArrowUp' || (letters && key === 'k')) return this.nearest(at < 0 ? 0 : at - 1, -1);
    if (key === 'Home') return this.nearest(0, 1);
    if (key === 'End') return this.nearest(last, -1);
    if (key === 'PageDown') return this.orBack(Math.min(last, Math.max(0, at) + page), 1);
    if (key === 'PageUp') return this.orBack(Math.max(0, at - page), -1);
    return null;
  }

  /** The next row from here on that takes the cursor. */
  private nearest(from: number, by: 1 | -1): number {
    for (let i = from; i >= 0 && i < this.host.count(); i += by) if (this.host.takes?.(i) ?? true) return i;
    return -1;
  }

  private orBack(from: number, by: 1 | -1): number {
    const found = this.nearest(from, by);
    return found >= 0 ? found : this.nearest(from, by === 1 ? -1 : 1);
  }

  /** The next row whose name begins with what is typed, round and round; the same letter again goes on. */
  private typeAhead(event: KeyboardEvent, at: number): boolean {
    const { name, letters, count, go } = this.host;
    if (!name || (letters?.() ?? true) || !isWritten(event) || pressed(event) === '') return false;
    const now = event.timeStamp;
    this.typed = (now - this.typedAt < WORD ? this.typed : '') + event.key.toLowerCase();
    this.typedAt = now;
    const same = [...this.typed].every((c) => c === this.typed[0]);
    const word = same ? this.typed.slice(0, 1) : this.typed;
    const n = count();
    for (let i = 0; i < n; i++) {
      const row = (Math.max(0, at) + (same ? 1 : 0) + i) % n;
      if ((this.host.takes?.(row) ?? true) && name(row).toLowerCase().startsWith(word)) {
        go(row);
        break;
      }
    }
    return true;
  }
}

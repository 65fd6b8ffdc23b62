import { isWritten, pressed } from '../keys/press';

/** The list that the keys control. */
export interface ListHost {
  /** The number of rows. */
  count: () => number;
  /** The row of the cursor; -1 for none. */
  at: () => number;
  /** Moves the cursor to a row, and scrolls to it. */
  go: (row: number) => void;
  /** Whether the cursor may be on a row; headings are skipped. */
  takes?: (row: number) => boolean;
  /** The number of rows per page. */
  page?: () => number;
  /** The name of a row, for type-ahead. */
  name?: (row: number) => string;
  /** Whether letters are shortcuts, including `j` and `k`; then there is no type-ahead. */
  letters?: () => boolean;
  /** True if a text field has the focus, which handles letters, spaces, Home and End. */
  field?: boolean;
  open?: (row: number) => void;
  peek?: (row: number) => void;
  menu?: (row: number) => void;
  /** Toggles the selection of a row. */
  toggle?: (row: number) => void;
  /** Extends the selection to a row; the cursor was at `from`. */
  extend?: (row: number, from: number) => void;
  /** Selects all rows. */
  all?: () => void;
}

/** The maximum time between the letters of one word, in milliseconds. */
const WORD = 700;

/** The keys of all lists: rows, pages, ends, type-ahead, opening, and the menu. */
export class ListNav {
  private typed = '';
  private typedAt = 0;

  constructor(private readonly host: ListHost) {}

  /** Handles a key; false if it is not a key of lists. */
  key(event: KeyboardEvent): boolean {
    const key = pressed(event);
    const { host } = this;
    const at = host.at();
    const end = key === 'Home' || key === 'End';
    if (event.altKey) return false;
    const command = event.ctrlKey || event.metaKey;
    if (command && host.field !== true) return this.choose(key, at);
    // With a field Home and End need Ctrl or ⌘.
    if (command !== (end && host.field === true)) return false;
    if (key === 'ContextMenu' || (key === 'F10' && event.shiftKey)) return this.act(host.menu, at);
    if (key === 'Enter') return this.act(host.open, at);
    if (key === ' ' && this.typed === '' && host.field !== true) return this.act(host.peek, at);
    const to = this.target(key, at);
    if (to !== null) {
      if (to >= 0 && to !== at) host.go(to);
      if (to >= 0 && event.shiftKey) host.extend?.(to, at);
      return true;
    }
    return this.typeAhead(event, at);
  }

  /** Handles the selection keys, with Ctrl or ⌘. */
  private choose(key: string, at: number): boolean {
    if (key === ' ') return this.act(this.host.toggle, at);
    if (key !== 'a' || !this.host.all) return false;
    this.host.all();
    return true;
  }

  /** Moves the cursor to the next or previous row that allows it. */
  move(by: 1 | -1): void {
    const at = this.host.at();
    const to = this.nearest(by < 0 && at < 0 ? 0 : at + by, by);
    if (to >= 0 && to !== at) this.host.go(to);
  }

  private act(way: ((row: number) => void) | undefined, at: number): boolean {
    if (!way || at < 0) return false;
    way(at);
    return true;
  }

  /** The target row of a key; -1 for none, null if it is not a movement key. */
  private target(key: string, at: number): number | null {
    const letters = this.host.field !== true && (this.host.letters?.() ?? true);
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

  /** The first row from `from` on that allows the cursor; -1 for none. */
  private nearest(from: number, by: 1 | -1): number {
    for (let i = from; i >= 0 && i < this.host.count(); i += by) if (this.host.takes?.(i) ?? true) return i;
    return -1;
  }

  private orBack(from: number, by: 1 | -1): number {
    const found = this.nearest(from, by);
    return found >= 0 ? found : this.nearest(from, by === 1 ? -1 : 1);
  }

  /** Moves to the next row whose name starts with the typed text, cyclically; repeating a letter moves on. */
  private typeAhead(event: KeyboardEvent, at: number): boolean {
    const { name, letters, count, go } = this.host;
    if (
      !name ||
      this.host.field === true ||
      (letters?.() ?? true) ||
      !isWritten(event) ||
      pressed(event) === ''
    )
      return false;
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

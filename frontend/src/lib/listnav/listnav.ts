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
  /** Letters are keys of commands, `j` and `k` among them: then they are not typed ahead with. */
  letters?: () => boolean;
  /** A text field has the focus: letters, spaces, and the ends of the line are its own. */
  field?: boolean;
  open?: (row: number) => void;
  peek?: (row: number) => void;
  menu?: (row: number) => void;
  /** Chooses a row beside others, or no longer. */
  toggle?: (row: number) => void;
  /** Chooses all rows from where choosing began up to one; the cursor came from `from`. */
  extend?: (row: number, from: number) => void;
  /** Chooses all rows. */
  all?: () => void;
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
    const key = pressed(event);
    const { host } = this;
    const at = host.at();
    const end = key === 'Home' || key === 'End';
    if (event.altKey) return false;
    const command = event.ctrlKey || event.metaKey;
    if (command && host.field !== true) return this.choose(key, at);
    // In a field the ends of the list are those keys with Ctrl or ⌘.
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

  /** The keys that choose rows, with Ctrl or ⌘. */
  private choose(key: string, at: number): boolean {
    if (key === ' ') return this.act(this.host.toggle, at);
    if (key !== 'a' || !this.host.all) return false;
    this.host.all();
    return true;
  }

  /** Goes to the next row that takes the cursor, or to the one before. */
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

  /** Where a key leads; -1 for nowhere, null where it is none that moves. */
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

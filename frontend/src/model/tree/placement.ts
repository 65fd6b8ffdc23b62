import type { Graph } from './graph';
import { must } from './int-arrays';

const HUES = 8;

/** Assigns a lane and a colour to every branch. */
export class Placement {
  readonly row: Int32Array;
  /** The topmost row of the subtree, which is that of its newest leaf. */
  readonly top: Int32Array;
  readonly main: Int32Array;
  readonly lane: Int32Array;
  readonly color: Int32Array;
  readonly branch: Int32Array;
  /** Per row: the rightmost lane taken so far and its colour. */
  private readonly right: Int32Array;
  private readonly rightColor: Uint8Array;
  private readonly open: OpenRows;

  constructor(
    private readonly graph: Graph,
    private readonly order: Int32Array,
    private readonly maxLanes: number,
  ) {
    const n = order.length;
    this.row = new Int32Array(n);
    this.top = new Int32Array(n);
    this.main = new Int32Array(n).fill(-1);
    this.lane = new Int32Array(n);
    this.color = new Int32Array(n);
    this.branch = new Int32Array(n);
    this.right = new Int32Array(n).fill(-1);
    this.rightColor = new Uint8Array(n);
    this.open = new OpenRows(n);
    order.forEach((i, r) => {
      this.row[i] = r;
      this.top[i] = r;
    });
    for (const i of order) {
      const p = graph.up(i);
      if (p < 0) continue;
      if (this.main[p] === -1 || must(this.top[i]) < must(this.top[p])) {
        this.main[p] = i;
        this.top[p] = must(this.top[i]);
      }
    }
  }

  run(): void {
    const roots = Array.from(this.order).filter((i) => this.graph.up(i) < 0);
    roots.sort((a, b) => must(this.top[a]) - must(this.top[b]));
    for (const root of roots) this.place(root);
  }

  /** Places the branch that starts with this node, and all branches that fork from it, inside out. */
  private place(first: number): void {
    // An explicit stack: a chat may fork deeper than the call stack allows.
    const stack = [first];
    for (let start = stack.pop(); start !== undefined; start = stack.pop()) {
      this.placeBranch(start);
      for (let i = start; i >= 0; i = must(this.main[i])) {
        const away = this.graph.others(i, must(this.main[i]));
        if (away.length > 1) away.sort((a, b) => must(this.top[a]) - must(this.top[b]));
        // The stack reverses the order: forks near the top first, and the oldest branch of a fork first.
        for (const c of away) stack.push(c);
      }
    }
  }

  private placeBranch(start: number): void {
    const parent = this.graph.up(start);
    const from = must(this.top[start]);
    const to = parent < 0 ? must(this.row[start]) : must(this.row[parent]) - 1;
    let lane = 0;
    let near = 0;
    let beside = 0;
    // From the bottom up: if all lanes are taken, the first row shows it.
    for (let r = to; r >= from; r--) {
      const right = must(this.right[r]);
      if (right < 0) continue;
      const bit = 1 << must(this.rightColor[r]);
      near |= bit;
      if (right + 1 > lane) {
        lane = right + 1;
        beside = 0;
      }
      if (right + 1 === lane) beside |= bit;
      if (lane >= this.maxLanes) break;
    }
    const trunk = parent < 0 ? 0 : 1 << must(this.color[parent]);
    const color = this.pickColor(start, lane, near | trunk, beside | trunk);
    for (let i = start; i >= 0; i = must(this.main[i])) {
      this.lane[i] = lane;
      this.color[i] = color;
      this.branch[i] = start;
    }
    if (lane >= this.maxLanes) {
      // All branches beyond the last visible lane share the bundle.
      for (let r = this.open.last(to); r >= from; r = this.open.last(r - 1)) {
        this.right[r] = lane;
        this.rightColor[r] = color;
        this.open.close(r);
      }
      return;
    }
    for (let r = from; r <= to; r++) {
      this.right[r] = lane;
      this.rightColor[r] = color;
    }
  }

  /** The branch's own hue, or the next one that no neighbour has. */
  private pickColor(start: number, lane: number, near: number, beside: number): number {
    if (lane === 0 && near === 0) return 1;
    const wish = hash(this.graph.node(start).id) % HUES;
    // Prefer a hue that is not even similar to a neighbour's, else one that no neighbour has.
    for (const taken of [near | kin(near), near | kin(beside), near, beside]) {
      for (let k = 0; k < HUES; k++) {
        const color = ((wish + k) % HUES) + 1;
        if ((taken & (1 << color)) === 0) return color;
      }
    }
    return wish + 1;
  }
}

/** Union-find over rows: the nearest row at or above one that still has a visible lane free. */
class OpenRows {
  private readonly next: Int32Array;

  constructor(n: number) {
    this.next = new Int32Array(n + 1);
    for (let i = 0; i <= n; i++) this.next[i] = i;
  }

  last(row: number): number {
    let root = row + 1;
    while (must(this.next[root]) !== root) root = must(this.next[root]);
    for (let at = row + 1; at !== root;) {
      const up = must(this.next[at]);
      this.next[at] = root;
      at = up;
    }
    return root - 1;
  }

  close(row: number): void {
    this.next[row + 1] = row;
  }
}

/** Hues that are easily confused, by number: 1 leaf green, 5 ochre, 8 olive, 3 rust, 7 red, 6 teal. */
const kinships = [
  [1, 8],
  [1, 6],
  [5, 8],
  [3, 5],
  [3, 7],
] as const;

function kin(mask: number): number {
  let out = 0;
  for (const [a, b] of kinships) {
    if (mask & (1 << a)) out |= 1 << b;
    if (mask & (1 << b)) out |= 1 << a;
  }
  return out;
}

/** FNV-1a: the same branch has the same hue in every run. */
function hash(text: string): number {
  let h = 0x811c9dc5;
  for (let i = 0; i < text.length; i++) {
    h ^= text.charCodeAt(i);
    h = Math.imul(h, 0x01000193);
  }
  return h >>> 0;
}

import { append, EMPTY, must, parentsOf } from './int-arrays';

export type EdgeStyle = 'solid' | 'dashed' | 'dotted';

export interface LayoutNode {
  id: string;
  /** A node whose parent is not among the nodes is a root. */
  parent: string | null;
  /** Last activity, in milliseconds. */
  time: number;
  /** The style of the edge to the parent, or of the stub if the parent is gone. */
  style: EdgeStyle;
}

/** The nodes by index, with parents and children; cycles are cut. */
export class Graph {
  readonly parent: Int32Array;
  /** The first child of each node, and the next sibling of each child; -1 at the end. */
  private readonly first: Int32Array;
  private readonly next: Int32Array;
  private readonly time: Float64Array;

  constructor(readonly nodes: readonly LayoutNode[]) {
    const n = nodes.length;
    this.parent = parentsOf(nodes);
    this.first = new Int32Array(n).fill(-1);
    this.next = new Int32Array(n).fill(-1);
    this.time = new Float64Array(n);
    nodes.forEach((node, i) => {
      this.time[i] = node.time;
      const p = this.up(i);
      if (p === i) this.parent[i] = -1;
      else if (p >= 0) this.adopt(p, i);
    });
  }

  node(i: number): LayoutNode {
    return must(this.nodes[i]);
  }

  /** The children of a node except the given one. */
  others(i: number, child: number): number[] {
    let out: number[] = EMPTY;
    for (let c = this.kid(i); c >= 0; c = this.sibling(c)) if (c !== child) out = append(out, c);
    return out;
  }

  /** The first child of a node; -1 for none. */
  kid(i: number): number {
    return must(this.first[i]);
  }

  /** The next sibling of a child; -1 for none. */
  sibling(i: number): number {
    return must(this.next[i]);
  }

  up(i: number): number {
    return must(this.parent[i]);
  }

  private adopt(i: number, child: number): void {
    this.next[child] = this.kid(i);
    this.first[i] = child;
  }

  /** Children before parents, newest activity first. Returns the nodes by row. */
  order(): Int32Array {
    const n = this.nodes.length;
    const waiting = new Int32Array(n);
    for (const p of this.parent) if (p >= 0) waiting[p] = must(waiting[p]) + 1;
    const heap = new Heap((a, b) => this.before(a, b));
    for (let i = 0; i < n; i++) if (waiting[i] === 0) heap.push(i);
    const out = new Int32Array(n);
    const done = new Uint8Array(n);
    let scan = 0;
    for (let row = 0; row < n; row++) {
      const i = heap.pop() ?? this.cutCycle(done, () => scan++);
      out[row] = i;
      done[i] = 1;
      const p = this.up(i);
      if (p < 0) continue;
      waiting[p] = must(waiting[p]) - 1;
      if (waiting[p] === 0 && !done[p]) heap.push(p);
    }
    return out;
  }

  private before(a: number, b: number): boolean {
    const x = must(this.time[a]);
    const y = must(this.time[b]);
    return x === y ? this.node(a).id < this.node(b).id : x > y;
  }

  /** Cuts a cycle: the first of its nodes loses the children that are not placed yet. */
  private cutCycle(done: Uint8Array, next: () => number): number {
    let i = next();
    while (done[i]) i = next();
    const kids: number[] = [];
    for (let child = this.kid(i); child >= 0; child = this.sibling(child)) kids.push(child);
    this.first[i] = -1;
    for (const child of kids) {
      if (done[child]) this.adopt(i, child);
      else this.parent[child] = -1;
    }
    return i;
  }
}

class Heap {
  private readonly items: number[] = [];

  constructor(private readonly before: (a: number, b: number) => boolean) {}

  push(item: number): void {
    const items = this.items;
    let at = items.length;
    items.push(item);
    while (at > 0) {
      const parent = (at - 1) >> 1;
      if (!this.before(item, must(items[parent]))) break;
      items[at] = must(items[parent]);
      at = parent;
    }
    items[at] = item;
  }

  pop(): number | undefined {
    const items = this.items;
    const top = items[0];
    const last = items.pop();
    if (top === undefined || last === undefined || items.length === 0) return top;
    let at = 0;
    for (;;) {
      let child = 2 * at + 1;
      if (child >= items.length) break;
      if (child + 1 < items.length && this.before(must(items[child + 1]), must(items[child]))) child++;
      if (!this.before(must(items[child]), last)) break;
      items[at] = must(items[child]);
      at = child;
    }
    items[at] = last;
    return top;
  }
}

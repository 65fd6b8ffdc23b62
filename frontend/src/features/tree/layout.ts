/**
 * Lays a chat's tree out like a git log: one row a node, newest activity first, every branch a
 * straight lane. Pure: nodes in, rows out; drawing is someone else's work.
 *
 * Beyond the last visible lane all branches run together in one more lane, a bundle of which only
 * the number is known; their nodes stand on it.
 *
 * The drawing is planar. A branch that leaves its trunk further down stands further right than all
 * that it reaches over, so no line ever crosses another; only branches that meet in the same node
 * share the last stretch into it. The path to the newest leaf is lane 0.
 */

export type EdgeStyle = 'solid' | 'dashed' | 'dotted';

export interface LayoutNode {
  id: string;
  /** A parent that is not among the nodes makes this node a root. */
  parent: string | null;
  /** Last activity, in milliseconds. */
  time: number;
  /** How the edge to the parent (or the stub, where the parent is gone) is drawn. */
  style: EdgeStyle;
}

/** A piece of an edge in one row; `edge` is the id of the child whose edge it is. */
export interface Strand {
  lane: number;
  color: number;
  style: EdgeStyle;
  edge: string;
}

export interface LayoutRow {
  id: string;
  lane: number;
  /** 1 to 8: the hue of the branch. */
  color: number;
  /** The edge to the child straight above, where there is one. */
  up: Strand | null;
  /** The edge to the parent; a dotted one without a parent in the layout is a stub. */
  down: Strand | null;
  /** Lanes that run through. */
  pass: Strand[];
  /**
   * Branches that leave this node: they come from above and turn into it. Of those in the bundle the
   * last one stands for all.
   */
  joins: Strand[];
  /** How many branches the bundle has at the upper and at the lower edge of this row. */
  bundle: [above: number, below: number];
  /** How many of these are dashed. */
  dashed: [above: number, below: number];
  /** The id of the branch: of the node that it starts with. */
  branch: string;
}

export interface Layout {
  rows: LayoutRow[];
  /** Visible lanes, the bundle included. */
  lanes: number;
}

export const MAX_LANES = 8;
const HUES = 8;

export function layout(nodes: readonly LayoutNode[], maxLanes = MAX_LANES): Layout {
  const graph = new Graph(nodes);
  const order = graph.order();
  const placed = new Placement(graph, order, maxLanes);
  placed.run();
  return sweep(graph, order, placed, maxLanes);
}

/** The nodes by index, with parents and children; cycles are cut where they are found. */
class Graph {
  readonly parent: Int32Array;
  readonly children: number[][];

  constructor(readonly nodes: readonly LayoutNode[]) {
    const index = new Map<string, number>();
    nodes.forEach((node, i) => index.set(node.id, i));
    this.parent = new Int32Array(nodes.length).fill(-1);
    this.children = nodes.map(() => []);
    nodes.forEach((node, i) => {
      const p = node.parent === null ? undefined : index.get(node.parent);
      if (p === undefined || p === i) return;
      this.parent[i] = p;
      this.children[p]?.push(i);
    });
  }

  node(i: number): LayoutNode {
    return must(this.nodes[i]);
  }

  kids(i: number): number[] {
    return must(this.children[i]);
  }

  up(i: number): number {
    return must(this.parent[i]);
  }

  /** Children before parents, newest activity first. Returns the nodes by row. */
  order(): number[] {
    const n = this.nodes.length;
    const waiting = Int32Array.from(this.children, (c) => c.length);
    const heap = new Heap((a, b) => this.before(a, b));
    for (let i = 0; i < n; i++) if (waiting[i] === 0) heap.push(i);
    const out: number[] = [];
    const done = new Uint8Array(n);
    let scan = 0;
    for (;;) {
      const i = heap.pop() ?? this.cutCycle(done, () => scan++);
      if (i === undefined) return out;
      out.push(i);
      done[i] = 1;
      const p = this.up(i);
      if (p < 0) continue;
      waiting[p] = must(waiting[p]) - 1;
      if (waiting[p] === 0 && !done[p]) heap.push(p);
    }
  }

  private before(a: number, b: number): boolean {
    const x = this.node(a);
    const y = this.node(b);
    if (x.time !== y.time) return x.time > y.time;
    return x.id < y.id;
  }

  /** Nodes that only wait for each other: the first of them loses its children above it. */
  private cutCycle(done: Uint8Array, next: () => number): number | undefined {
    for (;;) {
      const i = next();
      if (i >= this.nodes.length) return undefined;
      if (done[i]) continue;
      for (const child of this.kids(i)) if (!done[child]) this.parent[child] = -1;
      this.children[i] = this.kids(i).filter((child) => done[child]);
      return i;
    }
  }
}

/** Decides lane and colour of every branch. */
class Placement {
  readonly row: Int32Array;
  /** The topmost row of the subtree: where its newest leaf stands. */
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
    private readonly order: number[],
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
    const roots = this.order.filter((i) => this.graph.up(i) < 0);
    roots.sort((a, b) => must(this.top[a]) - must(this.top[b]));
    for (const root of roots) this.place(root);
  }

  /** Places the branch that starts with this node, and all that leave it, inside out. */
  private place(first: number): void {
    // An explicit stack: a chat may fork deeper than the call stack reaches.
    const stack = [first];
    for (let start = stack.pop(); start !== undefined; start = stack.pop()) {
      this.placeBranch(start);
      const sides: number[] = [];
      for (let i = start; i >= 0; i = must(this.main[i])) {
        const away = this.graph.kids(i).filter((c) => c !== this.main[i]);
        // The stack turns this around: forks near the top first, of one fork the oldest first.
        away.sort((a, b) => must(this.top[a]) - must(this.top[b]));
        sides.push(...away);
      }
      stack.push(...sides);
    }
  }

  private placeBranch(start: number): void {
    const parent = this.graph.up(start);
    const from = must(this.top[start]);
    const to = parent < 0 ? must(this.row[start]) : must(this.row[parent]) - 1;
    let lane = 0;
    let near = 0;
    let beside = 0;
    // From the bottom up: where all lanes are taken, it shows in the first row looked at.
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
      // Beyond the last visible lane everything shares one column.
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

  /** The branch's own hue, moved on where a neighbour wears it already. */
  private pickColor(start: number, lane: number, near: number, beside: number): number {
    if (lane === 0 && near === 0) return 1;
    const wish = hash(this.graph.node(start).id) % HUES;
    // First a hue that no neighbour wears or nearly wears, then one that none wears at all.
    for (const taken of [near | kin(near), near | kin(beside), near, beside]) {
      for (let k = 0; k < HUES; k++) {
        const color = ((wish + k) % HUES) + 1;
        if ((taken & (1 << color)) === 0) return color;
      }
    }
    return wish + 1;
  }
}

/** Walks the rows once and writes down what runs through each. */
function sweep(graph: Graph, order: number[], placed: Placement, maxLanes: number): Layout {
  const active: (Strand | null)[] = [];
  let hidden = 0; // edges in the bundle
  let broken = 0; // the dashed ones of these
  let widest = order.length > 0 ? 0 : -1;
  const rows = order.map((i): LayoutRow => {
    const node = graph.node(i);
    const parent = graph.up(i);
    const above = hidden;
    const brokenAbove = broken;
    const rawLane = must(placed.lane[i]);
    const lane = Math.min(rawLane, maxLanes);
    const color = must(placed.color[i]);
    const main = must(placed.main[i]);
    let up: Strand | null = null;
    const joins: Strand[] = [];
    for (const child of graph.kids(i)) {
      const childLane = must(placed.lane[child]);
      const strand: Strand = {
        lane: Math.min(childLane, maxLanes),
        color: must(placed.color[child]),
        style: graph.node(child).style,
        edge: graph.node(child).id,
      };
      if (childLane < maxLanes) active[childLane] = null;
      else {
        hidden--;
        if (strand.style === 'dashed') broken--;
      }
      if (child === main) up = strand;
      else joins.push(strand);
    }
    if (joins.length > 1) joins.sort((a, b) => a.lane - b.lane || (a.edge < b.edge ? -1 : 1));
    // Past the last visible lane one turn stands for all.
    const beyond = joins.findIndex((s) => s.lane === maxLanes);
    if (beyond >= 0) joins.length = beyond + 1;
    const pass = active.filter((s): s is Strand => s !== null && s.lane !== lane);
    let down: Strand | null = null;
    if (parent >= 0 || node.style === 'dotted') down = { lane, color, style: node.style, edge: node.id };
    if (parent >= 0) {
      if (rawLane < maxLanes) active[rawLane] = down;
      else {
        hidden++;
        if (node.style === 'dashed') broken++;
      }
    }
    // Both lists go from left to right.
    widest = Math.max(
      widest,
      lane,
      joins.at(-1)?.lane ?? 0,
      pass.at(-1)?.lane ?? 0,
      hidden > 0 ? maxLanes : 0,
    );
    const branch = graph.node(must(placed.branch[i])).id;
    return {
      id: node.id,
      lane,
      color,
      up,
      down,
      pass,
      joins,
      bundle: [above, hidden],
      dashed: [brokenAbove, broken],
      branch,
    };
  });
  return { rows, lanes: widest + 1 };
}

/** Union-find over rows: the nearest row at or above one that still has a visible lane free. */
class OpenRows {
  private readonly next: Int32Array;

  constructor(n: number) {
    this.next = Int32Array.from({ length: n + 1 }, (_, i) => i);
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

/** Hues that are easily taken for each other, by number: 1 leaf green, 5 ochre, 8 olive, 3 rust, 7 red, 6 teal. */
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

function must<T>(value: T | undefined): T {
  if (value === undefined) throw new Error('layout: index out of range');
  return value;
}

import { describe, expect, it } from 'vitest';
import type { EdgeStyle, Layout, LayoutNode } from './layout';
import { layout, MAX_LANES } from './layout';

/** Draws a layout the way the window does, one character a lane. */
function draw(result: Layout, maxLanes = MAX_LANES): string {
  return result.rows
    .map((row) => {
      const cells = Array.from({ length: result.lanes * 2 - 1 }, () => ' ');
      for (const s of row.pass) cells[s.lane * 2] = s.style === 'dashed' ? '┊' : '│';
      const last = row.joins.at(-1);
      if (last) for (let x = row.lane * 2 + 1; x < last.lane * 2; x++) cells[x] = '─';
      for (const s of row.joins) cells[s.lane * 2] = s === last ? '╯' : '┴';
      const leaf = row.up === null && row.joins.length === 0;
      const [above, below] = row.bundle;
      if (above > 0 || below > 0) {
        const turns = last?.lane === maxLanes && row.lane < maxLanes;
        cells[maxLanes * 2] = !turns ? '║' : below > 0 ? '╢' : '╜';
      }
      cells[row.lane * 2] = row.down === null ? '○' : leaf ? '◉' : '●';
      if (row.down?.style === 'dotted') cells[row.lane * 2] = '◌';
      const more = above > 0 || below > 0 ? ` +${above}/${below}` : '';
      return `${cells.join('').trimEnd()} ${row.id}${more}`;
    })
    .join('\n');
}

/** "b<a" is a node b with parent a; times grow along the list. */
function tree(text: string): LayoutNode[] {
  return text
    .trim()
    .split(/\s+/)
    .map((word, i) => {
      const [id = '', edge = '<', parent = ''] = word.split(/([<~?])/);
      const styles: Record<string, EdgeStyle> = { '<': 'solid', '~': 'dashed', '?': 'dotted' };
      return { id, parent: parent === '' ? null : parent, time: i, style: styles[edge] ?? 'solid' };
    });
}

function art(text: string): string {
  const lines = text.split('\n').filter((line) => line.trim() !== '');
  const indent = Math.min(...lines.map((line) => /^ */.exec(line)?.[0].length ?? 0));
  return lines.map((line) => line.slice(indent).trimEnd()).join('\n');
}

const drawings: { name: string; nodes: string; want: string }[] = [
  { name: 'one session is one calm row', nodes: 'a', want: '○ a' },
  {
    name: 'a chain of resumes is one straight lane',
    nodes: 'a b<a c<b',
    want: `
      ◉ c
      ● b
      ○ a`,
  },
  {
    name: 'the newest leaf has lane 0, the older fork leaves with one elbow',
    nodes: 'a b<a side<a c<b',
    want: `
      ◉ c
      │ ◉ side
      ● │ b
      ○─╯ a`,
  },
  {
    name: 'a fork that is newer than the trunk takes lane 0 itself',
    nodes: 'a old<a new<a',
    want: `
      ◉ new
      │ ◉ old
      ○─╯ a`,
  },
  {
    name: 'two forks of one node: the older one stands inside',
    nodes: 'root cmp<root web<cmp leaky<cmp v1<cmp v2<v1 wire<v2 metrics<wire retry<wire',
    want: `
      ◉ retry
      │ ◉ metrics
      ●─╯ wire
      ● v2
      ● v1
      │   ◉ leaky
      │ ◉ │ web
      ●─┴─╯ cmp
      ○ root`,
  },
  {
    name: 'the lower fork reaches around the upper one, nothing crosses',
    nodes: 'a b<a inner<b outer<a top<b',
    want: `
      ◉ top
      │   ◉ outer
      │ ◉ │ inner
      ●─╯ │ b
      ○───╯ a`,
  },
  {
    name: 'a freed lane is used again',
    nodes: 'a s1<a b<a s2<b c<b',
    want: `
      ◉ c
      │ ◉ s2
      ●─╯ b
      │ ◉ s1
      ○─╯ a`,
  },
  {
    name: 'a fork of a fork stands right of it',
    nodes: 'a s<a s1<s s2<s top<a',
    want: `
      ◉ top
      │ ◉ s2
      │ │ ◉ s1
      │ ●─╯ s
      ○─╯ a`,
  },
  {
    name: 'compaction dashes the edge down to the parent',
    nodes: 'a b~a s<b t<a',
    want: `
      ◉ t
      │ ◉ s
      │ ● b
      ○─╯ a`,
  },
  {
    name: 'a missing parent leaves a stub; its children are trees of their own',
    nodes: 'x? y? z<x',
    want: `
      ◉ z
      │ ◌ y
      ◌ x`,
  },
  {
    name: 'trees one below the other share lane 0',
    nodes: 'a b<a x y<x',
    want: `
      ◉ y
      ○ x
      ◉ b
      ○ a`,
  },
];

describe('layout draws', () => {
  for (const { name, nodes, want } of drawings) {
    it(name, () => {
      expect(draw(layout(tree(nodes)))).toBe(art(want));
    });
  }

  const bundles = [
    {
      name: 'more lanes than can be seen as one bundle, with how many run above and below',
      nodes: 'a s1<a s2<a s3<a s4<a t<a',
      want: `
        ◉ t
        │     ◉ s4 +0/1
        │     ◉ s3 +1/2
        │   ◉ ║ s2 +2/2
        │ ◉ │ ║ s1 +2/2
        ○─┴─┴─╜ a +2/0`,
    },
    {
      name: 'a bundle that goes on where one of it turns into its fork point',
      nodes: 'a b<a x<a y1<b y2<b y3<b t<b',
      want: `
        ◉ t
        │     ◉ y3 +0/1
        │   ◉ ║ y2 +1/1
        │ ◉ │ ║ y1 +1/1
        │ │ │ ◉ x +1/2
        ●─┴─┴─╢ b +2/1
        ○─────╜ a +1/0`,
    },
    {
      name: 'a fork within the bundle',
      nodes: 'a s1<a s2<a s3<a u<s3 v<s3 t<a',
      want: `
        ◉ t
        │     ◉ v +0/1
        │     ◉ u +1/2
        │     ● s3 +2/1
        │   ◉ ║ s2 +1/1
        │ ◉ │ ║ s1 +1/1
        ○─┴─┴─╜ a +1/0`,
    },
    {
      name: 'lanes again below the bundle',
      nodes: 'a p<a b<a q<b r1<b r2<b r3<b t<b',
      want: `
        ◉ t
        │     ◉ r3 +0/1
        │     ◉ r2 +1/2
        │   ◉ ║ r1 +2/2
        │ ◉ │ ║ q +2/2
        ●─┴─┴─╜ b +2/0
        │ ◉ p
        ○─╯ a`,
    },
  ];
  for (const { name, nodes, want } of bundles) {
    it(name, () => {
      expect(draw(layout(tree(nodes), 3), 3)).toBe(art(want));
    });
  }

  it('a bundle that counts what is dashed in it', () => {
    const { rows } = layout(tree('a s1<a s2<a s3<a s4~a t<a'), 3);
    expect(rows.map((row) => row.dashed)).toEqual([
      [0, 0],
      [0, 1],
      [1, 1],
      [1, 1],
      [1, 1],
      [1, 0],
    ]);
  });

  it('the dash in every row that the edge runs through', () => {
    const rows = layout(tree('a s~a b<a')).rows;
    expect(rows.map((r) => r.id)).toEqual(['b', 's', 'a']);
    expect(rows[2]?.joins[0]?.style).toBe('dashed');
  });

  it('a cycle as trees, every node once', () => {
    const rows = layout(tree('a<c b<a c<b d<a')).rows;
    expect(rows.map((r) => r.id).sort()).toEqual(['a', 'b', 'c', 'd']);
  });
});

/** A small fixed generator: the same histories in every run. */
function random(seed: number): () => number {
  let s = seed >>> 0;
  return () => {
    s = (Math.imul(s, 1664525) + 1013904223) >>> 0;
    return s / 2 ** 32;
  };
}

function randomTree(seed: number, size: number): LayoutNode[] {
  const rnd = random(seed);
  const nodes: LayoutNode[] = [];
  for (let i = 0; i < size; i++) {
    const near = rnd() < 0.7;
    const p = near ? i - 1 : Math.floor(rnd() * i);
    const root = i === 0 || rnd() < 0.02;
    nodes.push({
      id: `n${i}`,
      parent: root ? null : `n${Math.max(p, 0)}`,
      // Clocks are not always right: some nodes look older than their parents.
      time: i * 10 + Math.floor(rnd() * 40),
      style: 'solid',
    });
  }
  return nodes;
}

function check(nodes: LayoutNode[], result: Layout): void {
  const rows = result.rows;
  const at = new Map(rows.map((row, i) => [row.id, i]));
  expect(at.size).toBe(nodes.length);
  const leaves = rows.filter((r) => r.up === null && r.joins.length === 0).length;
  expect(result.lanes).toBeLessThanOrEqual(Math.max(leaves, 1));
  rows.forEach((row, r) => {
    // No two edges in one cell, except where they meet in the same node.
    const lanes = [row.lane, ...row.pass.map((s) => s.lane)];
    expect(new Set(lanes).size, `row ${r}`).toBe(lanes.length);
    const reach = row.joins.at(-1)?.lane ?? row.lane;
    for (const s of row.pass) expect(s.lane < row.lane || s.lane > reach, `crossing in row ${r}`).toBe(true);
  });
  for (const node of nodes) {
    if (node.parent === null) continue;
    // Every edge runs unbroken in one lane from the child down into the parent.
    const from = at.get(node.id) ?? -1;
    const to = at.get(node.parent) ?? -1;
    expect(from).toBeLessThan(to);
    const lane = rows[from]?.lane;
    for (let r = from + 1; r < to; r++) {
      expect(rows[r]?.pass.some((s) => s.edge === node.id && s.lane === lane)).toBe(true);
    }
    const end = rows[to];
    const into = end?.up?.edge === node.id ? end.up : end?.joins.find((s) => s.edge === node.id);
    expect(into?.lane).toBe(lane);
  }
  // Neighbours never wear the same hue while there is a choice.
  if (result.lanes <= 7) {
    for (const row of rows) {
      const worn = [...row.pass, { lane: row.lane, color: row.color }].sort((a, b) => a.lane - b.lane);
      worn.forEach((s, i) => {
        const left = worn[i - 1];
        if (left && left.lane === s.lane - 1) expect(left.color).not.toBe(s.color);
      });
    }
  }
}

describe('layout holds for any tree', () => {
  it('edges connect, cells are not shared, nothing crosses', () => {
    for (let seed = 1; seed <= 150; seed++) {
      const nodes = randomTree(seed, 2 + (seed % 60));
      check(nodes, layout(nodes, 1000));
    }
  });

  it('with few lanes: what is in the bundle is counted, and visible lanes stay whole', () => {
    for (let seed = 1; seed <= 100; seed++) {
      const nodes = randomTree(seed, 2 + (seed % 60));
      const [all, few] = [layout(nodes, 1000).rows, layout(nodes, 3).rows];
      expect(few.map((row) => row.id)).toEqual(all.map((row) => row.id));
      few.forEach((row, r) => {
        const [above, below] = row.bundle;
        expect(above).toBe(few[r - 1]?.bundle[1] ?? 0);
        expect(row.dashed[0]).toBe(few[r - 1]?.dashed[1] ?? 0);
        expect(row.dashed[1]).toBeLessThanOrEqual(below);
        // Every edge that runs below a row is seen in a lane of its own or counted in the bundle.
        const own = row.down && row.lane < 3 && row.down.style !== 'dotted' ? 1 : 0;
        const whole = all[r];
        const edges = (whole?.pass.length ?? 0) + (whole?.down && whole.down.style !== 'dotted' ? 1 : 0);
        expect(row.pass.length + own + below).toBe(edges);
        expect(row.joins.filter((s) => s.lane === 3).length).toBeLessThanOrEqual(1);
        const reach = row.joins.at(-1)?.lane ?? row.lane;
        for (const s of row.pass) expect(s.lane < row.lane || s.lane > reach).toBe(true);
      });
    }
  });

  it('the order in which nodes come does not matter', () => {
    const rnd = random(7);
    for (let seed = 1; seed <= 30; seed++) {
      const nodes = randomTree(seed, 40);
      const shuffled = nodes
        .map((node) => ({ node, at: rnd() }))
        .sort((a, b) => a.at - b.at)
        .map((x) => x.node);
      expect(layout(shuffled)).toEqual(layout(nodes));
    }
  });

  it('going on at the newest leaf adds a row and moves nothing', () => {
    for (let seed = 1; seed <= 60; seed++) {
      const nodes = randomTree(seed, 40);
      const before = layout(nodes).rows;
      const newest = before[0]?.id ?? null;
      const after = layout([...nodes, { id: 'next', parent: newest, time: 1e9, style: 'solid' }]).rows;
      expect(after[0]?.id).toBe('next');
      expect(after.slice(2)).toEqual(before.slice(1));
      expect({ ...after[1], up: null }).toEqual(before[0]);
    }
  });

  it('a new fork leaves everything older than its fork point as it was', () => {
    for (let seed = 1; seed <= 60; seed++) {
      // A single trunk with closed forks, so that nothing reaches over the fork point.
      const nodes = tree('a s1<a b<a c<b s2<c d<c e<d');
      const before = layout(nodes).rows;
      const after = layout([...nodes, { id: 'next', parent: 'd', time: 1e9, style: 'solid' }]).rows;
      const from = before.findIndex((row) => row.id === 'c');
      expect(after.slice(from + 1)).toEqual(before.slice(from));
    }
  });
});

import type { EdgeKind, Segment } from '../lib/backend/types';

/** Generated chats for tests and benchmarks; the same size gives the same chat. */
export type Shape = 'a chat' | 'a chain' | 'a fan' | 'a comb' | 'a bush';
export const SHAPES: readonly Shape[] = ['a chat', 'a chain', 'a fan', 'a comb', 'a bush'];

/** Segments per session. */
const PER_SESSION = 5;
const START = Date.parse('2026-01-05T08:00:00Z');

function random(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}

/**
 * Generates a chat with `size` segments. "a chat" has five segments per session; its sessions are resumed in
 * long runs, sometimes forked, rewound and compacted. The other shapes are extremes.
 */
export function largeChat(size: number, shape: Shape = 'a chat'): Segment[] {
  const next = random(11);
  const out: Segment[] = [];
  for (let i = 0; i < size; i++) {
    const opens = i % PER_SESSION === 0;
    let parent = i - 1;
    let edge: EdgeKind = opens ? 'resume' : i % PER_SESSION === 3 ? 'compaction' : 'continue';
    if (shape === 'a fan') parent = 0;
    else if (shape === 'a comb' && i % 2 === 0) parent = i - 2;
    else if (shape === 'a bush') parent = Math.floor(i / 3);
    else if (shape === 'a chat' && i > 20) {
      const p = next();
      // Most forks start from recent segments, a few from old ones.
      if (opens && p < 0.12) [parent, edge] = [i - 1 - Math.floor(next() * 40), 'fork'];
      else if (opens && p < 0.14) [parent, edge] = [Math.floor(next() * i), 'fork'];
      else if (!opens && p < 0.03) [parent, edge] = [i - 2, 'rewind'];
    }
    const start = new Date(START + i * 600_000).toISOString();
    const end = new Date(START + i * 600_000 + 480_000).toISOString();
    const session = `${String(Math.floor(i / PER_SESSION)).padStart(8, '0')}-0000-4000-8000-000000000000`;
    out.push({
      id: `${session}:${String(i)}`,
      session,
      parent: i === 0 ? null : (out[Math.max(0, parent)]?.id ?? null),
      edge: i === 0 ? 'root' : edge,
      at: null,
      first: String(i),
      tip: String(i),
      title: `Prompt ${String(i)}`,
      turns: 1 + (i % 4),
      start,
      end,
      leaf: false,
      superseded: false,
      active: true,
      resumesHere: i % PER_SESSION === PER_SESSION - 1,
      newerElsewhere: false,
      compactions: edge === 'compaction' ? 1 : 0,
      agents: i % 7 === 0 ? 1 : 0,
      model: i % 3 === 0 ? 'claude-opus-4-5' : 'claude-sonnet-4-5',
      gitBranch: i % 11 === 0 ? 'spike' : 'main',
      live: false,
      missingParent: '',
      evidence: [],
      confidence: 'certain',
      shared: 0,
      forkTurn: i,
    });
  }
  const parents = new Set(out.map((s) => s.parent));
  const resumed = new Set(out.filter((s) => s.edge === 'resume').map((s) => s.parent?.slice(0, 36)));
  for (const s of out) {
    s.leaf = !parents.has(s.id);
    s.superseded = !s.leaf && resumed.has(s.session);
  }
  return out;
}

import type { ChatTree, Segment, SessionInfo } from '../../lib/backend/types';
import { m } from '../../lib/messages';
import { onlyAgents } from './fold';

const TITLED = ['custom-title', 'desktop-card', 'ai-title', 'summary'];

/** The end of a branch: its last record, and the session that it belongs to. */
interface End {
  session: string;
  tip: string;
}

/** The nodes of a tree, and the branches that run through them. */
export class Branches {
  readonly segments: readonly Segment[];
  readonly leafCount: number;
  readonly supersededCount: number;
  readonly gitBranches: readonly string[];
  readonly models: readonly string[];
  private readonly byId: ReadonlyMap<string, Segment>;
  private readonly sessions: ReadonlyMap<string, SessionInfo>;
  /** The names that the person gave to branches, by the node with which they begin. */
  private readonly named: ReadonlyMap<string, string>;
  /** The end of every segment, in Unix milliseconds. */
  private readonly ended: ReadonlyMap<Segment, number>;
  /** The children of every segment, newest first. */
  private readonly below = new Map<string, Segment[]>();
  private newest: ReadonlyMap<string, number> | null = null;

  constructor(
    private readonly tree: ChatTree | null,
    /** The branch last chosen at each fork: segment id to child segment id. */
    private readonly chosen: ReadonlyMap<string, string>,
  ) {
    const segments = (this.segments = tree?.segments ?? []);
    this.byId = new Map(segments.map((s) => [s.id, s]));
    this.sessions = new Map((tree?.sessions ?? []).map((s) => [s.id, s]));
    this.named = new Map(
      (tree?.notes ?? []).flatMap(({ of, segment, name }) =>
        of === 'branch' && segment && name !== '' ? [[segment, name] as const] : [],
      ),
    );
    this.ended = new Map(segments.map((s) => [s, Date.parse(s.end) || 0]));
    for (const s of segments) {
      if (s.parent === null) continue;
      const list = this.below.get(s.parent);
      if (list) list.push(s);
      else this.below.set(s.parent, [s]);
    }
    for (const list of this.below.values()) list.sort(this.byEnd);
    this.leafCount = segments.filter((s) => s.leaf).length;
    this.supersededCount = segments.filter((s) => s.superseded).length;
    const each = (values: readonly string[]) => [...new Set(values.filter((value) => value !== ''))];
    this.gitBranches = each(segments.map((s) => s.gitBranch));
    this.models = each(segments.map((s) => s.model));
  }

  private readonly byEnd = (a: Segment, b: Segment) => (this.ended.get(b) ?? 0) - (this.ended.get(a) ?? 0);

  segment(id: string | null): Segment | null {
    return id === null ? null : (this.byId.get(id) ?? null);
  }

  parentOf(segment: Segment): Segment | null {
    return this.segment(segment.parent);
  }

  children(segment: Segment): readonly Segment[] {
    return this.below.get(segment.id) ?? [];
  }

  /** The segments from one to its root, each once even if parents run in a circle. */
  private *upFrom(leaf: Segment | null): Generator<Segment> {
    const seen = new Set<string>();
    for (let at = leaf; at && !seen.has(at.id); at = this.parentOf(at)) {
      seen.add(at.id);
      yield at;
    }
  }

  /**
   * The title of a node: the name that the person gave its branch. Else the first node of a session with a title has that title, all others have their first
   * prompt.
   */
  titleOf(segment: Segment): string {
    const own = this.named.get(segment.id);
    if (own !== undefined) return own;
    const session = this.sessions.get(segment.session);
    // The chat's own title is already shown above the tree; a single session may repeat it.
    const said = session?.title === this.tree?.title && this.sessions.size > 1;
    const given = session !== undefined && TITLED.includes(session.titleFrom);
    if (given && this.opens(segment) && session.title !== '' && !said) return session.title;
    if (segment.edge === 'rewind' && segment.title !== '')
      return m.tree_quoted({ text: segment.title.replace(/^“|”$/g, '') });
    if (segment.title !== '') return segment.title;
    return onlyAgents(segment) ? m.chat_agents_only() : m.chat_untitled();
  }

  /** The session that starts with a segment, if it is a copy: another file is the primary one with its id. */
  copyAt(segment: Segment): SessionInfo | null {
    const session = this.sessions.get(segment.session);
    return session?.copyOf && this.opens(segment) ? session : null;
  }

  /** Whether a session starts with a segment. */
  private opens(segment: Segment): boolean {
    return this.parentOf(segment)?.session !== segment.session;
  }

  /**
   * The leaf to show, compare and resume for a segment: along the chosen branches, else the newest. A session that
   * began without the segment's messages is on no branch of it.
   */
  leafBelow(segment: Segment): Segment {
    const newest = (this.newest ??= this.newestEnds());
    let at = segment;
    const seen = new Set<string>();
    while (!seen.has(at.id)) {
      seen.add(at.id);
      const next = this.children(at).filter((s) => !s.apart);
      const chosen = next.find((s) => s.id === this.chosen.get(at.id));
      const best = chosen ?? next.sort((a, b) => (newest.get(b.id) ?? 0) - (newest.get(a.id) ?? 0))[0];
      if (!best) return at;
      at = best;
    }
    return at;
  }

  /** The newest end below every segment, in Unix milliseconds. */
  private newestEnds(): ReadonlyMap<string, number> {
    const out = new Map<string, number>();
    // Newest first, so that every segment is visited once.
    for (const [s, end] of [...this.ended].sort((a, b) => b[1] - a[1]))
      for (let up: Segment | null = s; up && !out.has(up.id); up = this.parentOf(up)) out.set(up.id, end);
    return out;
  }

  /** The last node of a branch; while a session grows, its tip may be newer than the tree. */
  leafOf(branch: End | null): Segment | null {
    return (
      this.segments.find((s) => s.tip === branch?.tip) ??
      this.segments.find((s) => s.session === branch?.session && s.leaf && s.active) ??
      null
    );
  }

  /** Whether the branch that ends at a record is the one on which its session continues. */
  isActive({ session, tip }: End): boolean {
    return this.segments.some((s) => s.session === session && s.tip === tip && s.leaf && s.active);
  }

  /** Whether a session has several leaves: it matters then which one Claude resumes. */
  hasLeaves(session: string): boolean {
    return this.segments.filter((s) => s.session === session && s.leaf).length > 1;
  }

  /** The node from which a session continues. */
  endOf(session: string): Segment | null {
    const own = this.segments.filter((s) => s.session === session);
    return own.find((s) => s.resumesHere) ?? own.findLast((s) => s.active) ?? own.at(-1) ?? null;
  }

  /** The nodes from the root to a leaf. */
  pathTo(leaf: Segment | null): string[] {
    return [...this.upFrom(leaf)].map(({ id }) => id).reverse();
  }

  /** The nodes that begin without the messages of a branch that ends at a leaf, oldest first. */
  apartFrom(leaf: Segment | null): Segment[] {
    const found: Segment[] = [];
    for (const at of this.upFrom(leaf)) {
      found.push(...this.children(at).filter((s) => s.apart));
      if (at.apart) break;
    }
    return found.reverse();
  }

  /** The node whose messages the branch that ends at a leaf began without; null for none. */
  apartOf(leaf: Segment | null): { from: Segment; by: Segment } | null {
    for (const by of this.upFrom(leaf)) {
      const from = by.apart ? this.parentOf(by) : null;
      if (from) return { from, by };
    }
    return null;
  }

  newestLeaf(): Segment | null {
    return this.segments.filter((s) => s.leaf).sort(this.byEnd)[0] ?? this.segments[0] ?? null;
  }
}

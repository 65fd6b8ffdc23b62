import type { Backend } from '../../lib/backend/backend';
import type { AgentPage, Findings, Near, Skeleton, Work } from '../../lib/backend/types';
import { nextTask } from '../../lib/frames';
import type { ThreadTarget } from '../place/target';

/** Threads with more rows than this are rendered in a task of their own. */
const LARGE = 10_000;

/** Loads what a thread shows: a branch, or the innermost open agent. */
export class ThreadSource {
  constructor(
    private readonly backend: Backend,
    /** Whether to include Claude Code's internal agents. */
    private readonly internal: () => boolean,
  ) {}

  async skeleton(
    { session, tip, agents }: ThreadTarget,
    signal: AbortSignal,
    near?: Near,
    known?: Skeleton,
  ): Promise<Skeleton> {
    const agent = agents?.at(-1);
    const skeleton = await (agent
      ? this.backend.agentThread(session, agent.ref, signal, known)
      : this.backend.thread(session, tip, signal, near, this.internal(), known));
    // Parsing a large skeleton and laying out its rows are separate tasks.
    if (skeleton.total > LARGE && !known) await nextTask();
    return skeleton;
  }

  /** Loads rows with their contents. */
  rows(
    { session, tip, agents }: ThreadTarget,
    from: number,
    count: number,
    signal?: AbortSignal,
  ): Promise<AgentPage> {
    const agent = agents?.at(-1);
    return agent
      ? this.backend.agentRows(session, agent.ref, from, count, signal)
      : this.backend.rows(session, tip, from, count, signal, this.internal());
  }

  turns({ session, tip }: ThreadTarget, from: number, count: number, signal: AbortSignal) {
    return this.backend.turns(session, tip, from, count, signal, this.internal());
  }

  /** Loads the outcomes of turns; an agent's thread has none. */
  work(
    { session, tip, agents }: ThreadTarget,
    from: number,
    count: number,
    signal: AbortSignal,
  ): Promise<Work[]> {
    if (agents && agents.length > 0) return Promise.resolve([]);
    return this.backend.work(session, tip, from, count, signal, this.internal());
  }

  find(
    { session, tip, agents }: ThreadTarget,
    query: string,
    internal: boolean,
    signal: AbortSignal,
  ): Promise<Findings> {
    const agent = agents?.at(-1);
    return agent
      ? this.backend.agentFind(session, agent.ref, query, signal)
      : this.backend.find(session, tip, query, signal, internal);
  }
}

import type { Backend } from '../../lib/backend/backend';
import type { Resumed, Segment } from '../../lib/backend/types';
import { Resource } from '../../lib/resource.svelte';
import { m } from '../../lib/messages';
import type { ThreadState } from './thread.svelte';

/** How long a growing session must be idle before the next request, in milliseconds. */
const STILL = 600;

/** How resuming the open session would differ from the open branch. */
export class ResumedState {
  private readonly answers = new Resource<Resumed>();
  private timer: ReturnType<typeof setTimeout> | undefined;
  private asked = '';

  constructor(
    private readonly backend: Backend,
    private readonly thread: ThreadState,
  ) {}

  /** Key of the shown branch; '' for an agent's thread or a lost session. */
  private readonly branch = $derived.by(() => {
    const { skeleton, agents, loss } = this.thread;
    return skeleton && agents.length === 0 && !loss ? `${skeleton.session} ${skeleton.tip}` : '';
  });

  /** The answer for the shown branch; null if resuming makes no difference. */
  readonly found = $derived.by((): Resumed | null => {
    const found = this.answers.value;
    if (!found || this.branch === '' || this.answers.valueKey !== this.branch) return null;
    return found.elsewhere || found.omitted > 0 || found.added > 0 ? found : null;
  });

  /** Follows the shown branch: loads another session at once, a growing one once it is idle. */
  follow(): () => void {
    const { skeleton } = this.thread;
    const branch = this.branch;
    if (!skeleton || branch === '') return () => undefined;
    const wait = this.asked === '' || this.asked.split(' ')[0] !== skeleton.session ? 0 : STILL;
    this.asked = branch;
    this.timer = setTimeout(() => {
      void this.answers.load(branch, (signal) =>
        this.backend.resumed(skeleton.session, skeleton.tip, signal),
      );
    }, wait);
    return () => clearTimeout(this.timer);
  }

  /** Returns the badge of a tree node; '' for none. */
  mark(segment: Segment, open: boolean): string {
    const { found } = this;
    if (!found) return '';
    if (found.elsewhere && found.segment === segment.id && !segment.resumesHere) return m.word_resumes_here();
    return open && !found.elsewhere && found.segment === segment.id ? m.thread_mark_partly_sent() : '';
  }
}

/** The client's display name. */
export function clientName({ client }: Resumed): string {
  return client === '' ? 'Claude' : `Claude ${client}`;
}

/** Describes the difference in one sentence; one about another branch is followed by a link to it. */
export function resumedSentence(found: Resumed): string {
  const client = clientName(found);
  const { omitted, added } = found;
  if (found.elsewhere) return m.thread_resumes_elsewhere({ client });
  if (added === 0) return m.thread_resume_omits({ client, count: omitted });
  if (omitted === 0) return m.thread_resume_adds({ client, count: added });
  return m.thread_resume_omits_adds({ client, omitted, added });
}

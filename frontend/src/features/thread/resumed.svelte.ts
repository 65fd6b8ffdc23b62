import type { Backend } from '../../lib/backend/backend';
import type { Resumed, Segment } from '../../lib/backend/types';
import { Resource } from '../../lib/resource.svelte';
import { m } from '../../lib/messages';
import type { ThreadState } from './thread.svelte';

/** A session that grows is asked about again when it has been still for so long, in milliseconds. */
const STILL = 600;

/** What resuming the open session would do otherwise than its open branch shows. */
export class ResumedState {
  private readonly answers = new Resource<Resumed>();
  private timer: ReturnType<typeof setTimeout> | undefined;
  private asked = '';

  constructor(
    private readonly backend: Backend,
    private readonly thread: ThreadState,
  ) {}

  /** Which branch is shown; '' where an agent's conversation is, or one that is lost. */
  private readonly branch = $derived.by(() => {
    const { skeleton, agents, loss } = this.thread;
    return skeleton && agents.length === 0 && !loss ? `${skeleton.session} ${skeleton.tip}` : '';
  });

  /** What is known of the branch that is shown, where there is anything to say. */
  readonly found = $derived.by((): Resumed | null => {
    const found = this.answers.value;
    if (!found || this.branch === '' || this.answers.shown !== this.branch) return null;
    return found.elsewhere || found.omitted > 0 || found.added > 0 ? found : null;
  });

  /** Follows what is shown: asks at once for another branch, and later for one that grew. */
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

  /** What a node of the tree says of it: that Claude resumes there, or that a part is not sent. */
  mark(segment: Segment, open: boolean): string {
    const { found } = this;
    if (!found) return '';
    if (found.elsewhere && found.segment === segment.id && !segment.resumesHere)
      return m.thread_mark_resumes_here();
    return open && !found.elsewhere && found.segment === segment.id ? m.thread_mark_partly_sent() : '';
  }
}

/** The client as people know it. */
export function clientName({ client }: Resumed): string {
  return client === '' ? 'Claude' : `Claude ${client}`;
}

/** One sentence for what is not as it is shown; where it goes on elsewhere, the node follows it. */
export function resumedSentence(found: Resumed): string {
  const client = clientName(found);
  const { omitted, added } = found;
  if (found.elsewhere) return m.thread_resumes_elsewhere({ client });
  if (added === 0) return m.thread_resume_omits({ client, count: omitted });
  if (omitted === 0) return m.thread_resume_adds({ client, count: added });
  return m.thread_resume_omits_adds({ client, omitted, added });
}

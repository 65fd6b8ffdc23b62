import type { OpenBranch } from './thread/branch.svelte';
import type { ThreadState } from './thread/thread.svelte';
import type { TreeState } from './tree/tree.svelte';
import { m } from '../lib/messages';

interface Host {
  readonly branch: Pick<OpenBranch, 'session'>;
  readonly thread: Pick<ThreadState, 'skeleton'>;
}

/** The state of a thread that may be loading. */
interface Opening {
  readonly thread: Pick<ThreadState, 'skeleton' | 'loading'>;
  readonly tree: Pick<TreeState, 'loading'>;
}

/** The reason of commands that can wait for a loading thread. */
export const noThreadComes = ({ thread, tree }: Opening) =>
  thread.skeleton || thread.loading || tree.loading ? undefined : m.window_no_thread();

/** Why commands cannot run; undefined if they can. */
export function reasons(app: Host) {
  const noSession = () => (app.branch.session ? undefined : m.window_no_session());
  return {
    noThread: () => (app.thread.skeleton ? undefined : m.window_no_thread()),
    noSession,
    notPossible: () => {
      const session = app.branch.session;
      return session && !session.resume.possible ? session.resume.why : noSession();
    },
  };
}

import type { OpenBranch } from './features/thread/branch.svelte';
import type { ThreadState } from './features/thread/thread.svelte';
import type { TreeState } from './features/tree/tree.svelte';

interface Host {
  readonly branch: Pick<OpenBranch, 'session'>;
  readonly thread: Pick<ThreadState, 'skeleton'>;
}

/** Where a thread is on its way. */
interface Opening {
  readonly thread: Pick<ThreadState, 'skeleton' | 'loading'>;
  readonly tree: Pick<TreeState, 'loading'>;
}

/** For what can wait for the thread that is read just now. */
export const noThreadComes = ({ thread, tree }: Opening) =>
  thread.skeleton || thread.loading || tree.loading ? undefined : 'no thread is open';

/** Why commands cannot be given now; undefined where they can. */
export function reasons(app: Host) {
  const noSession = () => (app.branch.session ? undefined : 'no session is open');
  return {
    noThread: () => (app.thread.skeleton ? undefined : 'no thread is open'),
    noSession,
    notPossible: () => {
      const session = app.branch.session;
      return session && !session.resume.possible ? session.resume.why : noSession();
    },
  };
}

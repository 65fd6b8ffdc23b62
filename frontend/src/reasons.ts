import type { OpenBranch } from './features/thread/branch.svelte';
import type { ThreadState } from './features/thread/thread.svelte';

interface Host {
  readonly branch: Pick<OpenBranch, 'session'>;
  readonly thread: Pick<ThreadState, 'skeleton'>;
}

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

import type { AppState } from './app.svelte';
import type { ThreadState } from './thread/thread.svelte';
import type { TreeState } from './tree/tree.svelte';
import { m } from '../lib/messages';
import { sessionOf } from './target';

/** The state of a thread that may be loading. */
interface Opening {
  readonly thread: Pick<ThreadState, 'skeleton' | 'loading'>;
  readonly tree: Pick<TreeState, 'loading'>;
}

/** The reason of commands that can wait for a loading thread. */
export const noThreadComes = ({ thread, tree }: Opening) =>
  thread.skeleton || thread.loading || tree.loading ? undefined : m.window_no_thread();

/** Why commands cannot run; undefined if they can. */
export function reasons(app: AppState) {
  const noSession = () => (app.branch.session ? undefined : m.word_no_session_is_open());
  return {
    noThread: () => (app.thread.skeleton ? undefined : m.window_no_thread()),
    noSession,
    /** Why there is nothing that a command could act on. */
    noTarget: () => (sessionOf(app) === null ? m.word_no_session_is_open() : undefined),
    notPossible: () => {
      const session = app.branch.session;
      return session && !session.resume.possible ? session.resume.why : noSession();
    },
  };
}

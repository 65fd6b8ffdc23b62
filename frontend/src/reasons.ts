import type { AppState } from './app.svelte';

/** Why commands cannot be given now; undefined where they can. */
export function reasons(app: AppState) {
  const noSession = () => (app.resumeSession ? undefined : 'no session is open');
  return {
    noThread: () => (app.thread.skeleton ? undefined : 'no thread is open'),
    noSession,
    notPossible: () => {
      const session = app.resumeSession;
      return session && !session.resume.possible ? session.resume.why : noSession();
    },
  };
}

import { BackendError } from './backend';
import { getText, isAbort } from './call';

type Ask<T> = (path: string, signal?: AbortSignal) => Promise<T>;

/**
 * Asks under a name, and asks for the end of what is left or takes too long: the window's server
 * does not tell the engine that nobody waits any more, and it would go on. What may be left at any
 * time has a signal; the rest is asked for as it is.
 */
export function endable(
  page = newName(),
): <T>(ask: Ask<T>, path: string, signal?: AbortSignal) => Promise<T> {
  let last = 0;
  return async (ask, path, signal) => {
    if (!signal) return ask(path);
    if (signal.aborted) throw new DOMException('aborted', 'AbortError');
    const name = `ask=${page}-${++last}`;
    try {
      return await ask(`${path}${path.includes('?') ? '&' : '?'}${name}`, signal);
    } catch (error) {
      const left = isAbort(error) || (error instanceof BackendError && error.code === 'timeout');
      // What cannot be ended ends by itself.
      if (left) void getText(`/api/end?${name}`).catch(() => undefined);
      throw error;
    }
  };
}

/** A name for this page's requests, which no other page has. */
export const newName = () => `${Date.now().toString(36)}-${Math.random().toString(36).slice(2)}`;

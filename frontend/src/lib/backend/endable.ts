import { BackendError } from './backend';
import { getText, isAbort } from './call';

type Ask<T> = (path: string, signal?: AbortSignal) => Promise<T>;

/**
 * Gives requests a name, and asks the engine to end those that were aborted or timed out: the window's
 * server does not tell the engine about a closed request. Requests without a signal have no name.
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
      // A request that cannot be ended finishes by itself.
      if (left) void getText(`/api/end?${name}`).catch(() => undefined);
      throw error;
    }
  };
}

/** A name for this page's requests that is unique among pages. */
export const newName = () => `${Date.now().toString(36)}-${Math.random().toString(36).slice(2)}`;

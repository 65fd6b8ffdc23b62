import { isAbort, toBackendError } from './call';
import type { Backend } from './backend';
import { newName } from './endable';
import type { SearchResult } from './types';

type Ask = <T>(path: string, signal?: AbortSignal) => Promise<T>;

/**
 * Follows searches of this window over /api/search: every answer but the last is told as it comes.
 * The engine is not told when a request is left, so the end of a search is asked for.
 */
export function followedSearch(ask: Ask, page = newName()): Backend['search'] {
  let last = 0;
  return async (q, scope, limit, told, signal) => {
    const name = `${page}-${++last}`;
    let over = false;
    const end = () => {
      if (over) return;
      over = true;
      // What cannot be ended ends by itself when nobody asks for it.
      void ask(`/api/end?ask=${name}`).catch(() => undefined);
    };
    signal?.addEventListener('abort', end, { once: true });
    try {
      for (let seen = 0; ;) {
        const params = new URLSearchParams({
          q,
          ...given(scope),
          limit: String(limit),
          ask: name,
          seen: String(seen),
        });
        const result = await ask<SearchResult>(`/api/search?${params.toString()}`, signal);
        if (result.complete || result.problem !== null) return result;
        told(result);
        seen = result.seen;
      }
    } catch (error) {
      throw isAbort(error) ? error : toBackendError(error);
    } finally {
      over = true;
      signal?.removeEventListener('abort', end);
    }
  };
}

const given = (scope: object): Record<string, string> =>
  Object.fromEntries(Object.entries(scope).filter((entry) => entry[1] !== undefined && entry[1] !== ''));

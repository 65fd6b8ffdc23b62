import { isAbort, toBackendError } from './call';
import type { Backend } from './backend';
import { newName } from './endable';
import type { SearchResult } from './types';

type Ask = <T>(path: string, signal?: AbortSignal) => Promise<T>;

/**
 * Runs searches over /api/search; every result but the last is passed to `told`. The engine does not
 * notice aborted requests, so the end of a search is requested explicitly.
 */
export function followedSearch(ask: Ask, page = newName()): Backend['search'] {
  let last = 0;
  return async (q, scope, limit, told, signal) => {
    const name = `${page}-${++last}`;
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
      // A search that cannot be ended stops by itself when nobody polls it.
      if (signal?.aborted) void ask(`/api/end?ask=${name}`).catch(() => undefined);
      throw isAbort(error) ? error : toBackendError(error);
    }
  };
}

const given = (scope: object): Record<string, string> =>
  Object.fromEntries(Object.entries(scope).filter((entry) => entry[1] !== undefined && entry[1] !== ''));

import { toBackendError } from '../lib/backend/call';
import { m } from '../lib/messages';
import type { AppState } from './app.svelte';
import { currentTarget, wishAt } from './target';

/** Whether there is a turn to search for others like it. */
export const hasTurn = (app: AppState): boolean => {
  const target = currentTarget(app);
  return target !== null && target.kind !== 'chat' && (target.kind !== 'hit' || target.hit.uuid !== '');
};

/** Searches everything for turns like the current one. The query is its rarest words, which can be edited. */
export async function searchLike(app: AppState): Promise<void> {
  try {
    const target = currentTarget(app);
    const wish =
      target?.kind === 'hit'
        ? { session: target.hit.session, record: target.hit.uuid }
        : await wishAt(app, target);
    if (!wish?.record) return;
    const query = await app.backend.like(wish.session, wish.tip ?? '', wish.record);
    if (query === '') {
      app.say(m.search_like_none());
      return;
    }
    app.search.query.scope = 'all';
    app.search.start(query);
    app.panes.writeInto('search');
  } catch (error) {
    app.say(m.search_like_failed({ why: toBackendError(error).message }));
  }
}

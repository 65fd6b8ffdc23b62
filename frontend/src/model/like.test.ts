import { expect, it, vi } from 'vitest';
import { openedApp } from '../test/opened';
import { hasTurn, searchLike } from './like';

async function opened() {
  const { app, backend } = await openedApp();
  const like = vi.spyOn(backend, 'like').mockResolvedValue('checkpoint trailer');
  return { app, like };
}

it('searches everything for the rare words of the turn at hand', async () => {
  const { app, like } = await opened();
  app.search.query.scope = 'chat';
  app.thread.scroll.topRow = app.thread.skeleton?.turns.rows[1] ?? -1;
  const prompt = await app.thread.pages.readRow(app.thread.scroll.topRow);
  expect(hasTurn(app)).toBe(true);
  await searchLike(app);
  expect(like).toHaveBeenCalledWith(app.thread.target?.session, app.thread.target?.tip, prompt?.uuid);
  expect(app.search.open).toBe(true);
  expect(app.search.query.text).toBe('checkpoint trailer');
  expect(app.search.query.scope).toBe('all');
});

it('takes the match that is selected in the search, also inside an agent', async () => {
  const { app, like } = await opened();
  app.search.start('rate');
  const hit = { session: 's', uuid: 'u', kind: 'reply' as const, agent: 'a' };
  vi.spyOn(app.search.answers, 'hit', 'get').mockReturnValue(hit);
  await searchLike(app);
  expect(like).toHaveBeenCalledWith('s', '', 'u');
});

it('says so if no other turn shares rare words, and if it fails', async () => {
  const { app, like } = await opened();
  const say = vi.spyOn(app, 'say');
  like.mockResolvedValueOnce('');
  await searchLike(app);
  expect(app.search.open).toBe(false);
  expect(say).toHaveBeenLastCalledWith('No other turn shares rare words with this one');
  like.mockRejectedValueOnce(new Error('gone'));
  await searchLike(app);
  expect(say.mock.lastCall?.[0]).toContain('gone');
});

import { expect, it, vi } from 'vitest';
import type { Row } from '../../../lib/backend/types';
import { AgentRows } from './agent-rows.svelte';

const row = (i: number, state = '') => ({ kind: 'reply', uuid: `u${i}`, index: i, text: state }) as Row;

/** An agent that has written so many rows by now. */
function agent(n: number) {
  const has = { n, state: 'a' };
  const read = vi.fn((from: number, count: number) =>
    Promise.resolve({
      total: has.n,
      rows: Array.from({ length: Math.max(0, Math.min(count, has.n - from)) }, (_, i) =>
        row(from + i, has.state),
      ),
    }),
  );
  return { has, read, rows: new AgentRows(read) };
}

it('grows while the agent goes on, and its last rows are read anew', async () => {
  const { has, read, rows } = agent(50);
  await rows.more();
  has.n = 57;
  has.state = 'b';
  await rows.grow();
  expect(rows.rows).toHaveLength(57);
  expect(rows.rows.map((r) => r.index)).toEqual(Array.from({ length: 57 }, (_, i) => i));
  expect([rows.rows[0], rows.rows[40]]).toMatchObject([{ text: 'a' }, { text: 'b' }]);
  expect(read).toHaveBeenCalledTimes(2);
});

it('reads page by page, and nothing of its own accord before the end is read', async () => {
  const { has, read, rows } = agent(100);
  await Promise.all([rows.more(), rows.more()]);
  expect(rows.rows).toHaveLength(60);
  has.n = 130;
  await rows.grow();
  expect(read).toHaveBeenCalledOnce();
  await rows.more();
  await rows.more();
  expect(rows.rows).toHaveLength(130);
});

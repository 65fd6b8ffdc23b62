import { expect, it, vi } from 'vitest';
import type { Row } from '../../lib/backend/types';
import { fakeBackend } from '../../lib/backend/fake';
import { held, settled } from '../../test/held';
import { AgentRows } from './agent-rows.svelte';

const row = (i: number, state = '') => ({ kind: 'reply', uuid: `u${i}`, index: i, text: state }) as Row;

/** An agent with so many rows. */
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

/** An agent of 80 rows whose responses are released by hand. */
function slow() {
  const backend = fakeBackend({ chats: [] });
  const pages = held(backend, 'agentRows');
  const rows = new AgentRows((from, count, signal) =>
    backend.agentRows('s', { agent: 'a' }, from, count, signal),
  );
  const page = (from: number, to: number, total = 80, state = '') => ({
    total,
    rows: Array.from({ length: to - from }, (_, i) => row(from + i, state)),
  });
  return { rows, pages, page };
}

it('says why a page did not come, and goes on from there', async () => {
  const { rows, pages, page } = slow();
  void rows.more();
  expect([rows.loading, rows.total]).toEqual([true, null]);
  await pages.at(0).answer(page(0, 60));
  void rows.more();
  await pages.at(1).fail('the file is torn');
  expect([rows.loading, rows.error, rows.rows.length]).toEqual([false, 'the file is torn', 60]);
  void rows.more();
  await pages.at(2).answer(page(60, 80));
  expect([rows.error, rows.rows.length, rows.rows.at(-1)?.index]).toEqual([null, 80, 79]);
});

it('reads its last rows once at a time while it grows, and shows every answer', async () => {
  const { rows, pages, page } = slow();
  void rows.more();
  await pages.at(0).answer(page(0, 60, 60));
  for (let i = 0; i < 5; i++) void rows.grow();
  await pages.at(1).answer(page(40, 61, 61, 'older'));
  expect([rows.rows.length, rows.total, rows.rows[40]]).toMatchObject([61, 61, { text: 'older' }]);
  expect([pages.asked, pages.at(2).args[2]]).toEqual([3, 41]);
  await pages.at(2).answer(page(41, 62, 62, 'newer'));
  expect([rows.rows.length, rows.total, rows.rows[41]]).toMatchObject([62, 62, { text: 'newer' }]);
  rows.leave();
  await settled();
  expect([rows.loading, rows.error]).toEqual([false, null]);
});

it('shows nothing more of an agent that was folded', async () => {
  const { rows, pages, page } = slow();
  void rows.more();
  rows.leave();
  await pages.at(0).answer(page(0, 60));
  expect([rows.loading, rows.rows]).toEqual([false, []]);
  void rows.more();
  await pages.at(1).answer(page(0, 60));
  expect(rows.rows).toHaveLength(60);
});

import { LoneThread } from '../../test/lone.svelte';
import { describe, expect, it, vi } from 'vitest';
import { fakeBackend } from '../../lib/backend/fake';
import { fakeChats } from '../../lib/backend/fake-chats';
import type { Sidechain, ToolRow } from '../../lib/backend/types';
import { agentAbout, agentMeta, agentTitle } from '../place/agents';

const history = fakeChats(Date.parse('2026-11-20T14:00:00Z')).filter((c) => c.sessions.length < 50);
const leaf = history.find((c) => c.title.startsWith('Terraform'))?.segments[0];
const target = { session: leaf?.session ?? '', tip: leaf?.tip ?? '' };
const chain: Sidechain = {
  agent: 'a1',
  type: 'Explore',
  model: 'claude-sonnet-4-5',
  tokens: 4_200,
  ms: 61_000,
};
const agent = { ref: { agent: 'a1' }, chain, about: 'Find the clients', rows: [40] };

async function opened() {
  const backend = fakeBackend({ chats: history });
  const thread = new LoneThread(backend);
  await thread.open(target, [leaf?.id ?? ''], 30);
  return { backend, thread };
}

describe('an agent that is open alone', () => {
  it('is a thread of its own, with its rows, turns and what is found in it', async () => {
    const { thread } = await opened();
    const branch = thread.key;
    await thread.enter(agent);
    expect(thread.key).not.toBe(branch);
    expect(thread.skeleton?.total).toBe(5);
    expect(thread.skeleton?.turns).toHaveLength(1);
    expect(thread.segmentAt(0)).toBeNull();
    thread.pages.ensure(0, 4);
    await vi.waitFor(() => expect(thread.pages.row(4)?.kind).toBe('reply'));
  });

  it('is left to where it was opened, with what was open there', async () => {
    const { thread } = await opened();
    thread.opened.toggle('r40', true);
    thread.scroll.topRow = 33;
    const branch = thread.key;
    await thread.enter(agent);
    expect(thread.opened.isOpen('r40')).toBe(false);
    thread.opened.toggle('r1', true);
    await thread.leave();
    expect(thread.key).toBe(branch);
    expect(thread.agents).toHaveLength(0);
    expect(thread.scroll.jump?.row).toBe(33);
    expect([thread.opened.isOpen('r40'), thread.opened.isOpen('r1'), thread.isFound('r40')]).toEqual([
      true,
      false,
      true,
    ]);
    expect(thread.segmentAt(33)).toBe(leaf?.id);
  });

  it('holds others, which are left one by one or all at once', async () => {
    const { thread } = await opened();
    const branch = thread.key;
    await thread.enter(agent);
    const outer = thread.key;
    await thread.enter({ ...agent, ref: { first: 'u9' }, rows: [2] });
    await thread.leave();
    expect(thread.key).toBe(outer);
    await thread.enter({ ...agent, ref: { first: 'u9' }, rows: [2] });
    await thread.leave(0);
    expect(thread.key).toBe(branch);
  });

  it('grows where the agent goes on, and the branch is read anew on the way back', async () => {
    const { backend, thread } = await opened();
    await thread.enter(agent);
    const asked = vi.spyOn(backend, 'agentThread');
    const branch = vi.spyOn(backend, 'thread');
    await thread.refresh();
    expect(asked).toHaveBeenCalledOnce();
    expect(branch).not.toHaveBeenCalled();
    await thread.leave();
    expect(branch.mock.calls.map((call) => call[1])).toEqual([target.tip]);
  });

  it('says what it is and what it took', () => {
    const step = { ...agent, left: undefined as never };
    expect(agentTitle(step)).toEqual({ type: 'Explore', about: 'Find the clients' });
    expect(agentTitle({ ...step, chain: { agent: '', description: 'Own' } })).toEqual({
      type: 'Agent',
      about: 'Own',
    });
    expect(agentMeta(step, 5)).toBe('sonnet 4.5 · 5 rows · 4.2k new tokens · 1 m 1 s');
  });
});

it('says what an agent is that no call describes', () => {
  const about = (name: string, agent: string) =>
    agentAbout({ kind: 'tool', tool: { name }, sidechain: { agent } } as ToolRow);
  expect(about('(internal agent)', 'acompact-1f')).toBe('compaction');
  expect(about('(internal agent)', 'a1b2c3d')).toBe('warm-up');
  expect(about('(unattached agent)', 'a1b2c3d')).toBe('');
});

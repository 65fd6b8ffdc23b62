import { describe, expect, it } from 'vitest';
import { fakeChats } from '../../lib/backend/fake-chats';
import { fakeBackend } from '../../lib/backend/fake';
import type { ChatSummary } from '../../lib/backend/types';
import { groupRows, isQuiet, projectNames, sorted, withFolds } from './rows';

const now = Date.parse('2026-11-20T14:00:00Z');

async function summaries() {
  const chats = [...(await fakeBackend({ now, chats: fakeChats(now) }).chats()).chats];
  const first = chats[0];
  if (!first) throw new Error('no chats');
  const quiet = (id: string, end: string): ChatSummary => ({
    ...first,
    ...{ id, end, title: 'Untitled', titleFrom: 'none', turns: 0, live: false, partial: false },
  });
  const q1 = quiet('q1', '2026-11-19');
  return { chats: [first, q1, ...chats.slice(1), quiet('q2', '2026-11-01')], first, q1 };
}

it('counts the chats of a project where not all of them are here', async () => {
  const { chats, first } = await summaries();
  const head = (counts: Record<string, number>) => groupRows(chats, null, counts)[0];
  expect(head({ [first.project]: 57 })).toMatchObject({ type: 'project', count: 57 });
  const own = chats.filter((c) => c.project === first.project).length;
  expect(head({})).toMatchObject({ count: own });
});

const nobody = { projects: new Set<string>(), keeps: () => false };
const keys = (rows: ReturnType<typeof groupRows>) => rows.map((row) => row.key);

describe('chats without a prompt', () => {
  it('stand as one line after the others of their project', async () => {
    const { chats, first } = await summaries();
    const rows = groupRows(chats, nobody);
    expect(keys(rows)).not.toContain('q1');
    const line = rows.find((row) => row.type === 'quiet');
    expect(line).toMatchObject({ key: `q:${first.id}`, project: first.project, count: 2, open: false });
    const at = rows.findIndex((row) => row === line);
    expect(rows[at - 1]).toMatchObject({ type: 'chat', chat: { project: first.project } });
    // The header counts every chat, including collapsed ones.
    expect(rows[0]).toMatchObject({ count: chats.filter((c) => c.project === first.project).length });
  });

  it('are listed below the line when it is unfolded, and where they were without folding', async () => {
    const { chats, first } = await summaries();
    const open = keys(groupRows(chats, { projects: new Set([first.project]), keeps: () => false }));
    const at = open.indexOf(`q:${first.id}`);
    expect(open.slice(at + 1, at + 3)).toEqual(['q1', 'q2']);
    expect(keys(groupRows(chats))[2]).toBe('q1');
  });

  it('stay in place when they are kept; one alone is no line', async () => {
    const rows = groupRows((await summaries()).chats, { ...nobody, keeps: (chat) => chat.id === 'q1' });
    expect(keys(rows)[2]).toBe('q1');
    expect(rows.filter((row) => row.type === 'quiet')).toEqual([]);
    expect(keys(rows)).toContain('q2');
  });

  it('are not those that run, are read in part or have a name', async () => {
    const { q1 } = await summaries();
    expect(isQuiet(q1)).toBe(true);
    for (const other of [{ live: true }, { partial: true }, { titleFrom: 'custom-title' }, { turns: 1 }])
      expect(isQuiet({ ...q1, ...other })).toBe(false);
  });
});

describe('projects', () => {
  it('with the same name are told apart by what stands above them', () => {
    const names = projectNames([
      ['/home/ada/work/cli', 'cli'],
      ['/home/ada/play/cli', 'cli'],
      ['/home/ada/docs', 'docs'],
    ]);
    expect([...names.values()]).toEqual(['work/cli', 'play/cli', 'docs']);
  });

  it('tells worktrees apart by what lies above their repository', () => {
    const names = projectNames([
      ['/home/ada/work/cli/.claude/worktrees/fox', 'cli · fox'],
      ['/home/ada/play/cli/.worktrees/fox', 'cli · fox'],
      ['/srv/cli-fox', 'cli · fox'],
    ]);
    expect([...names.values()]).toEqual(['work/cli · fox', 'play/cli · fox', 'srv/cli · fox']);
  });

  it('have the worktrees of their repository among them', async () => {
    const { chats, first } = await summaries();
    const worktree = {
      name: 'fox',
      repository: first.project,
      repositoryName: first.projectName,
      repositoryDisplay: first.projectDisplay,
    };
    const other: ChatSummary = { ...first, id: 'w', project: '/elsewhere/fox', projectName: 'x', worktree };
    const rows = groupRows([other, ...chats]);
    expect(rows.filter((row) => row.type === 'project' && row.name === first.projectName)).toHaveLength(1);
    expect(rows[0]).toMatchObject({ project: first.project, display: first.projectDisplay });
    expect(rows[1]).toMatchObject({ key: 'w', under: false });
  });

  it('fold to their header', async () => {
    const { chats, first } = await summaries();
    const all = groupRows(chats);
    const folded = withFolds(all, new Set([first.project]));
    const own = folded.filter((row) => row.type === 'chat' && row.chat.project === first.project);
    expect(own.map((row) => row.key)).toEqual([]);
    expect(folded[0]).toMatchObject({ type: 'project', folded: true });
    expect(withFolds(all, new Set())).toEqual(all);
  });
});

it('groups by day or not at all, and sorts within', async () => {
  const { chats } = await summaries();
  const some = chats.filter((chat) => !isQuiet(chat));
  const days = groupRows(some, null, {}, 'day', now).filter((row) => row.type === 'project');
  expect(days[0]).toMatchObject({ name: 'Today', display: '' });
  expect(days.reduce((n, day) => n + day.count, 0)).toBe(some.length);
  const flat = groupRows(sorted(some, 'turns'), null, {}, 'none');
  const turns = flat.map((row) => (row.type === 'chat' ? row.chat.turns : -1));
  expect(turns).toEqual(some.map((chat) => chat.turns).sort((a, b) => b - a));
  expect(flat.every((row) => row.type === 'chat' && row.under)).toBe(true);
  expect(sorted(some, 'activity')).toBe(some);
});

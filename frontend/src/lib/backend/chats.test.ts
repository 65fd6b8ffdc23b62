import { expect, it, vi } from 'vitest';
import wholeWire from '../../../../testdata/wire/chats.json';
import sinceWire from '../../../../testdata/wire/chats-since.json';
import { followedChats, withChanges } from './chats';
import type { ChatChanges, ChatList, ChatSummary } from './types';

const whole = wholeWire as ChatList;
const since = sinceWire as unknown as ChatChanges;
const [sample] = whole.chats;

/** Numbers that are the same in every run. */
function dice(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
}

/** A list that changes at every turn, and answers as the engine does. */
function engine(seed: number) {
  const roll = dice(seed);
  let list: ChatSummary[] = [];
  const versions: ChatSummary[][] = [];
  const asked: string[] = [];
  return {
    asked,
    list: () => list,
    turn() {
      const next = [...list];
      for (let n = roll(4); n > 0; n--) {
        const at = roll(next.length + 1);
        const [gone] = next.splice(at, roll(2));
        // Some are new, some change, some only move, and some come back.
        const id = gone && roll(3) > 0 ? gone.id : `chat-${String(roll(40))}`;
        if (roll(4) === 0 || next.some((chat) => chat.id === id)) continue;
        next.splice(roll(next.length + 1), 0, {
          ...(sample as ChatSummary),
          id,
          title: `turn ${String(roll(3))}`,
        });
      }
      list = next;
    },
    ask(path: string): Promise<ChatList | ChatChanges> {
      asked.push(path);
      const since = Number(/since=(\d+)/.exec(path)?.[1] ?? -1);
      const before = versions[since];
      versions.push(list);
      const head = { seq: versions.length, version: versions.length - 1 };
      if (!before) return Promise.resolve({ ...head, chats: list });
      const was = new Map(before.map((chat, at) => [chat.id, { chat, at }]));
      // The engine lists a chat that has another place for its own sake; here all others are in theirs.
      const order = list.filter((chat) => was.has(chat.id));
      let last = -1;
      const moved = new Set<string>();
      for (const { id } of order) {
        const at = was.get(id)?.at ?? 0;
        if (at < last) moved.add(id);
        else last = at;
      }
      return Promise.resolve({
        ...head,
        total: list.length,
        changed: list.flatMap((chat, at) => {
          const old = was.get(chat.id)?.chat;
          return old?.title === chat.title && !moved.has(chat.id) ? [] : [{ at, chat }];
        }),
        removed: before.map((chat) => chat.id).filter((id) => !list.some((chat) => chat.id === id)),
      });
    },
  };
}

it('is told changes only, and has the whole list at every turn', async () => {
  for (let seed = 1; seed <= 60; seed++) {
    const its = engine(seed);
    const chats = followedChats((path) => its.ask(path));
    for (let turn = 0; turn < 30; turn++) {
      its.turn();
      expect((await chats()).chats).toEqual(its.list());
    }
    expect(its.asked.filter((path) => path === '/api/chats')).toHaveLength(1);
  }
});

it('begins with the whole list, and keeps what has not changed', async () => {
  const { seq, version, chats: list } = whole;
  const none = { seq, version, total: list.length, changed: [], removed: [] };
  const ask = vi.fn((path: string) => Promise.resolve(path === '/api/chats' ? whole : none));
  const chats = followedChats(ask);
  expect(await chats()).toBe(whole);
  expect((await chats()).chats).toBe(list);
  expect(ask).toHaveBeenCalledWith(`/api/chats?since=${String(version)}`, undefined);
});

it('takes the changes of the wire', () => {
  const list = withChanges(whole.chats, since);
  expect(list).toEqual(since.changed.map(({ chat }) => chat));
});

it('asks for the whole list where the changes are of another one, and where the engine is another', async () => {
  const list = whole;
  const answers: (ChatList | ChatChanges)[] = [
    list,
    { ...since, total: 7 },
    { ...list, version: list.version + 5 },
    { ...list, version: 2 },
  ];
  const asked: string[] = [];
  const chats = followedChats((path) => {
    asked.push(path);
    return Promise.resolve(answers.shift() as ChatList);
  });
  for (let n = 0; n < 3; n++) expect((await chats()).chats).toEqual(list.chats);
  expect(asked).toEqual([
    '/api/chats',
    `/api/chats?since=${String(list.version)}`,
    '/api/chats',
    `/api/chats?since=${String(list.version + 5)}`,
  ]);
});

it('does not go back to an older list that comes later', async () => {
  const list = whole;
  const late: ((answer: ChatList) => void)[] = [];
  const asked: string[] = [];
  const chats = followedChats((path) => {
    asked.push(path);
    return new Promise((done) => late.push(done));
  });
  const both = [chats(), chats()];
  late[1]?.({ ...list, version: list.version + 9 });
  await both[1];
  late[0]?.({ ...list, version: list.version + 8 });
  await both[0];
  void chats();
  expect(asked.at(-1)).toBe(`/api/chats?since=${String(list.version + 9)}`);
});

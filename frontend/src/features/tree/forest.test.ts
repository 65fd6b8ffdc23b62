import { describe, expect, it } from 'vitest';
import type { ChatTree, Segment } from '../../lib/backend/types';
import { forestOf } from './forest';

const segment = (id: string, parent: string | null, end: string) =>
  ({ id, parent, end, session: id, edge: 'fork', superseded: false, title: id }) as Segment;
const chat = (id: string, segments: Segment[]) => ({ id, title: id, segments }) as ChatTree;
const day = (time: string) => time.slice(0, 10);

describe('the forest', () => {
  const one = chat('one', [
    segment('a', null, '2026-01-01T10:00:00Z'),
    segment('b', 'a', '2026-01-03T10:00:00Z'),
    segment('c', 'a', '2026-01-01T11:00:00Z'),
  ]);
  const two = chat('two', [segment('x', null, '2026-01-02T10:00:00Z')]);

  it('draws every node of every chat once, and says each chat and day once', () => {
    const { rows } = forestOf([one, two], day);
    expect(rows.map((row) => row.item.id).sort()).toEqual(['a', 'b', 'c', 'x']);
    expect(rows[0]?.item.id).toBe('b');
    expect(rows.filter((row) => row.head).map((row) => row.chat.id)).toEqual(['one', 'two']);
    expect(
      rows
        .filter((row) => row.leaf)
        .map((row) => row.item.id)
        .sort(),
    ).toEqual(['b', 'c', 'x']);
  });

  it('does not depend on the order in which the trees come', () => {
    const ids = (chats: ChatTree[]) => forestOf(chats, day).rows.map((row) => row.item.id);
    expect(ids([two, one])).toEqual(ids([one, two]));
  });

  it('is empty without chats', () => {
    expect(forestOf([], day).rows).toEqual([]);
  });
});

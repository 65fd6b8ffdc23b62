import { expect, it } from 'vitest';
import { fakeChats } from '../../lib/backend/fake-chats';
import { withPendingSessions } from './pending-sessions';

const now = Date.parse('2026-11-22T12:00:00Z');
const known = fakeChats(now).find((c) => c.segments.length > 3);
if (!known) throw new Error('the fake has no chat with branches');
const chat = { ...known, seq: 1, start: '', end: '' };
const node = chat.segments[1];
if (!node) throw new Error('the fake has no second node');
const begun = {
  session: 'b0000000-0000-4000-8000-00000000000b',
  from: node.session,
  record: node.tip,
  time: '2026-11-22T11:59:00Z',
};

it('hangs what was begun on the node that ends at its record', () => {
  const tree = withPendingSessions(chat, [begun], now);
  const added = tree.segments.at(-1);
  expect(tree.segments).toHaveLength(chat.segments.length + 1);
  expect(added).toMatchObject({
    session: begun.session,
    parent: node.id,
    live: true,
    waiting: true,
    evidence: ['begun'],
  });
});

it('lets go of it when it is written, or when nobody does for long', () => {
  const written = { ...begun, session: node.session };
  expect(withPendingSessions(chat, [written], now)).toBe(chat);
  expect(withPendingSessions(chat, [{ ...begun, time: '2026-11-22T10:00:00Z' }], now)).toBe(chat);
});

it('is none of another chat', () => {
  expect(withPendingSessions(chat, [{ ...begun, from: 'elsewhere' }], now)).toBe(chat);
});

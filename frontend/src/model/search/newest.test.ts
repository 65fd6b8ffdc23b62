import { expect, it } from 'vitest';
import type { ChatSummary } from '../../lib/backend/types';
import { newest } from './newest';

const chat = (id: string, end: string) => ({ id, end }) as ChatSummary;

it('takes the newest chats of all projects, and of equals the first', () => {
  const chats = [
    chat('a', '2026-03-02T10:00:00Z'),
    chat('b', '2026-01-02T10:00:00Z'),
    chat('c', '2026-03-02T10:00:00.5Z'),
    chat('d', ''),
    chat('e', '2026-03-02T10:00:00Z'),
  ];
  expect(newest(chats, 3).map((c) => c.id)).toEqual(['c', 'a', 'e']);
  expect(newest(chats, 9).map((c) => c.id)).toEqual(['c', 'a', 'e', 'b', 'd']);
});

import type { ChatSummary } from '../../lib/backend/types';

/** The most recent chats, newest first. */
export function newest(chats: readonly ChatSummary[], count: number): ChatSummary[] {
  return chats
    .map((chat) => ({ chat, end: Date.parse(chat.end) || 0 }))
    .sort((a, b) => b.end - a.end)
    .slice(0, count)
    .map(({ chat }) => chat);
}

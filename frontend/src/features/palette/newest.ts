import type { ChatSummary } from '../../lib/backend/types';

/** The chats in which something was written last; the chats come by project. */
export function newest(chats: readonly ChatSummary[], count: number): ChatSummary[] {
  return chats
    .map((chat) => ({ chat, end: Date.parse(chat.end) || 0 }))
    .sort((a, b) => b.end - a.end)
    .slice(0, count)
    .map(({ chat }) => chat);
}

import type { ChatSummary, FilterMatch, Range } from '../../lib/backend/types';

export type Scope = 'all' | 'live' | 'starred' | 'expiring';

export type SidebarRow =
  | { type: 'project'; key: string; name: string; display: string; count: number }
  | { type: 'chat'; key: string; chat: ChatSummary; match: FilterMatch | null; under: boolean };

export const EXPIRES_SOON = 7;

export function inScope(chat: ChatSummary, scope: Scope, starred: ReadonlySet<string>): boolean {
  switch (scope) {
    case 'all':
      return true;
    case 'live':
      return chat.live;
    case 'starred':
      return starred.has(chat.id);
    case 'expiring':
      return chat.expiresInDays !== null && chat.expiresInDays <= EXPIRES_SOON;
  }
}

/** Projects by their newest chat, chats newest first within them. The list comes newest first already. */
export function groupRows(chats: readonly ChatSummary[]): SidebarRow[] {
  const groups = new Map<string, ChatSummary[]>();
  for (const chat of chats) {
    const group = groups.get(chat.project);
    if (group) group.push(chat);
    else groups.set(chat.project, [chat]);
  }
  return [...groups.entries()].flatMap(([project, list]): SidebarRow[] => {
    const head = list[0];
    if (!head) return [];
    return [
      {
        type: 'project',
        key: `p:${project}`,
        name: head.projectName,
        display: head.projectDisplay,
        count: list.length,
      },
      ...list.map((chat): SidebarRow => ({ type: 'chat', key: chat.id, chat, match: null, under: false })),
    ];
  });
}

/** Matches come best first and stand without groups; each says which project it is from. */
export function matchRows(
  matches: readonly FilterMatch[],
  chats: ReadonlyMap<string, ChatSummary>,
): SidebarRow[] {
  return matches.flatMap((match): SidebarRow[] => {
    const chat = chats.get(match.chat);
    return chat ? [{ type: 'chat', key: chat.id, chat, match, under: match.field !== 'title' }] : [];
  });
}

/** The marked ranges of a title; a match elsewhere marks nothing in it. */
export function titleRanges(match: FilterMatch | null): Range[] {
  return match?.field === 'title' ? match.ranges : [];
}
